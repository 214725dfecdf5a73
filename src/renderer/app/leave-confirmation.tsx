import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { DiscardDialog } from '../components/Dialog.tsx';
import { hasTypedText } from '../components/typed-text.ts';

const store = createStore<{ readonly pendingAction: (() => void) | null }>(() => ({ pendingAction: null }));

/** Runs a navigation; asks for confirmation first when typed text would be lost with the shown screen. */
export function leave(action: () => void): void {
  if (hasTypedText()) store.setState({ pendingAction: action });
  else action();
}

/** The confirmation of {@link leave}, mounted once in the frame. */
export function LeaveConfirmation() {
  const pendingAction = useStore(store, (state) => state.pendingAction);
  if (pendingAction === null) return null;
  return <DiscardDialog onCancel={() => store.setState({ pendingAction: null })} onDiscard={pendingAction} />;
}
