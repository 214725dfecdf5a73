/** @file Prints the current view; views with pages prepare all of them first. */

/** Prepares a view for printing; returns the cleanup function. */
type PrintPreparation = () => Promise<() => void>;

let preparation: PrintPreparation | null = null;

/** Registers the preparation of the current view; returns the function that unregisters it. */
export function registerPrintPreparation(prepare: PrintPreparation): () => void {
  preparation = prepare;
  return () => {
    if (preparation === prepare) preparation = null;
  };
}

/** Opens the system's print dialog. Rejects without printing when a page cannot be prepared. */
export async function printView(): Promise<void> {
  const cleanUp = await preparation?.();
  try {
    window.print();
  } finally {
    cleanUp?.();
  }
}
