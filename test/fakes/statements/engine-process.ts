/** @file A real statement engine whose requests a test observes and delays. */
import type { Processes } from '../../../src/main/platform/platform.ts';
import { type Request, requestSchema } from '../../../src/main/statement-engine/process/envelope.ts';
import { callSchema } from '../../../src/main/workers/protocol.ts';

/** The observed process. */
interface WatchedEngine {
  /** All requests, in order. */
  readonly requests: readonly Request[];
  /** Delays the next request with this name until `release` is called. */
  delayNext(name: string): { isDelayed(): boolean; release(): void };
  /** Ends the process. */
  end(): void;
}

/** Watches the statement engine, which must not have been started yet. */
export function watchEngine(processes: { start: Processes['start'] }): WatchedEngine {
  const { start } = processes;
  const requests: Request[] = [];
  let end = () => {};
  const delays: { readonly name: string; delay(send: () => void): void }[] = [];
  processes.start = (entry, processName) => {
    const child = start(entry, processName);
    if (processName !== 'Paydesk statement engine') return child;
    end = () => child.kill();
    return {
      ...child,
      send(message) {
        const { body: request } = callSchema.extend({ body: requestSchema }).parse(message);
        requests.push(request);
        const index = delays.findIndex(({ name }) => name === request.name);
        const [matchingDelay] = index < 0 ? [] : delays.splice(index, 1);
        if (matchingDelay === undefined) child.send(message);
        else matchingDelay.delay(() => child.send(message));
      },
    };
  };
  return {
    requests,
    end: () => end(),
    delayNext(name) {
      let sendDelayed: (() => void) | null = null;
      delays.push({
        name,
        delay: (send) => {
          sendDelayed = send;
        },
      });
      return { isDelayed: () => sendDelayed !== null, release: () => sendDelayed?.() };
    },
  };
}
