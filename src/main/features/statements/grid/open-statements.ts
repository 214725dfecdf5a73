/** @file What is open in the viewer, so that it can be closed before files are removed. */

export type OpenStatements = ReturnType<typeof createOpenStatements>;

export function createOpenStatements() {
  const closers: (() => Promise<void>)[] = [];
  return {
    /** Registers a function that closes what a part of the viewer has open. */
    onClose: (close: () => Promise<void>) => closers.push(close),
    /** Closes everything; the window opens a statement again when the clerk returns to it. */
    async closeAll() {
      for (const close of closers) await close();
    },
  };
}
