/** @file Which profile lies open in the list, and what a command asked the list to do. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

interface Opened {
  readonly profileId: string | null;
  /** True when the editor shall come up with a new profile. */
  readonly adding: boolean;
}

const store = createStore<Opened>(() => ({ profileId: null, adding: false }));

/** See the file's header. */
export function useOpened(): Opened {
  return useStore(store);
}

/** Opens a profile in the list; `null` closes it. */
export function openProfile(profileId: string | null): void {
  store.setState({ profileId });
}

/** Asks for the editor with a new profile, or says that it came up. */
export function askToAdd(adding: boolean): void {
  store.setState({ adding });
}
