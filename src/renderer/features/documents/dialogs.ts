/** @file Dialogs of the documents screen, opened by its buttons or by commands. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** A dialog of one batch. */
export interface BatchDialog {
  readonly kind: 'cancel' | 'close' | 'discard' | 'folders' | 'pattern' | 'manifest';
  readonly batchId: number;
  /** For `manifest`: the document to open as the list; without one, the clerk chooses a file. */
  readonly documentId?: number;
}

const store = createStore<{ readonly dialog: BatchDialog | null }>(() => ({ dialog: null }));

/** Opens a dialog in place of the current one; `null` closes it. */
export function openDialog(dialog: BatchDialog | null): void {
  store.setState({ dialog });
}

/** Returns the open dialog. */
export function useOpenDialog(): BatchDialog | null {
  return useStore(store, (state) => state.dialog);
}
