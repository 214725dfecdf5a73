/** @file Serves the requests of the intake, in a thread of a drive's process. */
import { ByteSender } from '../../../files/byte-sender.ts';
import type { FileServer } from '../../../files/file-worker.ts';
import { type Chunk, readCheckedChunks, readUncheckedChunks } from './file-chunks.ts';
import { inspect } from './inspect.ts';
import { walk } from './list-folders.ts';
import {
  type CheckedFile,
  type FoundFile,
  type IntakeProgress,
  type IntakeReply,
  type IntakeRequest,
  intakeRequestSchema,
  type Reread,
  type RereadReply,
} from './messages.ts';
import { canBeOpened } from './open.ts';
import type { PdfExaminer } from './pdf-examiner.ts';
import { chunkLength, reread, type Watcher } from './reread.ts';

/** Found files per message. */
const filesPerMessage = 500;

/** Creates the server of the intake's requests. */
export function createIntakeServer(pdfExaminer: PdfExaminer): FileServer {
  const listings = new Map<number, AsyncGenerator<FoundFile>>();
  const chunkReaders = new Map<number, AsyncGenerator<Chunk>>();
  const senders = new Map<number, ByteSender>();

  async function readNextFiles(session: number, { onProgress }: Watcher): Promise<IntakeReply> {
    const listing = listings.get(session);
    const files: FoundFile[] = [];
    while (listing !== undefined && files.length < filesPerMessage) {
      const next = await listing.next();
      if (next.done === true) break;
      files.push(next.value);
      onProgress();
    }
    const last = files.length < filesPerMessage;
    if (last) listings.delete(session);
    return { answer: 'found', files, last };
  }

  async function readNextChunk(session: number): Promise<IntakeReply> {
    const next = await chunkReaders.get(session)?.next();
    const chunk =
      next === undefined || next.done === true ? { kind: 'bytes' as const, bytes: null } : next.value;
    const sender = senders.get(session);
    if (chunk.kind !== 'bytes' || chunk.bytes === null) return { answer: 'chunk', chunk };
    const { bytes } = chunk;
    if (sender !== undefined) {
      sender.send(bytes);
      return { answer: 'chunk', chunk: { kind: 'streamed', length: bytes.length } };
    }
    // Copies a short read, so that the message does not transfer unused memory.
    const ownBytes = bytes.length === bytes.buffer.byteLength ? bytes : bytes.slice();
    return { answer: 'chunk', chunk: { kind: 'bytes', bytes: ownBytes } };
  }

  /** Sends the bytes of a document through the socket of the session, if it has one. */
  function sendBytes(session: number, result: Reread): RereadReply {
    const sender = senders.get(session);
    if (sender === undefined || result.kind !== 'bytes') return result;
    const { length } = result.bytes;
    sender.send(result.bytes);
    return { kind: 'streamed', length };
  }

  async function listen(session: number): Promise<IntakeReply> {
    const connection = await ByteSender.listen(chunkLength);
    if (connection !== null) senders.set(session, connection.sender);
    return { answer: 'listening', address: connection?.address ?? null };
  }

  function openChecked(session: number, checked: CheckedFile, isStreamed: boolean): Promise<IntakeReply> {
    if (!isStreamed) closeSender(session);
    const sender = senders.get(session);
    chunkReaders.set(
      session,
      sender === undefined
        ? readCheckedChunks(checked)
        : readCheckedChunks(checked, () => sender.nextBlock()),
    );
    return readNextChunk(session);
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
        listings.set(session, walk([request.path]));
        return readNextFiles(session, watcher);
      case 'more':
        return readNextFiles(session, watcher);
      case 'inspect':
        for (const { path, name } of request.files)
          report({
            inspection: await inspect(path, name, { largeBytes: request.largeBytes, watcher, pdfExaminer }),
          });
        return { answer: 'inspected' };
      case 'probe':
        for (const path of request.paths) report({ present: await canBeOpened(path) });
        return { answer: 'probed' };
      case 'reread':
        return { answer: 'reread', reread: sendBytes(session, await reread(request.checked, watcher)) };
      case 'listen':
        return listen(session);
      case 'open':
        return openChecked(session, request.checked, request.isStreamed);
      case 'open-unchecked':
        chunkReaders.set(session, readUncheckedChunks(request.path));
        return readNextChunk(session);
      case 'read':
        return readNextChunk(session);
      case 'close':
        closeSender(session);
        await chunkReaders.get(session)?.return(undefined);
        chunkReaders.delete(session);
        listings.delete(session);
        return { answer: 'closed' };
    }
  }

  return {
    answer(body, { session, onProgress, onComputing, transfer }) {
      const request = intakeRequestSchema.safeParse(body);
      if (!request.success) return null;
      const watcher = { onProgress: () => onProgress(), onComputing };
      const report = (progress: IntakeProgress) => onProgress(progress);
      return answer(request.data, session, watcher, report).then((reply) => {
        transfer(buffersOf(reply));
        return reply;
      });
    },
  };
}

/** Buffers of a reply that are transferred instead of copied. */
function buffersOf(reply: IntakeReply): ArrayBuffer[] {
  if (reply.answer === 'reread' && reply.reread.kind === 'bytes') return [reply.reread.bytes.buffer];
  if (reply.answer === 'chunk' && reply.chunk.kind === 'bytes' && reply.chunk.bytes !== null)
    return [reply.chunk.bytes.buffer];
  return [];
}
