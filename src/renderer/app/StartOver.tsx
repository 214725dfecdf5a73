import { create } from 'zustand';
import { formatList, t } from '../../shared/messages/index.ts';
import type { Profile } from '../../shared/model/session/profile.ts';
import { call, useTopicPart } from '../bridge.ts';
import { ConfirmDialog } from '../components/dialogs/Dialog.tsx';
import { useFailures } from './failures.ts';
import { resetRoutes } from './routes.ts';
import { toast } from './toasts/toasts.ts';
import { resetViewStates } from './view-state.ts';

const useStore = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }));

export function openStartOverDialog(): void {
  useStore.setState({ isOpen: true });
}

const close = () => useStore.setState({ isOpen: false });

async function startOver(profileId: string): Promise<void> {
  await call('samples.change', { action: 'startOver', profileId });
  // Route parameters that point at removed data are invalid.
  resetRoutes(profileId);
  resetViewStates(profileId);
  toast({ sentence: t('startOver.done') });
}

function removedItems(beneficiaries: number, proofs: number, statements: number): string {
  return formatList([
    t('startOver.batches'),
    ...(beneficiaries > 0 ? [t('startOver.beneficiaries', { count: beneficiaries })] : []),
    ...(proofs > 0 ? [t('startOver.proofs', { count: proofs })] : []),
    ...(statements > 0 ? [t('startOver.statements', { count: statements })] : []),
    t('startOver.events'),
    t('startOver.columnLayouts'),
  ]);
}

/** The confirmation before the practice company starts over, with the data that is removed. */
export function StartOver({ profile }: { readonly profile: Profile }) {
  const isOpen = useStore((state) => state.isOpen);
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
      title={t('startOver.title')}
      lead={t('startOver.lead', { items: removedItems(beneficiaries, proofs, statements) })}
      cancelLabel={t('startOver.keep')}
      confirmLabel={t('startOver.confirm')}
      variant="danger"
      // The window signs out of the company and back in meanwhile, so the dialog closes at once.
      onConfirm={() => attempt(startOver(profile.id))}
    />
  );
}
