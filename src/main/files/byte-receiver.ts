/** @file The main process's end of a local socket that carries the bytes of a file. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { ByteAddress } from './byte-sender.ts';

/** Size of the reused read buffer in bytes. */
const bufferBytes = 256 * 1024;

/** Thrown when the process at the other end of the socket has ended. */
export class ConnectionEnded extends Error {
  override readonly name = 'BytesEnded';
}

/** Receives bytes. Must be closed. */
export class ByteReceiver {
  readonly #socket: Socket;
  /** Received bytes that are not read yet; the socket is paused until they are read. */
  #unread: Uint8Array | null = null;
  #hasEnded = false;
  #onChange: () => void = () => undefined;
  readonly #closed = Promise.withResolvers<void>();

  private constructor({ path, token }: ByteAddress) {
    const onread = {
      buffer: Buffer.allocUnsafeSlow(bufferBytes),
      callback: (length: number, buffer: Uint8Array) => {
        this.#unread = buffer.subarray(0, length);
        this.#onChange();
        return false;
      },
    };
    this.#socket = connect({ path, onread });
    this.#socket.write(Buffer.from(token, 'hex'));
    const onEnd = () => {
      this.#hasEnded = true;
      this.#onChange();
    };
    this.#socket.on('error', onEnd).on('end', onEnd).on('close', onEnd);
    this.#socket.once('close', () => this.#closed.resolve());
  }

  /** Resolves when no more bytes can arrive. */
  get whenClosed(): Promise<void> {
    return this.#closed.promise;
  }

  /** Connects to the sender; returns `null` when the connection fails. */
  static async connect(address: ByteAddress): Promise<ByteReceiver | null> {
    const receiver = new ByteReceiver(address);
    try {
      await once(receiver.#socket, 'connect');
      return receiver;
    } catch {
      receiver.close();
      return null;
    }
  }

  /**
   * Reads `length` bytes in chunks; a chunk is valid until the next chunk is requested. Throws {@link ConnectionEnded}.
   */
  async *read(length: number): AsyncGenerator<Uint8Array> {
    for (let remaining = length; remaining > 0; ) {
      const unread = await this.#waitForBytes();
      const chunk = unread.subarray(0, remaining);
      remaining -= chunk.length;
      yield chunk;
      this.#unread = chunk.length < unread.length ? unread.subarray(chunk.length) : null;
      if (this.#unread === null) this.#socket.resume();
    }
  }

  close(): void {
    this.#socket.destroy();
  }

  async #waitForBytes(): Promise<Uint8Array> {
    while (this.#unread === null) {
      if (this.#hasEnded) throw new ConnectionEnded('The process of the drive is gone');
      await new Promise<void>((resolve) => {
        this.#onChange = resolve;
      });
    }
    return this.#unread;
  }
}
