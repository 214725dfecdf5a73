/** @file Reads a file in chunks through the process of its drive. */
import type { DocumentReason } from '../../../../shared/model/documents/document.ts';
import { type ByteReceiver, ConnectionEnded } from '../../../files/byte-receiver.ts';
import { type DriveProcess, Interrupted } from '../../../files/drive-process.ts';
import type { DriveProcesses } from '../../../files/drive-processes.ts';
import { connectReceiver } from './byte-connections.ts';
import type { CheckedFile, IntakeReply, IntakeRequest } from './messages.ts';
import { closedError, endSession, sendIntakeRequest, unexpectedReply } from './requests.ts';

/** A chunk, or the reason why the read has ended. */
export type StreamedChunk =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'not-sendable'; readonly reason: DocumentReason };

interface ReadSession {
  readonly process: DriveProcess;
  readonly session: number;
  /** `null` when the bytes arrive in messages. */
  readonly receiver: ByteReceiver | null;
}

type ChunkReply = Extract<IntakeReply, { readonly answer: 'chunk' }>['chunk'];

const driveNotResponding: Extract<StreamedChunk, { readonly kind: 'not-sendable' }> = {
  kind: 'not-sendable',
  reason: { code: 'drive-not-responding', facts: {} },
};

async function startReadSession(
  drives: DriveProcesses,
  path: string,
  isLarge: boolean,
): Promise<ReadSession> {
  const process = drives.processOf(await drives.driveOf(path), false);
  const session = process.openSession();
  return { process, session, receiver: isLarge ? await connectReceiver(process, session) : null };
}

/**
 * Reads a file with read-ahead. A chunk is valid until the next one is requested. A checked file is large: its bytes
 * arrive by a socket, or in messages where no socket can be opened.
 */
export async function* streamFile(
  drives: DriveProcesses,
  path: string,
  checked: CheckedFile | null,
): AsyncGenerator<StreamedChunk> {
  let readSession: ReadSession | null = null;
  const requestChunk = async (requestOf: (isStreamed: boolean) => IntakeRequest): Promise<ChunkReply> => {
    try {
      readSession ??= await startReadSession(drives, path, checked !== null);
      const { process, session, receiver } = readSession;
      const reply = await sendIntakeRequest(process, requestOf(receiver !== null), { session });
      return reply.answer === 'chunk' ? reply.chunk : unexpectedReply(reply);
    } catch (thrown) {
      if (!(thrown instanceof Interrupted)) throw thrown;
      if (thrown.cause === 'closed') throw closedError();
      return driveNotResponding;
    }
  };
  const createOpenRequest = (isStreamed: boolean): IntakeRequest =>
    checked === null ? { ask: 'open-unchecked', path } : { ask: 'open', checked, isStreamed };
  try {
    let pending = requestChunk(createOpenRequest);
    for (;;) {
      const chunk = await pending;
      if (chunk.kind === 'not-sendable') {
        yield chunk;
        return;
      }
      if (chunk.kind === 'bytes' && chunk.bytes === null) return;
      pending = requestChunk(() => ({ ask: 'read' }));
      // An aborted upload does not wait for the read-ahead.
      pending.catch(() => undefined);
      if (chunk.kind === 'bytes' && chunk.bytes !== null) yield { kind: 'bytes', bytes: chunk.bytes };
      if (chunk.kind === 'streamed' && !(yield* receiveBytes(readSession, chunk.length))) {
        const finalReply = await pending;
        if (finalReply.kind === 'not-sendable') {
          yield finalReply;
          return;
        }
        abandonProcess(readSession);
        yield driveNotResponding;
        return;
      }
    }
  } finally {
    endReadSession(readSession);
  }
}

/** Yields received bytes; returns false when the process ended before they arrived. */
async function* receiveBytes(
  readSession: ReadSession | null,
  length: number,
): AsyncGenerator<StreamedChunk, boolean> {
  if (readSession === null || readSession.receiver === null) return false;
  try {
    for await (const bytes of readSession.receiver.read(length)) yield { kind: 'bytes', bytes };
    return true;
  } catch (thrown) {
    if (!(thrown instanceof ConnectionEnded)) throw thrown;
    return false;
  }
}

/** Ends a process that is gone although its exit is reported later, so that the next attempt gets another process. */
function abandonProcess(readSession: ReadSession | null): void {
  readSession?.process.abandon();
}

function endReadSession(readSession: ReadSession | null): void {
  readSession?.receiver?.close();
  if (readSession !== null) endSession(readSession.process, readSession.session);
}
