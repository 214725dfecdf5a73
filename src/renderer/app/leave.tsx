import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { DiscardDialog } from '../components/Dialog.tsx';
import { hasTypedText } from '../components/typed-text.ts';

const store = createStore<{ readonly wanted: (() => void) | null }>(() => ({ wanted: null }));

/** Leads the clerk to another place; asked first when text would be lost with the one that is shown. */
export function leave(action: () => void): void {
  if (hasTypedText()) store.setState({ wanted: action });
  else action();
}

/** The question of {@link leave}, wherever the clerk is. */
export function LeaveQuestion() {
  const wanted = useStore(store, (state) => state.wanted);
  if (wanted === null) return null;
  return <DiscardDialog onKeep={() => store.setState({ wanted: null })} onDiscard={wanted} />;
}
