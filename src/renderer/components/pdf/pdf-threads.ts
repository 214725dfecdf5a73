/** @file The thread that all PDFs share, for as long as none of them keeps it to itself. */

/** What ends a thread. */
interface Thread {
  destroy(): void;
}

/** What came of work on a thread: its value, or `null` when the thread was ended before. */
export type Timed<Value> = { readonly value: Value } | null;

/** The thread that is in use, which another one replaces when it does not answer. */
export interface PdfThreads<T extends Thread> {
  current(): T;
  /**
   * Waits at most so many milliseconds for work on a thread. After that the thread is ended with all work on it, and the
   * next call of `current` starts another one. Rejects like the work.
   */
  within<Value>(thread: T, work: Promise<Value>, milliseconds: number): Promise<Timed<Value>>;
}

/** Creates the holder; nothing is started yet. */
export function createPdfThreads<T extends Thread>(start: () => T): PdfThreads<T> {
  let running: T | null = null;
  const waiting = new Map<T, Set<() => void>>();

  function end(thread: T): void {
    if (running === thread) running = null;
    thread.destroy();
    for (const giveUp of waiting.get(thread) ?? []) giveUp();
  }

  return {
    current() {
      running ??= start();
      return running;
    },
    async within(thread, work, milliseconds) {
      const ended = Promise.withResolvers<null>();
      const giveUp = () => ended.resolve(null);
      const others = waiting.get(thread) ?? new Set();
      waiting.set(thread, others.add(giveUp));
      const timer = setTimeout(() => end(thread), milliseconds);
      try {
        return await Promise.race([work.then((value) => ({ value })), ended.promise]);
      } finally {
        clearTimeout(timer);
        others.delete(giveUp);
        if (others.size === 0) waiting.delete(thread);
      }
    },
  };
}
