/** @file The state of the profile list in Settings: the expanded profile, and a pending request to add one. */
import { create } from 'zustand';

interface ProfileListState {
  /** The expanded profile; `null` when all are collapsed. */
  readonly expandedId: string | null;
  /** True when the editor should open with a new profile. */
  readonly isAdding: boolean;
}

export const useProfileListState = create<ProfileListState>(() => ({ expandedId: null, isAdding: false }));

/** Expands a profile in the list; `null` collapses it. */
export function openProfile(profileId: string | null): void {
  useProfileListState.setState({ expandedId: profileId });
}

/** Requests the editor for a new profile, or clears the request. */
export function setIsAdding(isAdding: boolean): void {
  useProfileListState.setState({ isAdding });
}
