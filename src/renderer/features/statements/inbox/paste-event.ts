/** @file Whether the dialog for a pasted event is open; a button and a command open it. */
import { createProfileStore } from '../../../app/profiles/profile-store.ts';

const useStore = createProfileStore({ isOpen: false });

export function setPasteOpen(isOpen: boolean): void {
  useStore.setState({ isOpen });
}

export function usePasteOpen(): boolean {
  return useStore(({ isOpen }) => isOpen);
}
