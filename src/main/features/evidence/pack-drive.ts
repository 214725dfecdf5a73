/** @file Writes and checks packs from main, in the process of their drive (ADR 0013). */
import { PaydeskError } from '../../../shared/errors.ts';
import type { PackFindings } from '../../../shared/model/evidence.ts';
import { SerialQueue } from '../../concurrency/serial-queue.ts';
import type { DriveProcess } from '../../files/drive-process.ts';
import type { DriveProcesses } from '../../files/drive-processes.ts';
import { processFor, requestFromProcess } from '../../files/drive-requests.ts';
import { withSaveErrors } from '../../files/saving.ts';
import { type PackReply, type PackRequest, packReplySchema } from './pack-messages.ts';

/** Bytes per message. */
const maxBytesPerMessage = 1024 * 1024;

/** The bytes that were written or compared, reported as they progress. */
type OnBytes = (bytes: number) => void;

/** A file that was written. */
export interface WrittenFile {
  readonly size: number;
  /** In hex. */
  readonly sha256: string;
}

/** A pack that is being written. */
interface PackWriter {
  /** Writes the next file. */
  add(path: string, content: AsyncIterable<Uint8Array>, onBytes: OnBytes): Promise<WrittenFile>;
}

export type PackDrive = ReturnType<typeof createPackDrive>;

function cancelled(): PaydeskError {
  return new PaydeskError('cancelled', 'The job was stopped');
}

export function requireNotCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw cancelled();
}

