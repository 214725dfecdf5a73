/** @file One clock for everything on screen that says *today* or *left*: it ticks once a minute while anybody looks. */
import { useSyncExternalStore } from 'react';

const minute = 60_000;
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
    timer = window.setInterval(tick, minute);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.clearInterval(timer);
  };
}

/** The present moment, at most a minute old. The component is drawn again when it moves. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, () => now);
}
