/**
 * @file One voice for screen readers: polite, never more than one sentence at a time, and only the newest of several
 * that say the same thing again, such as a progress.
 */
import { useSyncExternalStore } from 'react';

/** Speaks sentences with pauses between them. */
export interface Announcer {
  /** Speaks a sentence. One that waits and has the same `topic` is replaced. */
  readonly announce: (sentence: string, topic?: string) => void;
  /** Speaks a sentence next and takes back every other one: they are about a session that is over. */
  readonly announceOnly: (sentence: string) => void;
  /** What is being said. */
  readonly current: () => string;
  readonly subscribe: (listener: () => void) => () => void;
}

const pauseMs = 1500;
const maxWaiting = 5;

/** Creates an announcer. `after` calls back once after some milliseconds. */
export function createAnnouncer(after: (milliseconds: number, action: () => void) => void): Announcer {
  const listeners = new Set<() => void>();
  let waiting: { sentence: string; topic: string }[] = [];
  let current = '';
  let resting = false;

  function speak(): void {
    const next = waiting.shift();
    resting = next !== undefined;
    if (next === undefined) return;
    // The same sentence again is no change of the region and would not be spoken: a space makes it one.
    current = next.sentence === current ? `${next.sentence}\u00a0` : next.sentence;
    for (const listener of listeners) listener();
    after(pauseMs, speak);
  }

  return {
    announce(sentence, topic = sentence) {
      waiting = [...waiting.filter((other) => other.topic !== topic), { sentence, topic }].slice(-maxWaiting);
      if (!resting) speak();
    },
    announceOnly(sentence) {
      waiting = [{ sentence, topic: sentence }];
      if (!resting) speak();
      else {
        // The pause after the sentence before goes on; what it said is no longer to be read.
        current = '';
        for (const listener of listeners) listener();
      }
    },
    current: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const announcer = createAnnouncer((milliseconds, action) => {
  window.setTimeout(action, milliseconds);
});

/** See {@link Announcer.announce}. */
export const announce = announcer.announce;

/** See {@link Announcer.announceOnly}. */
export const announceOnly = announcer.announceOnly;

/** What the window says to screen readers now. */
export function useAnnouncement(): string {
  return useSyncExternalStore(announcer.subscribe, announcer.current);
}
