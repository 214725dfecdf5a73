/**
 * @file Starts the practice company in a worker thread on demand and offers it as a profile like any other. Its journal
 * keeps its state across restarts.
 */
import { rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { PaydeskError } from '../shared/errors.ts';
import { t } from '../shared/messages/index.ts';
import { type Profile, profileOptionsSchema } from '../shared/model/profile.ts';
import type { Samples } from './features/samples/samples.ts';
import type { ProfileSource } from './features/session/source.ts';
import { type ApiKey, Secret } from './service/secret.ts';
import { applyDefaults } from './simulator/options.ts';
import { createSamples } from './simulator/samples.ts';
import { createTransactions } from './simulator/transactions.ts';
import { type WorkerMessage, workerMessageSchema } from './simulator/worker-messages.ts';

export const practiceProfileId = 'practice-company';

/** The practice company as a source of a profile. */
interface PracticeCompany extends ProfileSource {
  /** Sample references and statements at a time, in milliseconds since 1970. */
  samples(now: number): Omit<Samples, 'documents'>;
  /** Stops the company and removes its journal; the next {@link ProfileSource.open} starts a new one. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

type ReadyMessage = Extract<WorkerMessage, { kind: 'ready' }>;

/**
 * Creates the source. `entry` is the worker's entry module and `journal` the file that keeps the company's state.
 * `onEvent` receives the bodies of webhook events as bytes.
 */
export function createPracticeCompany(
  entry: URL,
  journal: string,
  onEvent: (body: Uint8Array) => void = () => undefined,
): PracticeCompany {
  let worker: Worker | null = null;
  let readyMessage: ReadyMessage | null = null;
  let startPromise: Promise<ReadyMessage> | null = null;
  const transactions = createTransactions(applyDefaults({}).transactionsPerDay);

  function start(): Promise<ReadyMessage> {
    return new Promise((resolve, reject) => {
      const newWorker = new Worker(entry, { workerData: { journal }, name: 'practice' });
      worker = newWorker;
      newWorker.on('message', (raw: unknown) => {
        const message = workerMessageSchema.parse(raw);
        if (message.kind === 'ready') resolve(message);
        else onEvent(new TextEncoder().encode(JSON.stringify(message.event)));
      });
      const onWorkerEnd = () => {
        worker = null;
        readyMessage = null;
        reject(new PaydeskError('host-unreachable', 'The practice company could not start'));
      };
      newWorker.on('error', onWorkerEnd);
      newWorker.on('exit', onWorkerEnd);
    });
  }

  async function close(): Promise<void> {
    const runningWorker = worker;
    if (runningWorker === null) return;
    const exited = new Promise<void>((resolve) => {
      runningWorker.once('exit', () => resolve());
    });
    runningWorker.postMessage({ kind: 'close' });
    await exited;
  }

  return {
    id: practiceProfileId,
    profile(): Profile | null {
      if (readyMessage === null) return null;
      return {
        id: practiceProfileId,
        origin: 'practice',
        name: t('shell.profile.practice'),
        environment: 'sandbox',
        clientId: readyMessage.credentials.clientId,
        hosts: readyMessage.hosts,
        options: profileOptionsSchema.parse({ storageHosts: [new URL(readyMessage.storage).host] }),
      };
    },
    async open(): Promise<ApiKey> {
      if (readyMessage === null) {
        startPromise ??= start().finally(() => {
          startPromise = null;
        });
        readyMessage = await startPromise;
      }
      return new Secret('api-key', readyMessage.credentials.apiKey);
    },
    samples(now) {
      const { references, walletIds, periods, unbalanced } = createSamples(
        transactions,
        new Date(now).toISOString().slice(0, 10),
      );
      return { references, statements: { walletIds, periods }, unbalanced };
    },
    async reset() {
      await close();
      await rm(journal, { force: true });
    },
    close,
  };
}
