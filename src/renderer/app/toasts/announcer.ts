/**
 * @file Announcements for screen readers: polite, one sentence at a time, and only the newest of several on the
 * same topic, such as a progress.
 */
import { useSyncExternalStore } from 'react';

/** A queue of announcements with pauses between them. */
interface Announcer {
  /** Announces a sentence. It replaces a queued sentence of the same `topic`. */
  readonly announce: (sentence: string, topic?: string) => void;
  /** Announces a sentence next and discards the queued sentences, which concern a session that has ended. */
  readonly announceOnly: (sentence: string) => void;
  /** The content of the live region. */
  readonly currentText: () => string;
  readonly subscribe: (listener: () => void) => () => void;
}

const pauseMs = 1500;
const maxQueued = 5;

/** Creates an announcer. `schedule` calls `action` once after some milliseconds. */
export function createAnnouncer(schedule: (milliseconds: number, action: () => void) => void): Announcer {
  const listeners = new Set<() => void>();
  let queue: { sentence: string; topic: string }[] = [];
  let current = '';
  let isPausing = false;

  function announceNext(): void {
    const next = queue.shift();
    isPausing = next !== undefined;
    if (next === undefined) return;
    // A repeated text would not change the live region and would not be announced; the added space changes it.
    current = next.sentence === current ? `${next.sentence}\u00a0` : next.sentence;
    for (const listener of listeners) listener();
    schedule(pauseMs, announceNext);
  }

  return {
    announce(sentence, topic = sentence) {
      queue = [...queue.filter((other) => other.topic !== topic), { sentence, topic }].slice(-maxQueued);
      if (!isPausing) announceNext();
    },
    announceOnly(sentence) {
      queue = [{ sentence, topic: sentence }];
      if (!isPausing) announceNext();
      else {
        // The pause after the previous sentence continues, but the previous sentence must no longer be read.
        current = '';
        for (const listener of listeners) listener();
      }
    },
    currentText: () => current,
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

export function useAnnouncement(): string {
  return useSyncExternalStore(announcer.subscribe, announcer.currentText);
}
