/** @file The state of the profile list in Settings: the expanded profile, and a pending request to add one. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

interface ProfileListState {
  /** The expanded profile; `null` when all are collapsed. */
  readonly expandedId: string | null;
  /** True when the editor should open with a new profile. */
  readonly isAdding: boolean;
}

const store = createStore<ProfileListState>(() => ({ expandedId: null, isAdding: false }));

export function useProfileListState(): ProfileListState {
  return useStore(store);
}

/** Expands a profile in the list; `null` collapses it. */
export function openProfile(profileId: string | null): void {
  store.setState({ expandedId: profileId });
}

/** Requests the editor for a new profile, or clears the request. */
export function setIsAdding(isAdding: boolean): void {
  store.setState({ isAdding });
}
