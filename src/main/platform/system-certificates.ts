/**
 * @file Trusts the root certificates of the system, where companies install their own certificates. On a managed Mac,
 * reading the system's store takes up to a minute and cannot be interrupted, so a child process reads the store when the
 * window is open. A thread would delay quitting, because a program cannot exit while a thread is inside the system call.
 */
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { z } from 'zod';
import { connectWorker, type WorkerClient } from '../workers/client.ts';
import type { Clock, Processes } from './platform.ts';

/** Maximum time that connections wait for the certificates, in milliseconds, counted from the start of reading. */
export const maxCertificatesWaitMs = 15_000;

/** The progress of reading the store. */
export interface CertificatesStatus {
  readonly state: 'waiting' | 'reading' | 'trusted' | 'failed';
  /** True when the deadline passed, so that connections were made without the system's certificates. */
  readonly isLate: boolean;
  /** Duration of reading, in milliseconds; `null` until it has ended. */
  readonly durationMs: number | null;
}

interface SystemCertificatesDeps {
  readonly processes: Processes;
  readonly clock: Pick<Clock, 'after' | 'monotonic'>;
  /**
   * File URL of the child's entry module; with `null`, only Node's built-in certificates are trusted and nothing waits.
   */
  readonly entry: URL | null;
  readonly onProblem: (thrown: unknown) => void;
}

/** Creates the reader; nothing is read yet. */
export function createSystemCertificates(deps: SystemCertificatesDeps) {
  const { clock, entry, onProblem } = deps;
  const connectionsAllowed = Promise.withResolvers<void>();
  let status: CertificatesStatus = { state: 'waiting', isLate: false, durationMs: null };
  let child: WorkerClient | null = null;
  let isClosed = false;
  if (entry === null) connectionsAllowed.resolve();

  async function start(entryModule: URL): Promise<void> {
    const startedAt = clock.monotonic();
    const cancelDeadline = clock.after(maxCertificatesWaitMs, () => {
      status = { ...status, isLate: true };
      onProblem(new Error('The certificates of the system take too long'));
      connectionsAllowed.resolve();
    });
    status = { ...status, state: 'reading' };

    function finish(state: 'trusted' | 'failed', problem?: unknown): void {
      if (status.state !== 'reading' || isClosed) return;
      cancelDeadline();
      status = { ...status, state, durationMs: Math.round(clock.monotonic() - startedAt) };
      if (problem !== undefined) onProblem(problem);
      connectionsAllowed.resolve();
      void child?.kill();
      child = null;
    }

    try {
      child = connectWorker(deps.processes.start(entryModule, 'Paydesk certificates'));
      trust(z.array(z.string()).parse(await child.started));
      finish('trusted');
    } catch (thrown) {
      finish('failed', thrown);
    }
  }

  return {
    /** Starts to read the store; later calls have no effect. Must be called after the window was opened. */
    read() {
      if (entry !== null && status.state === 'waiting' && !isClosed) void start(entry);
    },
    /**
     * Resolves when connections may be made: the store was read, cannot be read, or takes longer than {@link
     * maxCertificatesWaitMs}. Certificates that are read later apply to later connections. Never rejects.
     */
    whenReady: () => connectionsAllowed.promise,
    status: () => status,
    /** Ends the child process. */
    close() {
      isClosed = true;
      void child?.kill();
      child = null;
    },
  };
}

/** Trusts certificates in addition to Node's, for all later connections. */
function trust(certificates: readonly string[]): void {
  setDefaultCACertificates([...new Set([...getCACertificates('default'), ...certificates])]);
}
