/** @file Stores of state that belongs to the shown profile. */
import { create, type StoreApi, type UseBoundStore } from 'zustand';

const resets: (() => void)[] = [];

/** Creates a store that returns to its initial state when another profile may be shown next. */
export function createProfileStore<State>(initial: State): UseBoundStore<StoreApi<State>> {
  const useProfileStore = create<State>(() => initial);
  resets.push(() => useProfileStore.setState(initial, true));
  return useProfileStore;
}

export function resetProfileStores(): void {
  for (const reset of resets) reset();
}
