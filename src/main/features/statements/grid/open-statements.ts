/** @file What is open in the viewer, so that it can be closed before files are removed. */

export interface OpenStatements {
  /** Registers a function that closes what a part of the viewer has open. */
  onClose(close: () => Promise<void>): void;
  /** Closes everything; the window opens a statement again when the clerk returns to it. */
  closeAll(): Promise<void>;
}

export function createOpenStatements(): OpenStatements {
  const closers: (() => Promise<void>)[] = [];
  return {
    onClose: (close) => closers.push(close),
    async closeAll() {
      for (const close of closers) await close();
    },
  };
}
