/** @file The state of the profile list in Settings: the expanded profile, and a pending request to add one. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

interface ProfileListState {
  readonly profileId: string | null;
  /** True when the editor should open with a new profile. */
  readonly adding: boolean;
}

const store = createStore<ProfileListState>(() => ({ profileId: null, adding: false }));

export function useProfileListState(): ProfileListState {
  return useStore(store);
}

/** Expands a profile in the list; `null` collapses it. */
export function openProfile(profileId: string | null): void {
  store.setState({ profileId });
}

/** Requests the editor for a new profile, or clears the request. */
export function setAdding(adding: boolean): void {
  store.setState({ adding });
}
