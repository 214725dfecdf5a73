/** @file Sockets that carry the bytes of documents in memory; they stay open for the next documents. */
import { ByteReceiver, ConnectionEnded } from '../../../files/byte-receiver.ts';
import { type DriveProcess, Interrupted } from '../../../files/drive-process.ts';
import { detach } from '../../../workers/detach-buffer.ts';
import type { CheckedFile, Reread } from './messages.ts';
import { endSession, sendIntakeRequest, unexpectedReply } from './requests.ts';

/** Sockets of a process; its threads are not more. The bytes of further documents arrive in messages. */
const maxConnections = 32;

/** A document that was read again. */
export type RereadDocument =
  | Exclude<Reread, { readonly kind: 'bytes' }>
  | {
      readonly kind: 'bytes';
      readonly bytes: Uint8Array;
      /** Frees the memory, if the document has its own. The bytes are not used afterwards. */
      free(): void;
    };

interface ByteConnection {
  readonly session: number;
  readonly receiver: ByteReceiver;
}

/** Opens a socket for the bytes of a session; returns `null` when the system does not allow it. */
export async function connectReceiver(process: DriveProcess, session: number): Promise<ByteReceiver | null> {
  const reply = await sendIntakeRequest(process, { ask: 'listen' }, { session });
  if (reply.answer !== 'listening') return unexpectedReply(reply);
  return reply.address === null ? null : await ByteReceiver.connect(reply.address);
}

/** The sockets of one process. They end with the process, which they do not keep alive. */
export class ByteConnections {
  readonly #process: DriveProcess;
  readonly #free = new Set<ByteConnection>();
  #count = 0;

  constructor(process: DriveProcess) {
    this.#process = process;
  }

  /** Reads a document again. Rejects like {@link DriveProcess.request}. */
  async reread(checked: CheckedFile, signal: AbortSignal | undefined): Promise<RereadDocument> {
    const connection = await this.#take();
    let isReusable = false;
    try {
      const result = await this.#rereadThrough(connection, checked, signal);
      isReusable = true;
      return result;
    } finally {
      if (connection !== null && isReusable) this.#free.add(connection);
      else if (connection !== null) this.#close(connection);
    }
  }

  async #rereadThrough(
    connection: ByteConnection | null,
    checked: CheckedFile,
    signal: AbortSignal | undefined,
  ): Promise<RereadDocument> {
    const reply = await sendIntakeRequest(
      this.#process,
      { ask: 'reread', checked },
      { signal, ...(connection === null ? {} : { session: connection.session }) },
    );
    if (reply.answer !== 'reread') return unexpectedReply(reply);
    const { reread } = reply;
    // The memory of a message may contain further messages.
    if (reread.kind === 'bytes') return { ...reread, free: () => undefined };
    if (reread.kind !== 'streamed') return reread;
    if (connection === null) return unexpectedReply(reply);
    const bytes = await this.#receive(connection.receiver, reread.length);
    return { kind: 'bytes', bytes, free: () => detach(bytes) };
  }

  async #receive(receiver: ByteReceiver, length: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = Buffer.allocUnsafeSlow(length);
    let offset = 0;
    try {
      for await (const chunk of receiver.read(length)) {
        bytes.set(chunk, offset);
        offset += chunk.length;
      }
    } catch (thrown) {
      if (!(thrown instanceof ConnectionEnded)) throw thrown;
      this.#process.abandon();
      throw new Interrupted('crashed');
    }
    return bytes;
  }

  async #take(): Promise<ByteConnection | null> {
    const [free] = this.#free;
    if (free !== undefined) {
      this.#free.delete(free);
      return free;
    }
    if (this.#count === maxConnections) return null;
    this.#count += 1;
    const session = this.#process.openSession({ mayBeIdle: true });
    const receiver = await connectReceiver(this.#process, session);
    // Without a socket, the count stays, so that it is not attempted for every document.
    if (receiver === null) return null;
    const connection = { session, receiver };
    // An ended process may be known for long, and each socket has a buffer.
    void receiver.whenClosed.then(() => this.#free.delete(connection));
    return connection;
  }

  #close({ session, receiver }: ByteConnection): void {
    this.#count -= 1;
    receiver.close();
    endSession(this.#process, session);
  }
}
