/**
 * @file Starts the practice company in a worker thread on demand and offers it as a profile like any other. Its journal
 * keeps its state across restarts.
 */
import { rm } from 'node:fs/promises';
import type { z } from 'zod';
import { PaydeskError } from '../shared/errors.ts';
import { t } from '../shared/messages/index.ts';
import { type Profile, profileOptionsSchema } from '../shared/model/profile.ts';
import type { Samples } from './features/samples/samples.ts';
import type { ProfileSource } from './features/session/source.ts';
import { type ApiKey, Secret } from './service/secret.ts';
import { applyDefaults } from './simulator/options.ts';
import { createSamples } from './simulator/samples.ts';
import { createTransactions } from './simulator/transactions.ts';
import { eventSchema, startedSchema } from './simulator/worker-messages.ts';
import { connectWorker, startThread, type WorkerClient } from './workers/client.ts';

export const practiceProfileId = 'practice-company';

/** Fields of this company only: the service's fields of a recipient are not documented. */
function createRecipientTemplate(): string {
  const fields = {
    name: `{{${t('shell.practiceTemplate.name')}}}`,
    country: `{{${t('shell.practiceTemplate.country')}}}`,
    account: { iban: `{{${t('shell.practiceTemplate.iban')}}}`, currency: 'EUR' },
    paymentLimit: 50_000,
    isCompany: true,
  };
  return JSON.stringify(fields, null, 2);
}

/** The practice company as a source of a profile. */
interface PracticeCompany extends ProfileSource {
  /** Sample references and statements at a time, in milliseconds since 1970. */
  samples(now: number): Omit<Samples, 'documents'>;
  /** Stops the company and removes its journal; the next {@link ProfileSource.open} starts a new one. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

type RunningCompany = z.infer<typeof startedSchema>;

/**
 * Creates the source. `entry` is the worker's entry module and `journal` the file that keeps the company's state.
 * `onEvent` receives the bodies of webhook events as bytes.
 */
export function createPracticeCompany(
  entry: URL,
  journal: string,
  onEvent: (body: Uint8Array) => void = () => undefined,
): PracticeCompany {
  let worker: WorkerClient | null = null;
  let company: RunningCompany | null = null;
  let startPromise: Promise<RunningCompany> | null = null;
  const transactions = createTransactions(applyDefaults({}).transactionsPerDay);

  async function start(): Promise<RunningCompany> {
    const thread = startThread(entry, { workerData: { journal }, name: 'practice' });
    thread.onExit(() => {
      company = null;
    });
    worker = connectWorker(thread, (body) =>
      onEvent(new TextEncoder().encode(JSON.stringify(eventSchema.parse(body)))),
    );
    try {
      company = startedSchema.parse(await worker.started);
      return company;
    } catch {
      throw new PaydeskError('host-unreachable', 'The practice company could not start');
    }
  }

  function startOnce(): Promise<RunningCompany> {
    startPromise ??= start().finally(() => {
      startPromise = null;
    });
    return startPromise;
  }

  const close = async () => worker?.close();

  return {
    id: practiceProfileId,
    profile(): Profile | null {
      if (company === null) return null;
      return {
        id: practiceProfileId,
        origin: 'practice',
        name: t('shell.profile.practice'),
        environment: 'sandbox',
        clientId: company.credentials.clientId,
        hosts: company.hosts,
        options: profileOptionsSchema.parse({
          storageHosts: [new URL(company.storage).host],
          recipientTemplate: createRecipientTemplate(),
        }),
      };
    },
    async open(): Promise<ApiKey> {
      const { credentials } = company ?? (await startOnce());
      return new Secret('api-key', credentials.apiKey);
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
