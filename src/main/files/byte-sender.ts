/**
 * @file The thread's end of a local socket by which bytes of a file reach main. Messages between processes copy every
 * byte several times into new memory; a socket copies it twice, into memory that is used again and again.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { z } from 'zod';

/** Where main connects, and what it says first, so that nobody else gets the bytes. */
export const byteAddressSchema = z.object({ path: z.string(), token: z.string() });

/** See {@link byteAddressSchema}. */
export type ByteAddress = z.infer<typeof byteAddressSchema>;

/** One block is on its way while the next one is read. */
const blocks = 2;
const tokenBytes = 32;

/** A path for a socket. */
interface SocketPath {
  readonly path: string;
  remove(): Promise<void>;
}

/** Makes a path that only this account can reach: in a folder of its own, or among the names of Windows. */
async function createSocketPath(): Promise<SocketPath> {
  // A pipe of Windows can be opened by others who guess its name, but they do not know the token.
  if (process.platform === 'win32')
    return {
      path: `\\\\.\\pipe\\paydesk-${randomBytes(tokenBytes).toString('hex')}`,
      remove: () => Promise.resolve(),
    };
  const folder = await mkdtemp(join(tmpdir(), 'paydesk-bytes-'));
  return {
    path: join(folder, 'socket'),
    remove: () => rm(folder, { recursive: true, force: true }).catch(() => undefined),
  };
}

/** Sends bytes to the one that connects with the token. To be closed. */
export class ByteSender {
  readonly #server: Server;
  readonly #place: SocketPath;
  readonly #token = randomBytes(tokenBytes);
  readonly #free: Uint8Array<ArrayBuffer>[] = [];
  #allocated = 0;
  #socket: Socket | null = null;
  #onFree: () => void = () => undefined;
  readonly #blockLength: number;
  /** Sent before anybody had connected. */
  readonly #waiting: Uint8Array<ArrayBuffer>[] = [];

  private constructor(server: Server, socketPath: SocketPath, blockLength: number) {
    this.#server = server;
    this.#place = socketPath;
    this.#blockLength = blockLength;
    server.on('connection', (socket) => this.#admit(socket));
  }

  /** Listens; `null` where the system lets nobody listen. */
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

  /** Gives memory for the next block, as soon as one of the blocks before has left. */
  async nextBlock(): Promise<Uint8Array<ArrayBuffer>> {
    for (;;) {
      const block = this.#free.pop();
      if (block !== undefined) return block;
      if (this.#allocated < blocks) {
        this.#allocated += 1;
        return new Uint8Array(this.#blockLength);
      }
      await new Promise<void>((resolve) => {
        this.#onFree = resolve;
      });
    }
  }

  /** Sends the start of what {@link nextBlock} gave, which is not to be touched any more. */
  send(bytes: Uint8Array<ArrayBuffer>): void {
    if (this.#socket === null) this.#waiting.push(bytes);
    else this.#write(this.#socket, bytes);
  }

  close(): void {
    this.#stopListening();
    this.#socket?.destroy();
  }

  #stopListening(): void {
    this.#server.close();
    void this.#place.remove();
  }

  #write(socket: Socket, bytes: Uint8Array<ArrayBuffer>): void {
    socket.write(bytes, () => {
      this.#free.push(new Uint8Array(bytes.buffer));
      this.#onFree();
    });
  }

  #admit(socket: Socket): void {
    let received = Buffer.alloc(0);
    // Whoever reads the file is told by a message that nobody takes the bytes any more.
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      received = Buffer.concat([received, data]);
      if (received.length < tokenBytes) return;
      const isMain = received.length === tokenBytes && timingSafeEqual(received, this.#token);
      if (!isMain || this.#socket !== null) return void socket.destroy();
      this.#socket = socket;
      this.#stopListening();
      for (const bytes of this.#waiting.splice(0)) this.#write(socket, bytes);
    });
  }
}
