/** @file Client of the intake in the main process: finds, checks and reads files in the processes of their drives. */
import { PaydeskError } from '../../../../shared/errors.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { DocumentReason } from '../../../../shared/model/documents/document.ts';
import { type DriveProcess, Interrupted, type Interruption } from '../../../files/drive-process.ts';
import type { DriveProcesses } from '../../../files/drive-processes.ts';
import { ByteConnections, type RereadDocument } from './byte-connections.ts';
import type {
  CheckedFile,
  FoundFile,
  Inspection,
  IntakeProgress,
  IntakeReply,
  IntakeRequest,
} from './messages.ts';
import { closedError, endSession, sendIntakeRequest, unexpectedReply } from './requests.ts';
import { streamFile } from './stream.ts';

/** The result of checking one file. */
interface CheckResult {
  /** `null` when the check did not finish. */
  readonly inspection: Inspection | null;
  /** The file was being checked when its drive stopped responding or its process ended, and may be the cause. */
  readonly isSuspect: boolean;
}

/** A file to be checked. */
interface FileToCheck {
  readonly path: string;
  readonly name: string;
}

/** How files are checked. */
interface InspectOptions {
  /** Bytes above which a warning is given. */
  readonly largeBytes: number;
  /** Uses a separate process, because the file may crash it. */
  readonly isIsolated?: boolean;
  readonly signal?: AbortSignal;
}

/** File access of the documents feature. Every method rejects with `cancelled` when its signal is aborted. */
export type Intake = ReturnType<typeof createIntake>;

const driveNotResponding: DocumentReason = { code: 'drive-not-responding', facts: {} };
const notRespondingInspection: Inspection = {
  state: 'waiting-for-file',
  reason: driveNotResponding,
  warnings: [],
  kind: null,
  size: null,
  modifiedAt: null,
  sha256: null,
};

const notStartedResult: CheckResult = { inspection: null, isSuspect: false };

/** Returns the result of an interrupted check. */
function resultOfInterrupted(cause: Interruption): CheckResult {
  if (cause === 'silent') return { inspection: notRespondingInspection, isSuspect: true };
  return { inspection: null, isSuspect: cause === 'overran' || cause === 'crashed' };
}

/** Attempts for an operation that was interrupted because of another one. */
const maxAttempts = 3;

/** Drops what else is known of a document. */
function toCheckedFile({ path, size, modifiedAt, sha256 }: CheckedFile): CheckedFile {
  return { path, size, modifiedAt, sha256 };
}

function unreadableError({ code }: DocumentReason): PaydeskError {
  const details = code === driveNotResponding.code ? { message: t('documents.driveNotResponding') } : {};
  const isMissing = code === 'file-missing';
  return new PaydeskError(isMissing ? code : 'file-unreadable', 'The file cannot be read', { details });
}

