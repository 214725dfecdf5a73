/**
 * @file The wish to sign in from wherever in the window it comes: again, after a session ended by itself, or to another
 * profile beside the one that is shown.
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

interface Wish {
  readonly wanted: boolean;
  /** The profile to sign in to; `null` for the one whose session ended. */
  readonly profileId: string | null;
}

const none: Wish = { wanted: false, profileId: null };
const store = createStore<Wish>(() => none);

/** Shows the sign-in screen, if the session was interrupted; the work behind it waits. */
export function signInAgain(): void {
  store.setState({ wanted: true, profileId: null });
}

/** Shows the sign-in screen with a profile chosen; the work of the shown profile goes on behind it. */
export function signInTo(profileId: string): void {
  store.setState({ wanted: true, profileId });
}

/** Leads back to the work. */
export function signInLater(): void {
  store.setState(none);
}

/** Whether the clerk wants to sign in again. */
export function useSigningInAgain(): boolean {
  return useStore(store, (state) => state.wanted);
}

/** The profile that the clerk wants to sign in to beside the shown one, or `null`. */
export function useSigningInTo(): string | null {
  return useStore(store, (state) => state.profileId);
}
