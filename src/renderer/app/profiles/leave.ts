/** @file Navigations that wait for a confirmation while they would lose typed text. */
import { create } from 'zustand';
import { hasTypedText } from '../../components/fields/typed-text.ts';

interface PendingNavigation {
  /** The navigation that waits for the confirmation; `null` for none. */
  readonly pendingAction: (() => void) | null;
}

export const usePendingNavigation = create<PendingNavigation>(() => ({ pendingAction: null }));

/** Runs a navigation; asks for confirmation first when typed text would be lost with the shown screen. */
export function leave(action: () => void): void {
  if (hasTypedText()) usePendingNavigation.setState({ pendingAction: action });
  else action();
}