/** Settles with `work`, or rejects with `cancelled` as soon as the signal is aborted; the work is then not waited for. */
export async function unlessCancelled<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(cancelled());
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    if (signal.aborted) onAbort();
    return await Promise.race([promise, work]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function throwUnexpectedReply(reply: PackReply): never {
  throw new PaydeskError('unexpected', `The process of the drive answered ${reply.answer}`);
}

function packRemains(remainingFolder: string): PaydeskError {
  return new PaydeskError('file-not-written', 'An unfinished pack could not be removed', {
    details: { remainingFolder },
  });
}

function hasCode(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === code;
}

/** Maps the code of a folder with content to `pack-folder-taken`; other errors are unchanged. */
function toPlaceError(thrown: unknown): unknown {
  if (!hasCode(thrown, 'ENOTEMPTY') && !hasCode(thrown, 'EEXIST')) return thrown;
  return new PaydeskError('pack-folder-taken', 'Something is in the folder');
}

function toCheckError(thrown: unknown): unknown {
  if (thrown instanceof PaydeskError) return thrown;
  if (hasCode(thrown, 'E2BIG'))
    return new PaydeskError('pack-not-checked', 'The folder is too large for a pack');
  return new PaydeskError('file-unreadable', 'The folder cannot be read');
}

async function rethrow<Result>(
  work: Promise<Result>,
  toError: (thrown: unknown) => unknown,
): Promise<Result> {
  try {
    return await work;
  } catch (thrown) {
    throw toError(thrown);
  }
}

/** Yields the bytes in blocks of one message each; a library yields smaller pieces, and each message takes a while. */
async function* toMessages(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let block = new Uint8Array(maxBytesPerMessage);
  let length = 0;
  for await (const piece of content) {
    for (let start = 0; start < piece.length; ) {
      const part = piece.subarray(start, start + maxBytesPerMessage - length);
      block.set(part, length);
      start += part.length;
      length += part.length;
      if (length < maxBytesPerMessage) continue;
      yield block;
      block = new Uint8Array(maxBytesPerMessage);
      length = 0;
    }
  }
  // A copy, because a message includes all the memory behind a view.
  if (length > 0) yield block.slice(0, length);
}

/** Creates the access over the processes of the drives. */
export function createPackDrive(drives: DriveProcesses) {
  async function openSession(path: string) {
    const process: DriveProcess = await processFor(drives, path);
    const session = process.openSession();
    // A pack is discarded after the write that was under way.
    const requests = new SerialQueue();
    return (request: PackRequest, endsSession = false) =>
      requests.run(() => requestFromProcess(process, request, packReplySchema, { session, endsSession }));
  }

  async function writePack(
    path: string,
    signal: AbortSignal,
    fill: (pack: PackWriter) => Promise<void>,
  ): Promise<void> {
    const send = await openSession(path);
    let unfinishedFolder: string | null = null;
    try {
      const begun = await send({ ask: 'pack-begin', path });
      unfinishedFolder = begun.answer === 'begun' ? begun.folder : throwUnexpectedReply(begun);
      const filling = fill({
        async add(filePath, content, onBytes) {
          await send({ ask: 'pack-file', path: filePath });
          for await (const bytes of toMessages(content)) {
            requireNotCancelled(signal);
            await send({ ask: 'pack-append', bytes });
            onBytes(bytes.length);
          }
          const reply = await send({ ask: 'pack-file-end' });
          return reply.answer === 'file' ? reply : throwUnexpectedReply(reply);
        },
      });
      // A content may take long, for example while a statement is checked.
      await unlessCancelled(signal, filling);
      requireNotCancelled(signal);
      await send({ ask: 'pack-finish' });
    } catch (thrown) {
      const isRemoved = await send({ ask: 'pack-end' }, true).then(
        () => true,
        () => false,
      );
      // A folder with unencrypted files matters more than the original error.
      if (!isRemoved && unfinishedFolder !== null) throw packRemains(unfinishedFolder);
      throw thrown;
    }
    // The pack is complete, whatever becomes of the session.
    await send({ ask: 'pack-end' }, true).catch(() => undefined);
  }

  async function checkPack(
    path: string,
    signal: AbortSignal,
    onBytes: (done: number, total: number) => void,
  ): Promise<PackFindings> {
    const send = await openSession(path);
    let findings: PackFindings | null = null;
    try {
      const begun = await send({ ask: 'pack-check', path });
      const total = begun.answer === 'checking' ? begun.total : throwUnexpectedReply(begun);
      for (let done = 0, isDone = false; !isDone; ) {
        requireNotCancelled(signal);
        const step = await send({ ask: 'pack-check-next' });
        if (step.answer !== 'checked') return throwUnexpectedReply(step);
        done += step.bytes;
        isDone = step.isDone;
        // A file may grow while it is read.
        onBytes(Math.min(done, total), total);
      }
    } finally {
      const ended = await send({ ask: 'pack-check-end' }, true).catch(() => null);
      if (ended?.answer === 'findings') findings = ended.findings;
    }
    if (findings === null) throw new PaydeskError('unexpected', 'The check has no result');
    return findings;
  }

  return {
    /** Returns what is at the path of a new pack. Rejects with `drive-not-responding` or `file-not-written`. */
    async findPlace(path: string) {
      const send = await openSession(path);
      const reply = await withSaveErrors(send({ ask: 'pack-place', path }, true));
      return reply.answer === 'place' ? reply.state : throwUnexpectedReply(reply);
    },
    /**
     * Writes a pack that `fill` adds files to: completely, or nothing when `fill` rejects. Rejects with
     * `pack-folder-taken`, like `withSaveErrors`, and with `cancelled` when the signal is aborted. Rejects with
     * `file-not-written` and the path `remainingFolder` when the unfinished pack cannot be removed.
     */
    write: (path: string, signal: AbortSignal, fill: (pack: PackWriter) => Promise<void>) =>
      withSaveErrors(rethrow(writePack(path, signal, fill), toPlaceError)),
    /**
     * Checks a folder. Rejects with `pack-not-checked`, `file-unreadable`, and with `cancelled` when the signal is aborted.
     */
    check: (path: string, signal: AbortSignal, onBytes: (done: number, total: number) => void) =>
      rethrow(checkPack(path, signal, onBytes), toCheckError),
  };
}
