/** @file The upload limit, shared by all uploads. */
import { delay } from '../../../concurrency/delay.ts';
import type { Clock } from '../../../platform/platform.ts';
import type { OutgoingBody } from '../../../service/http/http-messages.ts';

/** Slices per second: enough for smooth progress of every upload. */
const slicesPerSecond = 16;
const minSliceBytes = 512;

/** Throttles uploads to a common limit, in the order of their requests. */
export class Bandwidth {
  readonly #clock: Clock;
  readonly #currentLimit: () => number | null;
  /** Monotonic time at which the next bytes may be sent. */
  #availableAt = 0;

  /** `limit` is in bytes per second, `null` for none; it is read for every slice, because it may change. */
  constructor(clock: Clock, limit: () => number | null) {
    this.#clock = clock;
    this.#currentLimit = limit;
  }

  /** Throttles a body. After the signal is aborted, nothing is delayed. */
  throttle(body: OutgoingBody, signal: AbortSignal): OutgoingBody {
    const { size } = body;
    const throttleChunk = (chunk: Uint8Array) => this.#slices(chunk, signal);
    return {
      size,
      async *chunks() {
        for await (const chunk of body.chunks()) yield* throttleChunk(chunk);
      },
    };
  }

  async *#slices(chunk: Uint8Array, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    for (let offset = 0; offset < chunk.length; ) {
      const limit = this.#currentLimit();
      const length =
        limit === null ? chunk.length : Math.max(minSliceBytes, Math.floor(limit / slicesPerSecond));
      const slice = chunk.subarray(offset, offset + length);
      if (limit !== null) await this.#waitForTurn(slice.length, limit, signal);
      yield slice;
      offset += slice.length;
    }
  }

  /** Waits until the given number of bytes may be sent, in the order of the requests. */
  #waitForTurn(bytes: number, limit: number, signal: AbortSignal): Promise<void> {
    const now = this.#clock.monotonic();
    const startAt = Math.max(now, this.#availableAt);
    this.#availableAt = startAt + (bytes / limit) * 1000;
    return delay(this.#clock, startAt - now, signal);
  }
}
