/** @file Printing: what is shown, or every page of it where it has pages. */

/** Makes what is to be printed ready; gives what tidies up afterwards. */
export type PrintPreparation = () => Promise<() => void>;

let preparation: PrintPreparation | null = null;

/** The view that is shown tells how it is printed whole. Gives what takes that back. */
export function preparesPrint(prepare: PrintPreparation): () => void {
  preparation = prepare;
  return () => {
    if (preparation === prepare) preparation = null;
  };
}

/** Opens the system's dialog for printing. Rejects when a page cannot be made ready; then nothing is printed. */
export async function printShown(): Promise<void> {
  const tidy = await preparation?.();
  try {
    window.print();
  } finally {
    tidy?.();
  }
}
