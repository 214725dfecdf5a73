import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { DiscardDialog } from '../components/Dialog.tsx';
import { hasTypedText } from '../components/typed-text.ts';

const store = createStore<{ readonly pendingAction: (() => void) | null }>(() => ({ pendingAction: null }));

/** Leads the clerk to another place; asked first when text would be lost with the one that is shown. */
export function leave(action: () => void): void {
  if (hasTypedText()) store.setState({ pendingAction: action });
  else action();
}

/** The question of {@link leave}, wherever the clerk is. */
export function LeaveDialog() {
  const pendingAction = useStore(store, (state) => state.pendingAction);
  if (pendingAction === null) return null;
  return <DiscardDialog onCancel={() => store.setState({ pendingAction: null })} onDiscard={pendingAction} />;
}
