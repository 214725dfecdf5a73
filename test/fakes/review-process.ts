/** @file The review process of a machine, whose asks a test sees and holds up. */
import type { Processes } from '../../src/main/platform.ts';
import { type Request, requestSchema } from '../../src/main/review/envelope.ts';

/** What a test sees of the process. */
export interface WatchedReview {
  /** Every ask, in order. */
  readonly requests: readonly Request[];
  /** Holds up the next ask of a name, and gives what it waits for: `release` lets it go on. */
  hold(name: string): { isHeld(): boolean; release(): void };
}

/** Watches the review process, which must not have been started yet. */
export function watchReview(processes: { start: Processes['start'] }): WatchedReview {
  const { start } = processes;
  const requests: Request[] = [];
  const holds: { readonly name: string; hold(send: () => void): void }[] = [];
  processes.start = (entry, processName, limits) => {
    const child = start(entry, processName, limits);
    if (processName !== 'Paydesk review') return child;
    return {
      ...child,
      send(message) {
        const request = requestSchema.parse(message);
        requests.push(request);
        const place = holds.findIndex(({ name }) => name === request.name);
        const [found] = place < 0 ? [] : holds.splice(place, 1);
        if (found === undefined) child.send(message);
        else found.hold(() => child.send(message));
      },
    };
  };
  return {
    requests,
    hold(name) {
      let held: (() => void) | null = null;
      holds.push({
        name,
        hold: (send) => {
          held = send;
        },
      });
      return { isHeld: () => held !== null, release: () => held?.() };
    },
  };
}
