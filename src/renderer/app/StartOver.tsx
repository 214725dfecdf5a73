import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Profile } from '../../shared/model/profile.ts';
import { startOverWords as words } from '../../shared/words/samples.ts';
import { call, useTopicPart } from '../bridge.ts';
import { ConfirmDialog } from '../components/Dialog.tsx';
import { useFailures } from './failures.ts';
import { resetRoutes } from './routes.ts';
import { toast } from './toasts.ts';
import { resetViewStates } from './view-state.ts';

const store = createStore<{ readonly isOpen: boolean }>(() => ({ isOpen: false }));

/** Asks whether the practice is to start over. */
export function openStartOverDialog(): void {
  store.setState({ isOpen: true });
}

const close = () => store.setState({ isOpen: false });

async function startOver(profileId: string): Promise<void> {
  await call('samples.startOver', { profileId });
  // Places of what was removed lead nowhere.
  resetRoutes(profileId);
  resetViewStates(profileId);
  toast({ sentence: words.done });
}

/** The question before the practice starts over, with what is removed. */
export function StartOver({ profile }: { readonly profile: Profile }) {
  const isOpen = useStore(store, (state) => state.isOpen);
  const beneficiaries = useTopicPart('beneficiaries', ({ total }) => total, 0);
  const proofs = useTopicPart('proofs', ({ total }) => total, 0);
  const statements = useTopicPart(
    'statements',
    ({ counts }) => Object.values(counts).reduce((sum, count) => sum + count, 0),
    0,
  );
  const { attempt } = useFailures();
  return (
    <ConfirmDialog
      open={isOpen}
      onClose={close}
      title={words.title}
      lead={words.lead(beneficiaries, proofs, statements)}
      cancelLabel={words.keep}
      confirmLabel={words.confirm}
      variant="danger"
      // The window shows the way out of the company and back into it: the question does not stay above that.
      onConfirm={() => attempt(startOver(profile.id))}
    />
  );
}
