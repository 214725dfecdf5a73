/**
 * @file One voice for screen readers: polite, never more than one sentence at a time, and only the newest of several
 * that say the same thing again, such as a progress.
 */
import { useSyncExternalStore } from 'react';

/** Speaks sentences with pauses between them. */
export interface Announcer {
  /** Speaks a sentence. One that waits and has the same `about` is replaced. */
  readonly announce: (sentence: string, about?: string) => void;
  /** Speaks a sentence next and takes back every other one: they are about a session that is over. */
  readonly announceOnly: (sentence: string) => void;
  /** What is being said. */
  readonly said: () => string;
  readonly subscribe: (listener: () => void) => () => void;
}

const pause = 1500;
const maxWaiting = 5;

/** Creates an announcer. `after` calls back once after some milliseconds. */
export function createAnnouncer(after: (milliseconds: number, action: () => void) => void): Announcer {
  const listeners = new Set<() => void>();
  let waiting: { sentence: string; about: string }[] = [];
  let said = '';
  let resting = false;

  function speak(): void {
    const next = waiting.shift();
    resting = next !== undefined;
    if (next === undefined) return;
    // The same sentence again is no change of the region and would not be spoken: a space makes it one.
    said = next.sentence === said ? `${next.sentence}\u00a0` : next.sentence;
    for (const listener of listeners) listener();
    after(pause, speak);
  }

  return {
    announce(sentence, about = sentence) {
      waiting = [...waiting.filter((other) => other.about !== about), { sentence, about }].slice(-maxWaiting);
      if (!resting) speak();
    },
    announceOnly(sentence) {
      waiting = [{ sentence, about: sentence }];
      if (!resting) speak();
      else {
        // The pause after the sentence before goes on; what it said is no longer to be read.
        said = '';
        for (const listener of listeners) listener();
      }
    },
    said: () => said,
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
  return useSyncExternalStore(announcer.subscribe, announcer.said);
}
