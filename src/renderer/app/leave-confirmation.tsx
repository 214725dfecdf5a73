import { create } from 'zustand';
import { DiscardDialog } from '../components/Dialog.tsx';
import { hasTypedText } from '../components/typed-text.ts';

const useStore = create<{ readonly pendingAction: (() => void) | null }>(() => ({ pendingAction: null }));

/** Runs a navigation; asks for confirmation first when typed text would be lost with the shown screen. */
export function leave(action: () => void): void {
  if (hasTypedText()) useStore.setState({ pendingAction: action });
  else action();
}

/** The confirmation of {@link leave}, mounted once in the frame. */
export function LeaveConfirmation() {
  const pendingAction = useStore((state) => state.pendingAction);
  if (pendingAction === null) return null;
  return (
    <DiscardDialog onCancel={() => useStore.setState({ pendingAction: null })} onDiscard={pendingAction} />
  );
}
