/** @file The upload limit, shared by all uploads. */
import type { Clock } from '../../../platform.ts';
import type { OutgoingBody } from '../../../service/http-messages.ts';

/** Slices per second: each upload gets its turn often enough not to look stalled. */
const slicesPerSecond = 16;
const minSliceBytes = 512;

/** Throttles uploads to a common limit, first come, first served. */
export class Bandwidth {
  readonly #clock: Clock;
  readonly #limit: () => number | null;
  /** Monotonic time at which the line is free. */
  #freeAt = 0;

  /** `limit` is in bytes per second, `null` for none; it is read for every slice, because it may change. */
  constructor(clock: Clock, limit: () => number | null) {
    this.#clock = clock;
    this.#limit = limit;
  }

  /** Throttles a body. After the signal is aborted, nothing is delayed. */
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

  /** Waits until the given number of bytes may be sent, first come, first served. */
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