export function createIntake(drives: DriveProcesses) {
  const byteConnections = new WeakMap<DriveProcess, ByteConnections>();

  async function processFor(path: string, isIsolated = false): Promise<DriveProcess> {
    return drives.processOf(await drives.driveOf(path), isIsolated);
  }

  function connectionsOf(process: DriveProcess): ByteConnections {
    const connections = byteConnections.get(process) ?? new ByteConnections(process);
    byteConnections.set(process, connections);
    return connections;
  }

  async function groupByDrive<Item extends { readonly path: string }>(
    items: readonly Item[],
  ): Promise<Item[][]> {
    const groups = new Map<string, Item[]>();
    for (const item of items) {
      const drive = await drives.driveOf(item.path);
      const group = groups.get(drive);
      if (group === undefined) groups.set(drive, [item]);
      else group.push(item);
    }
    return [...groups.values()];
  }

  /**
   * Repeats an operation that another one interrupted. `onFailed` gives the result when the drive or the file itself
   * is the cause.
   */
  async function retryInterrupted<Result>(
    attempt: () => Promise<Result>,
    onFailed: (cause: Interruption) => Result,
  ): Promise<Result> {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await attempt();
      } catch (thrown) {
        if (!(thrown instanceof Interrupted)) throw thrown;
        if (thrown.cause === 'closed') throw closedError();
        const isOtherCause = thrown.cause === 'stopped' || thrown.cause === 'crashed';
        if (!isOtherCause || attempts === maxAttempts) return onFailed(thrown.cause);
      }
    }
  }

  async function probeDrive(paths: readonly string[], signal?: AbortSignal): Promise<boolean[]> {
    const present: boolean[] = [];
    const onProgress = (progress: IntakeProgress) => {
      if (progress !== undefined && 'present' in progress) present.push(progress.present);
    };
    return retryInterrupted(
      async () => {
        present.length = 0;
        const process = await processFor(paths[0] ?? '');
        await sendIntakeRequest(process, { ask: 'probe', paths: [...paths] }, { signal, onProgress });
        return present;
      },
      () => [...present, ...paths.slice(present.length).map(() => false)],
    );
  }

  return {
    /** Groups items by the drive of their path; the groups can be processed independently. */
    groupByDrive,
    /** Lists everything under a path in chunks; a chunk is read when the one before has been consumed. */
    async *walk(path: string, signal?: AbortSignal): AsyncGenerator<FoundFile[]> {
      let process: DriveProcess | null = null;
      let session = 0;
      let isStarted = false;
      const nextChunk = async () => {
        if (process === null || process.hasEnded) {
          // Listing restarts from the beginning; duplicates are ignored by the store.
          process = await processFor(path);
          session = process.openSession();
          isStarted = false;
        }
        const request: IntakeRequest = isStarted ? { ask: 'more' } : { ask: 'walk', path };
        isStarted = true;
        return sendIntakeRequest(process, request, { session, signal });
      };
      const notRespondingListing = (): IntakeReply => {
        const name = path.split(/[\\/]/).findLast((segment) => segment !== '') ?? path;
        const driveEntry = {
          path,
          name: name.normalize('NFC'),
          folder: '',
          size: null,
          reason: driveNotResponding,
        };
        return { answer: 'found', files: [driveEntry], last: true };
      };
      try {
        for (;;) {
          const reply = await retryInterrupted(nextChunk, notRespondingListing);
          if (reply.answer !== 'found') return unexpectedReply(reply);
          if (reply.files.length > 0) yield reply.files;
          if (reply.last) return;
        }
      } finally {
        endSession(process, session);
      }
    },
    /** Checks files of one drive; returns one result per file, in order. */
    async inspect(files: readonly FileToCheck[], { largeBytes, isIsolated, signal }: InspectOptions) {
      const results: CheckResult[] = [];
      const onProgress = (progress: IntakeProgress) => {
        if (progress !== undefined && 'inspection' in progress)
          results.push({ inspection: progress.inspection, isSuspect: false });
      };
      let process: DriveProcess;
      try {
        process = await processFor(files[0]?.path ?? '', isIsolated);
      } catch (thrown) {
        if (!(thrown instanceof Interrupted)) throw thrown;
        const result =
          thrown.cause === 'closed'
            ? notStartedResult
            : { inspection: notRespondingInspection, isSuspect: false };
        return files.map(() => result);
      }
      try {
        await sendIntakeRequest(
          process,
          { ask: 'inspect', files: [...files], largeBytes },
          { signal, onProgress },
        );
      } catch (thrown) {
        if (!(thrown instanceof Interrupted) && signal?.aborted !== true) throw thrown;
        // The interrupted file is the one after those with a result.
        if (thrown instanceof Interrupted) results.push(resultOfInterrupted(thrown.cause));
      }
      return files.map((_, index) => results[index] ?? notStartedResult);
    },
    /** Returns for each path whether it can be opened. */
    async probe(paths: readonly string[], signal?: AbortSignal) {
      const groups = await groupByDrive(paths.map((path, index) => ({ path, index })));
      const present = paths.map(() => false);
      const probeGroup = async (group: { path: string; index: number }[]) => {
        const groupResults = await probeDrive(
          group.map(({ path }) => path),
          signal,
        );
        for (const [groupIndex, { index }] of group.entries())
          present[index] = groupResults[groupIndex] ?? false;
      };
      await Promise.all(groups.map(probeGroup));
      return present;
    },
    /** Reads a document again before it is sent. */
    reread(checked: CheckedFile, signal?: AbortSignal) {
      return retryInterrupted<RereadDocument>(
        async () => connectionsOf(await processFor(checked.path)).reread(toCheckedFile(checked), signal),
        () => ({ kind: 'not-sendable', reason: driveNotResponding }),
      );
    },
    /** Reads a document in chunks with read-ahead. A chunk is valid until the next one is requested. */
    chunks(checked: CheckedFile) {
      return streamFile(drives, checked.path, toCheckedFile(checked));
    },
    /** Reads the bytes of a file. Throws `file-missing`, or `file-unreadable` with a message when its drive hangs. */
    async *readBytes(path: string) {
      for await (const chunk of streamFile(drives, path, null)) {
        if (chunk.kind === 'not-sendable') throw unreadableError(chunk.reason);
        yield chunk.bytes;
      }
    },
    /** Ends all processes, without waiting for a drive. */
    close: () => drives.close(),
  };
}
