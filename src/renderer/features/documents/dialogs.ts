/** @file Dialogs of the documents screen, opened by its buttons or by commands. */
import { createProfileStore } from '../../app/profiles/profile-store.ts';

export interface BatchDialog {
  readonly kind: 'cancel' | 'close' | 'discard' | 'folders' | 'pattern' | 'manifest';
  readonly batchId: number;
  /** For `manifest`: the document to open as the list; without one, the clerk chooses a file. */
  readonly documentId?: number;
}

const useStore = createProfileStore<{ readonly dialog: BatchDialog | null }>({ dialog: null });

/** Opens a dialog in place of the current one; `null` closes it. */
export function openDialog(dialog: BatchDialog | null): void {
  useStore.setState({ dialog });
}

export function useOpenDialog(): BatchDialog | null {
  return useStore((state) => state.dialog);
}
