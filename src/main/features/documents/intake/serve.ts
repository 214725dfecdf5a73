/** @file Serves the requests of the intake, in a thread of a drive's process. */
import { ByteSender } from '../../../files/byte-sender.ts';
import type { FileServer } from '../../../files/serve.ts';
import { type Piece, pieces, uncheckedPieces } from './file-chunks.ts';
import { inspect } from './inspect.ts';
import {
  type IntakeProgress,
  type IntakeReply,
  type IntakeRequest,
  intakeRequestSchema,
} from './messages.ts';
import { canBeOpened } from './open.ts';
import type { PdfExaminer } from './pdf-examiner.ts';
import { type Checked, pieceLength, reread, type Watcher } from './reread.ts';
import { type FoundFile, walk } from './walk.ts';

/** Found files per message. */
const filesPerMessage = 500;

/** Creates the server of the intake's requests. */
export function createIntakeServer(pdfExaminer: PdfExaminer): FileServer {
  const walks = new Map<number, AsyncGenerator<FoundFile>>();
  const readings = new Map<number, AsyncGenerator<Piece>>();
  const senders = new Map<number, ByteSender>();

  async function nextFiles(session: number, { onProgress }: Watcher): Promise<IntakeReply> {
    const entries = walks.get(session);
    const files: FoundFile[] = [];
    while (entries !== undefined && files.length < filesPerMessage) {
      const next = await entries.next();
      if (next.done === true) break;
      files.push(next.value);
      onProgress();
    }
    const last = files.length < filesPerMessage;
    if (last) walks.delete(session);
    return { answer: 'found', files, last };
  }

  async function nextPiece(session: number): Promise<IntakeReply> {
    const next = await readings.get(session)?.next();
    const piece =
      next === undefined || next.done === true ? { kind: 'bytes' as const, bytes: null } : next.value;
    const sender = senders.get(session);
    if (piece.kind !== 'bytes' || piece.bytes === null) return { answer: 'piece', piece };
    const { bytes } = piece;
    if (sender !== undefined) {
      sender.send(bytes);
      return { answer: 'piece', piece: { kind: 'streamed', length: bytes.length } };
    }
    // Copies a short read, so that the message does not transfer unused memory.
    const whole = bytes.length === bytes.buffer.byteLength ? bytes : bytes.slice();
    return { answer: 'piece', piece: { kind: 'bytes', bytes: whole } };
  }

  async function listen(session: number): Promise<IntakeReply> {
    const connection = await ByteSender.listen(pieceLength);
    if (connection !== null) senders.set(session, connection.sender);
    return { answer: 'listening', address: connection?.address ?? null };
  }

  function open(session: number, checked: Checked, isStreamed: boolean): Promise<IntakeReply> {
    if (!isStreamed) closeSender(session);
    const sender = senders.get(session);
    readings.set(session, sender === undefined ? pieces(checked) : pieces(checked, () => sender.nextBlock()));
    return nextPiece(session);
  }

  function closeSender(session: number): void {
    senders.get(session)?.close();
    senders.delete(session);
  }

  async function answer(
    request: IntakeRequest,
    session: number,
    watcher: Watcher,
    report: (progress: IntakeProgress) => void,
  ): Promise<IntakeReply> {
    switch (request.ask) {
      case 'walk':
        walks.set(session, walk([request.path]));
        return nextFiles(session, watcher);
      case 'more':
        return nextFiles(session, watcher);
      case 'inspect':
        for (const { path, name } of request.files)
          report({
            inspection: await inspect(path, name, { largeBytes: request.largeBytes, watcher, pdfExaminer }),
          });
        return { answer: 'inspected' };
      case 'look':
        for (const path of request.paths) report({ present: await canBeOpened(path) });
        return { answer: 'looked' };
      case 'reread':
        return { answer: 'reread', reread: await reread(request.checked, watcher) };
      case 'listen':
        return listen(session);
      case 'open':
        return open(session, request.checked, request.isStreamed);
      case 'open-unchecked':
        readings.set(session, uncheckedPieces(request.path));
        return nextPiece(session);
      case 'read':
        return nextPiece(session);
      case 'close':
        closeSender(session);
        await readings.get(session)?.return(undefined);
        readings.delete(session);
        walks.delete(session);
        return { answer: 'closed' };
    }
  }

  return {
    answer(body, { session, onProgress, onComputing }) {
      const request = intakeRequestSchema.safeParse(body);
      if (!request.success) return null;
      const watcher = { onProgress: () => onProgress(), onComputing };
      const report = (progress: IntakeProgress) => onProgress(progress);
      return answer(request.data, session, watcher, report).then((reply) => ({
        reply,
        buffers: buffersOf(reply),
      }));
    },
  };
}

/** Buffers of a reply that are transferred instead of copied. */
function buffersOf(reply: IntakeReply): ArrayBuffer[] {
  if (reply.answer === 'reread' && reply.reread.kind === 'bytes') return [reply.reread.bytes.buffer];
  if (reply.answer === 'piece' && reply.piece.kind === 'bytes' && reply.piece.bytes !== null)
    return [reply.piece.bytes.buffer];
  return [];
}
