/** @file Questions above the documents screen: asked by a button there, or by a command from anywhere. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** A question about one batch. */
export interface Question {
  readonly kind: 'cancel' | 'close' | 'discard' | 'folders' | 'pattern' | 'manifest';
  readonly batchId: number;
  /** For `manifest`: the document that is the list; without one the clerk chooses a file. */
  readonly documentId?: number;
}

const store = createStore<{ readonly question: Question | null }>(() => ({ question: null }));

/** Asks, in place of what was asked before; `null` takes the question away. */
export function ask(question: Question | null): void {
  store.setState({ question });
}

/** What is asked now. */
export function useQuestion(): Question | null {
  return useStore(store, (state) => state.question);
}
