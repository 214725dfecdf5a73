/** @file The clock of relative times on screen: it ticks once a minute while a component uses it. */
import { useSyncExternalStore } from 'react';

const minuteMs = 60_000;
const listeners = new Set<() => void>();
let now = new Date();
let timer: number | undefined;

function tick(): void {
  now = new Date();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = new Date();
    timer = window.setInterval(tick, minuteMs);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.clearInterval(timer);
  };
}

/** The current time, at most a minute old. The component renders again when it changes. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, () => now);
}
