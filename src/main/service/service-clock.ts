/** @file Compares the clock of this computer with those of the service’s hosts, which date their answers. */
import type { Clock } from '../platform/platform.ts';
import { answerTime } from './answers.ts';
import type { Http } from './http/http.ts';

/** Milliseconds by which the clocks may differ. */
const maxOffsetMs = 10 * 60_000;
/** Change of wall time against monotonic time after which the clock was set, or the computer slept, since a comparison. */
const maxDriftMs = 60_000;
/** Change of the offset that is published. */
const minChangeMs = 60_000;

/**
 * Starts without a comparison. `onOffset` is called with the milliseconds by which the service is ahead when it is
 * discovered that the clock is wrong, and with 0 when it is right again.
 */
export function createServiceClock(clock: Clock, onOffset: (offsetMs: number) => void) {
  const comparisons = new Map<string, { readonly offsetMs: number; readonly driftMs: number }>();
  let publishedMs = 0;
  const readDrift = () => clock.now() - clock.monotonic();

  /** The smallest offset of any host: the clock of one host may be wrong, and a network may answer in its place. */
  function findOffset(): number {
    const driftMs = readDrift();
    const offsets = [...comparisons.values()]
      .filter((comparison) => Math.abs(comparison.driftMs - driftMs) <= maxDriftMs)
      .map(({ offsetMs }) => offsetMs)
      .sort((a, b) => Math.abs(a) - Math.abs(b));
    const [smallestMs = 0] = offsets;
    const offsetMs = Math.abs(smallestMs) > maxOffsetMs ? smallestMs : 0;
    if (Math.abs(offsetMs - publishedMs) >= minChangeMs) {
      publishedMs = offsetMs;
      onOffset(offsetMs);
    }
    return publishedMs;
  }

  function compare({ host }: URL, date: string | null): void {
    const time = answerTime({ date });
    if (time === null) return;
    comparisons.set(host, { offsetMs: time - clock.now(), driftMs: readDrift() });
    findOffset();
  }

  return {
    /** The clock of this computer. While it is wrong, `now` returns the time of the service, by which links expire. */
    clock: { ...clock, now: () => clock.now() + findOffset() } satisfies Clock,
    /** Returns a client that compares the clocks with each answer. */
    observe: (http: Http): Http => ({
      ...http,
      async send(outgoing) {
        const incoming = await http.send(outgoing);
        compare(outgoing.url, incoming.date);
        return incoming;
      },
      async stream(request) {
        const stream = await http.stream(request);
        compare(request.url, stream.header('date'));
        return stream;
      },
    }),
  };
}
