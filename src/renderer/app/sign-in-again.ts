/** @file The wish to sign in again after a session ended by itself, from wherever in the window it comes. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const store = createStore<{ readonly wanted: boolean }>(() => ({ wanted: false }));

/** Shows the sign-in screen, if the session was interrupted; the work behind it waits. */
export function signInAgain(): void {
  store.setState({ wanted: true });
}

/** Leads back to the work. */
export function signInLater(): void {
  store.setState({ wanted: false });
}

/** Whether the clerk wants to sign in again. */
export function useSigningInAgain(): boolean {
  return useStore(store, (state) => state.wanted);
}
