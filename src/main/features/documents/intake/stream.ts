/** @file Reads a file in chunks through the process of its drive. */
import type { DocumentReason } from '../../../../shared/model/document.ts';
import { ByteReceiver, ConnectionEnded } from '../../../files/byte-receiver.ts';
import { type DriveProcess, Interrupted } from '../../../files/drive-process.ts';
import type { DriveProcesses } from '../../../files/drive-processes.ts';
import type { IntakeReply, IntakeRequest } from './messages.ts';
import { closedError, endSession, sendIntakeRequest, unexpectedReply } from './requests.ts';
import type { Checked } from './reread.ts';

/** A chunk, or the reason why the read has ended. */
export type StreamedPiece =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'not-sendable'; readonly reason: DocumentReason };

interface Reading {
  readonly process: DriveProcess;
  readonly session: number;
  /** `null` when the bytes arrive in messages. */
  readonly receiver: ByteReceiver | null;
}

type PieceReply = Extract<IntakeReply, { readonly answer: 'piece' }>['piece'];

const silent: Extract<StreamedPiece, { readonly kind: 'not-sendable' }> = {
  kind: 'not-sendable',
  reason: { code: 'drive-not-responding', facts: {} },
};

async function begin(drives: DriveProcesses, path: string, isLarge: boolean): Promise<Reading> {
  const process = drives.processOf(await drives.driveOf(path), false);
  const session = process.openSession();
  if (!isLarge) return { process, session, receiver: null };
  const reply = await sendIntakeRequest(process, { ask: 'listen' }, { session });
  if (reply.answer !== 'listening') return unexpectedReply(reply);
  const receiver = reply.address === null ? null : await ByteReceiver.connect(reply.address);
  return { process, session, receiver };
}

/**
 * Reads a file with read-ahead. A chunk is valid until the next one is requested. A checked file is large: its bytes
 * arrive by a socket, or in messages where no socket can be opened.
 */
export async function* streamFile(
  drives: DriveProcesses,
  path: string,
  checked: Checked | null,
): AsyncGenerator<StreamedPiece> {
  let reading: Reading | null = null;
  const next = async (requestOf: (isStreamed: boolean) => IntakeRequest): Promise<PieceReply> => {
    try {
      reading ??= await begin(drives, path, checked !== null);
      const { process, session, receiver } = reading;
      const reply = await sendIntakeRequest(process, requestOf(receiver !== null), { session });
      return reply.answer === 'piece' ? reply.piece : unexpectedReply(reply);
    } catch (thrown) {
      if (!(thrown instanceof Interrupted)) throw thrown;
      if (thrown.cause === 'closed') throw closedError();
      return silent;
    }
  };
  const open = (isStreamed: boolean): IntakeRequest =>
    checked === null ? { ask: 'open-unchecked', path } : { ask: 'open', checked, isStreamed };
  try {
    let coming = next(open);
    for (;;) {
      const piece = await coming;
      if (piece.kind === 'not-sendable') {
        yield piece;
        return;
      }
      if (piece.kind === 'bytes' && piece.bytes === null) return;
      coming = next(() => ({ ask: 'read' }));
      // An aborted upload does not wait for the read-ahead.
      coming.catch(() => undefined);
      if (piece.kind === 'bytes' && piece.bytes !== null) yield { kind: 'bytes', bytes: piece.bytes };
      if (piece.kind === 'streamed' && !(yield* received(reading, piece.length))) {
        const last = await coming;
        yield last.kind === 'not-sendable' ? last : silent;
        return;
      }
    }
  } finally {
    finish(reading);
  }
}

/** Yields received bytes; returns false when the process ended before they arrived. */
async function* received(reading: Reading | null, length: number): AsyncGenerator<StreamedPiece, boolean> {
  if (reading === null || reading.receiver === null) return false;
  try {
    for await (const bytes of reading.receiver.read(length)) yield { kind: 'bytes', bytes };
    return true;
  } catch (thrown) {
    if (!(thrown instanceof ConnectionEnded)) throw thrown;
    return false;
  }
}

function finish(reading: Reading | null): void {
  reading?.receiver?.close();
  if (reading !== null) endSession(reading.process, reading.session);
}
