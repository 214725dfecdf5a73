/** @file The clerk's limit for what goes out, shared by all documents on their way. */
import type { Clock } from '../../../platform.ts';
import type { OutgoingBody } from '../../../service/http-messages.ts';

/** A shared line has a place for so many documents within a second, so that none of them looks silent. */
const slicesPerSecond = 16;
const minSliceBytes = 512;

/** The limit, and who waits for it. */
export class Bandwidth {
  readonly #clock: Clock;
  readonly #limit: () => number | null;
  /** Monotonic time at which the line is free again. */
  #freeAt = 0;

  /** `limit` is in bytes per second, `null` for none; it is asked for again and again, because it can be changed. */
  constructor(clock: Clock, limit: () => number | null) {
    this.#clock = clock;
    this.#limit = limit;
  }

  /** The body, at no more than the limit. With a signal that says stop, nothing is waited for any more. */
  throttle(body: OutgoingBody, signal: AbortSignal): OutgoingBody {
    const { size } = body;
    const slow = (chunk: Uint8Array) => this.#pieces(chunk, signal);
    return {
      size,
      async *chunks() {
        for await (const chunk of body.chunks()) yield* slow(chunk);
      },
    };
  }

  async *#pieces(chunk: Uint8Array, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    for (let offset = 0; offset < chunk.length; ) {
      const limit = this.#limit();
      const length =
        limit === null ? chunk.length : Math.max(minSliceBytes, Math.floor(limit / slicesPerSecond));
      const piece = chunk.subarray(offset, offset + length);
      if (limit !== null) await this.#turn(piece.length, limit, signal);
      yield piece;
      offset += piece.length;
    }
  }

  /** Waits until so many bytes may go; whoever asks first goes first. */
  #turn(bytes: number, limit: number, signal: AbortSignal): Promise<void> {
    const now = this.#clock.monotonic();
    const start = Math.max(now, this.#freeAt);
    this.#freeAt = start + (bytes / limit) * 1000;
    if (start <= now || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const resume = () => {
        signal.removeEventListener('abort', stop);
        resolve();
      };
      const cancel = this.#clock.after(start - now, resume);
      const stop = () => {
        cancel();
        resolve();
      };
      signal.addEventListener('abort', stop);
    });
  }
}
