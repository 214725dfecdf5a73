/** @file The worker thread that all PDFs share, replaced when a PDF blocks the thread. */

interface Thread {
  destroy(): void;
}

/** Result of work on a thread; `null` when the thread was terminated before the work ended. */
type ThreadResult<Value> = { readonly value: Value } | null;

export interface PdfThreads<T extends Thread> {
  current(): T;
  /**
   * Waits for work on a thread, at most `timeoutMs`. After a timeout the thread is terminated with all its work, and
   * the next call of `current` starts a new one. Rejects when
   * the work rejects.
   */
  runWithTimeout<Value>(thread: T, work: Promise<Value>, timeoutMs: number): Promise<ThreadResult<Value>>;
}

/** Creates the manager of the shared thread; the first thread is started on demand. */
export function createPdfThreads<T extends Thread>(startThread: () => T): PdfThreads<T> {
  let currentThread: T | null = null;
  const pendingByThread = new Map<T, Set<() => void>>();

  function terminate(thread: T): void {
    if (currentThread === thread) currentThread = null;
    thread.destroy();
    for (const abandon of pendingByThread.get(thread) ?? []) abandon();
  }

  return {
    current() {
      currentThread ??= startThread();
      return currentThread;
    },
    async runWithTimeout(thread, work, timeoutMs) {
      const termination = Promise.withResolvers<null>();
      const abandon = () => termination.resolve(null);
      const pendingOnThread = pendingByThread.get(thread) ?? new Set();
      pendingByThread.set(thread, pendingOnThread.add(abandon));
      const timer = setTimeout(() => terminate(thread), timeoutMs);
      try {
        return await Promise.race([work.then((value) => ({ value })), termination.promise]);
      } finally {
        clearTimeout(timer);
        pendingOnThread.delete(abandon);
        if (pendingOnThread.size === 0) pendingByThread.delete(thread);
      }
    },
  };
}
