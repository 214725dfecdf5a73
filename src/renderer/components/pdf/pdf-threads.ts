/** @file The worker thread that all PDFs share, replaced when one of them blocks it. */

interface Thread {
  destroy(): void;
}

/** Result of work on a thread; `null` when the thread was terminated before. */
export type Timed<Value> = { readonly value: Value } | null;

export interface PdfThreads<T extends Thread> {
  current(): T;
  /**
   * Waits for work on a thread, at most `milliseconds`. After a timeout the thread is terminated with all its work, and
   * the next call of `current` starts a new one. Rejects like the work.
   */
  within<Value>(thread: T, work: Promise<Value>, milliseconds: number): Promise<Timed<Value>>;
}

/** Creates the pool; the first thread is started on demand. */
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
