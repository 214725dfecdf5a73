/** @file One sentence that must outlive the screen it came from, shown until it is put away. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** What is said. */
export interface Note {
  readonly tone: 'info' | 'warning';
  readonly title: string;
  readonly detail: string;
}

const store = createStore<{ readonly note: Note | null }>(() => ({ note: null }));

/** Shows a note above whatever screen there is; `null` puts it away. */
export function showNote(note: Note | null): void {
  store.setState({ note });
}

/** The note that is to be shown. */
export function useNote(): Note | null {
  return useStore(store, (state) => state.note);
}
