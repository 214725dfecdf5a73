/**
 * @file Trusts what this machine trusts: a company's own root certificate is in the system's store and nowhere else.
 * On a managed Mac the call that reads the store takes up to a minute and cannot be interrupted, so a child process makes
 * it once the window is up. A thread would not do: a program cannot end while one of its threads is inside the call.
 */
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { z } from 'zod';
import type { ChildProcess, Clock, Processes } from './platform.ts';

/** Milliseconds that connections wait for the system's store, from the moment on in which it is read. */
export const maxCertificatesWaitMs = 15_000;

/** What the child sends once; `null` when the store cannot be read. */
export const certificatesMessageSchema = z.object({ certificates: z.array(z.string()).nullable() });

/** See {@link certificatesMessageSchema}. */
export type CertificatesMessage = z.infer<typeof certificatesMessageSchema>;

/** How far the reading is. */
export interface CertificatesStatus {
  readonly state: 'waiting' | 'reading' | 'trusted' | 'failed';
  /** True once connections were made without the store, because it took too long. */
  readonly isLate: boolean;
  /** Milliseconds that the reading took; `null` while it is not over. */
  readonly durationMs: number | null;
}

export interface SystemCertificatesDeps {
  readonly processes: Processes;
  readonly clock: Pick<Clock, 'after' | 'monotonic'>;
  /** File URL of the child's entry; `null` leaves Node's own certificates and waits for nothing. */
  readonly entry: URL | null;
  readonly onProblem: (thrown: unknown) => void;
}

/** The certificates of the system's store, beside those that Node brings. */
export interface SystemCertificates {
  /** Starts to read the store, once. To be called when the window is up. */
  read(): void;
  /**
   * Resolves when connections may be made: the store is trusted, cannot be read, or takes longer than
   * {@link maxCertificatesWaitMs}. What is read later counts for later connections. Never rejects.
   */
  ready(): Promise<void>;
  status(): CertificatesStatus;
  /** Ends the child. */
  close(): void;
}

/** Creates the certificates, which are not read yet. */
export function createSystemCertificates(deps: SystemCertificatesDeps): SystemCertificates {
  const { clock, entry, onProblem } = deps;
  const connectable = Promise.withResolvers<void>();
  let status: CertificatesStatus = { state: 'waiting', isLate: false, durationMs: null };
  let child: ChildProcess | null = null;
  let isClosed = false;
  if (entry === null) connectable.resolve();

  function start(from: URL): void {
    const startedAt = clock.monotonic();
    const cancelDeadline = clock.after(maxCertificatesWaitMs, () => {
      status = { ...status, isLate: true };
      onProblem(new Error('The certificates of the system take too long'));
      connectable.resolve();
    });
    status = { ...status, state: 'reading' };

    function finish(state: 'trusted' | 'failed', problem?: unknown): void {
      if (status.state !== 'reading' || isClosed) return;
      cancelDeadline();
      status = { ...status, state, durationMs: Math.round(clock.monotonic() - startedAt) };
      if (problem !== undefined) onProblem(problem);
      connectable.resolve();
      child?.kill();
      child = null;
    }

    try {
      child = deps.processes.start(from, 'Paydesk certificates');
      child.onMessage((message) => {
        try {
          trust(certificatesMessageSchema.parse(message));
          finish('trusted');
        } catch (thrown) {
          finish('failed', thrown);
        }
      });
      child.onExit(() => finish('failed', new Error('The certificates of the system were not read')));
    } catch (thrown) {
      finish('failed', thrown);
    }
  }

  return {
    read() {
      if (entry !== null && status.state === 'waiting' && !isClosed) start(entry);
    },
    ready: () => connectable.promise,
    status: () => status,
    close() {
      isClosed = true;
      child?.kill();
      child = null;
    },
  };
}

/** Adds certificates to those that Node brings, for every connection from now on. */
function trust({ certificates }: CertificatesMessage): void {
  if (certificates === null) throw new Error('The certificates of the system cannot be read');
  setDefaultCACertificates([...new Set([...getCACertificates('default'), ...certificates])]);
}
