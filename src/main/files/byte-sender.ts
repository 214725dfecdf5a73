/**
 * @file The worker thread's end of a local socket that carries the bytes of a file. Messages between processes copy
 * every byte several times into new memory; a socket copies it twice, into reused memory.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, rmdir } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { z } from 'zod';
import { detach } from '../workers/detach-buffer.ts';

/**
 * Address of the socket, and the token that the main process sends first, so that no other process gets the bytes.
 */
export const byteAddressSchema = z.object({ path: z.string(), token: z.string() });

export type ByteAddress = z.infer<typeof byteAddressSchema>;

/** Number of blocks: while one block is being sent, the next block is read. */
const maxBlocks = 2;
const tokenBytes = 32;

/** A path for a socket. */
interface SocketPath {
  readonly path: string;
  remove(): Promise<void>;
}

/** Creates a path that only this account can access: in a private folder, or as a named pipe on Windows. */
async function createSocketPath(): Promise<SocketPath> {
  // On Windows, others may open the pipe if they guess its name, but they do not know the token.
  if (process.platform === 'win32')
    return {
      path: `\\\\.\\pipe\\paydesk-${randomBytes(tokenBytes).toString('hex')}`,
      remove: () => Promise.resolve(),
    };
  const folder = await mkdtemp(join(tmpdir(), 'paydesk-bytes-'));
  const path = join(folder, 'socket');
  return {
    path,
    remove: () =>
      rm(path, { force: true })
        .then(() => rmdir(folder))
        .catch(() => undefined),
  };
}

/** Sends bytes to the client with the token. Must be closed. */
export class ByteSender {
  readonly #server: Server;
  readonly #socketPath: SocketPath;
  readonly #token = randomBytes(tokenBytes);
  readonly #freeBlocks: Uint8Array<ArrayBuffer>[] = [];
  readonly #blocks = new Set<ArrayBuffer>();
  #socket: Socket | null = null;
  #onFree: () => void = () => undefined;
  readonly #blockLength: number;
  /** Bytes that were sent before the client connected. */
  readonly #unsentBytes: Uint8Array<ArrayBuffer>[] = [];

  private constructor(server: Server, socketPath: SocketPath, blockLength: number) {
    this.#server = server;
    this.#socketPath = socketPath;
    this.#blockLength = blockLength;
    server.on('connection', (socket) => this.#authenticate(socket));
  }

  /** Listens on a new socket; returns `null` when the system does not allow it. */
  static async listen(
    blockLength: number,
  ): Promise<{ readonly sender: ByteSender; readonly address: ByteAddress } | null> {
    let socketPath: SocketPath | null = null;
    try {
      socketPath = await createSocketPath();
      const server = createServer({ noDelay: true });
      const sender = new ByteSender(server, socketPath, blockLength);
      server.listen(socketPath.path);
      await once(server, 'listening');
      return { sender, address: { path: socketPath.path, token: sender.#token.toString('hex') } };
    } catch {
      await socketPath?.remove();
      return null;
    }
  }

  /** Returns memory for the next block, as soon as an earlier block has been sent. */
  async nextBlock(): Promise<Uint8Array<ArrayBuffer>> {
    for (;;) {
      const block = this.#freeBlocks.pop();
      if (block !== undefined) return block;
      if (this.#blocks.size < maxBlocks) {
        const newBlock = new Uint8Array(this.#blockLength);
        this.#blocks.add(newBlock.buffer);
        return newBlock;
      }
      await new Promise<void>((resolve) => {
        this.#onFree = resolve;
      });
    }
  }

  /** Sends the start of a block from {@link nextBlock}, or of other memory. Neither may be used afterwards. */
  send(bytes: Uint8Array<ArrayBuffer>): void {
    if (this.#socket === null) this.#unsentBytes.push(bytes);
    else this.#write(this.#socket, bytes);
  }

  close(): void {
    this.#stopListening();
    this.#socket?.destroy();
  }

  #stopListening(): void {
    this.#server.close();
    void this.#socketPath.remove();
  }

  #write(socket: Socket, bytes: Uint8Array<ArrayBuffer>): void {
    socket.write(bytes, () => {
      if (this.#blocks.has(bytes.buffer)) {
        this.#freeBlocks.push(new Uint8Array(bytes.buffer));
        this.#onFree();
      } else detach(bytes);
    });
  }

  #authenticate(socket: Socket): void {
    let received = Buffer.alloc(0);
    // Main reports a lost connection by a message, so the error of the socket is ignored.
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      received = Buffer.concat([received, data]);
      if (received.length < tokenBytes) return;
      const isMain = received.length === tokenBytes && timingSafeEqual(received, this.#token);
      if (!isMain || this.#socket !== null) return void socket.destroy();
      this.#socket = socket;
      this.#stopListening();
      for (const bytes of this.#unsentBytes.splice(0)) this.#write(socket, bytes);
    });
  }
}
