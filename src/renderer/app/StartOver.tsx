import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Profile } from '../../shared/model/profile.ts';
import { startOverWords as words } from '../../shared/words/samples.ts';
import { call, useTopicPart } from '../bridge.ts';
import { ConfirmDialog } from '../components/Dialog.tsx';
import { useFailures } from './failures.ts';
import { resetKeptViews } from './kept-view.ts';
import { resetRoutes } from './routes.ts';
import { toast } from './toasts.ts';

const store = createStore<{ readonly asking: boolean }>(() => ({ asking: false }));

/** Asks whether the practice is to start over. */
export function askToStartOver(): void {
  store.setState({ asking: true });
}

const close = () => store.setState({ asking: false });

async function startOver(profileId: string): Promise<void> {
  await call('samples.startOver', { profileId });
  // Places of what was removed lead nowhere.
  resetRoutes(profileId);
  resetKeptViews(profileId);
  toast({ sentence: words.done });
}

/** The question before the practice starts over, with what is removed. */
export function StartOver({ profile }: { readonly profile: Profile }) {
  const asking = useStore(store, (state) => state.asking);
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
      open={asking}
      onClose={close}
      title={words.title}
      lead={words.lead(beneficiaries, proofs, statements)}
      keep={words.keep}
      act={words.confirm}
      variant="danger"
      // The window shows the way out of the company and back into it: the question does not stay above that.
      onAct={() => attempt(startOver(profile.id))}
    />
  );
}
