/**
 * @file Starts the practice company in a worker thread on demand and offers it as a profile like any other. Its journal
 * keeps its state across restarts. The thread ends when no profile was signed in to the company for {@link maxIdleMs}.
 */
import { rm } from 'node:fs/promises';
import type { z } from 'zod';
import { PaydeskError } from '../../shared/errors.ts';
import { t } from '../../shared/messages/index.ts';
import { type Profile, profileOptionsSchema } from '../../shared/model/session/profile.ts';
import type { Samples } from '../features/samples/samples.ts';
import type { ProfileSource } from '../features/session/source.ts';
import type { Clock } from '../platform/platform.ts';
import { createSamples } from '../practice/data/samples.ts';
import { createTransactions } from '../practice/data/transactions.ts';
import { applyDefaults } from '../practice/options.ts';
import { eventSchema, startedSchema } from '../practice/worker-messages.ts';
import { type ApiKey, Secret } from '../service/secret.ts';
import { connectWorker, startThread, type WorkerClient } from '../workers/client.ts';

export const practiceProfileId = 'practice-company';

/** Milliseconds without a session after which the company ends; the next {@link ProfileSource.open} starts it again. */
export const maxIdleMs = 120_000;

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
  /** Returns whether a profile is signed in to the company. */
  follow(hasSession: boolean): void;
  close(): Promise<void>;
}

type RunningCompany = z.infer<typeof startedSchema>;

/**
 * Creates the source. `entry` is the worker's entry module and `journal` the file that keeps the company's state.
 * `onEvent` receives the bodies of webhook events as bytes.
 */
export function createPracticeCompany(
  { entry, journal, clock }: { entry: URL; journal: string; clock: Pick<Clock, 'after'> },
  onEvent: (body: Uint8Array) => void = () => undefined,
): PracticeCompany {
  let worker: WorkerClient | null = null;
  /** The company that runs, or ran last. */
  let company: RunningCompany | null = null;
  let startPromise: Promise<RunningCompany> | null = null;
  /** Resolves when the previous thread has closed the journal. */
  let closing = Promise.resolve();
  let hasSession = false;
  let cancelEnd = () => {};
  const transactions = createTransactions(applyDefaults({}).transactionsPerDay);

  async function start(): Promise<RunningCompany> {
    await closing;
    const startedWorker = connectWorker(
      startThread(entry, { workerData: { journal }, name: 'practice' }),
      (body) => onEvent(new TextEncoder().encode(JSON.stringify(eventSchema.parse(body)))),
    );
    worker = startedWorker;
    try {
      company = startedSchema.parse(await startedWorker.started);
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

  /** Ends the thread. A new one waits until it has ended. */
  function close(): Promise<void> {
    cancelEnd();
    const previous = worker;
    worker = null;
    if (previous !== null) closing = Promise.all([closing, previous.close()]).then(() => undefined);
    return closing;
  }

  function endWhenUnused(): void {
    cancelEnd();
    if (!hasSession && worker !== null) cancelEnd = clock.after(maxIdleMs, () => void close());
  }

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
      cancelEnd();
      const isRunning = worker !== null && !worker.hasEnded && startPromise === null;
      const { credentials } = isRunning && company !== null ? company : await startOnce();
      endWhenUnused();
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
      company = null;
      await rm(journal, { force: true });
    },
    follow(hasOpenSession) {
      hasSession = hasOpenSession;
      endWhenUnused();
    },
    close,
  };
}
