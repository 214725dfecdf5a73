/** @file Dialogs of the documents screen, opened by its buttons or by commands. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** A dialog of one batch. */
export interface Question {
  readonly kind: 'cancel' | 'close' | 'discard' | 'folders' | 'pattern' | 'manifest';
  readonly batchId: number;
  /** For `manifest`: the document to open as the list; without one, the clerk chooses a file. */
  readonly documentId?: number;
}

const store = createStore<{ readonly question: Question | null }>(() => ({ question: null }));

/** Opens a dialog in place of the current one; `null` closes it. */
export function ask(question: Question | null): void {
  store.setState({ question });
}

/** Returns the open dialog. */
export function useQuestion(): Question | null {
  return useStore(store, (state) => state.question);
}
