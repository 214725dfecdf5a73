/**
 * @file Announcements for screen readers: polite, one sentence at a time, and only the newest of several on the
 * same topic, such as a progress.
 */
import { useSyncExternalStore } from 'react';

/** A queue of announcements with pauses between them. */
export interface Announcer {
  /** Announces a sentence. A waiting one with the same `topic` is replaced. */
  readonly announce: (sentence: string, topic?: string) => void;
  /** Announces a sentence next and discards all waiting ones, because they concern a session that has ended. */
  readonly announceOnly: (sentence: string) => void;
  /** The content of the live region. */
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
    // Repeating the same text would not change the region and would not be announced: a space makes a difference.
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
        // The pause after the previous sentence continues, but its text must no longer be read.
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

export const announce = announcer.announce;

export const announceOnly = announcer.announceOnly;

/** The content of the live region, kept current. */
export function useAnnouncement(): string {
  return useSyncExternalStore(announcer.subscribe, announcer.current);
}
