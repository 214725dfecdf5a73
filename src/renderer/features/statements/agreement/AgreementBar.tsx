import { t } from '../../../../shared/messages/index.ts';
import { type AgreementState, agreementStates } from '../../../../shared/model/statements/agreement.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { type Chip, Chips } from '../../../components/fields/Chips.tsx';
import { Spread, Toolbar } from '../../../components/layout/Page.tsx';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Notice } from '../../../components/messages/Notice.tsx';
import { Skeleton } from '../../../components/messages/Skeleton.tsx';
import { useViewer } from '../grid/state/viewer-context.ts';
import { fetchMissingProofs, shownState, showState, toggleProof } from './agreement-actions.ts';
import { stateAppearances } from './agreement-appearance.ts';
import { useAgreement } from './use-agreement.ts';

function listChips(
  counts: Readonly<Record<AgreementState, number>>,
  selected: AgreementState | 'all',
): Chip<AgreementState | 'all'>[] {
  const shown = agreementStates.filter((state) => counts[state] > 0 || state === selected);
  return [
    { id: 'all', label: t('statementAgreement.all') },
    ...shown.map((id) => ({
      id,
      label: t(`statementAgreement.state.${id}`),
      count: counts[id],
      ...stateAppearances[id],
    })),
  ];
}

/** Results of the comparison with the proofs: their numbers filter the rows. */
export function AgreementBar() {
  const viewer = useViewer();
  const { summary, error, retry, fetching } = useAgreement(viewer);
  const { isComparing, isProofShown, attempt } = viewer;
  if (!isComparing) return null;
  if (error !== null)
    return (
      <ErrorNotice error={error} actions={<Button onPress={retry}>{t('statementViewer.tryAgain')}</Button>} />
    );
  if (summary === null) return <Skeleton rows={1} pieces={4} />;
  if (!summary.hasReferences)
    return (
      <Notice tone="warning" title={t('statementAgreement.noReferences.title')}>
        {t('statementAgreement.noReferences.lead')}
      </Notice>
    );
  const { counts, withoutReference } = summary;
  const selected = shownState(viewer);
  return (
    <section aria-label={t('statementAgreement.bar')}>
      <Toolbar>
        <Chips
          label={t('statementAgreement.filter')}
          chips={listChips(counts, selected)}
          value={selected}
          onChange={(state) => showState(viewer, state)}
        />
        {withoutReference > 0 && (
          <span className="sm dim num nowrap">
            {t('statementAgreement.withoutReference', { count: withoutReference })}
          </span>
        )}
        <Spread />
        {fetching !== null && (
          <span className="sm dim num nowrap" role="status">
            {t('statementAgreement.fetching', fetching)}
          </span>
        )}
        {counts.missing > 0 && fetching === null && (
          <Button size="small" icon="down" onPress={() => attempt(fetchMissingProofs(viewer))}>
            {t('statementAgreement.fetch', { count: counts.missing })}
          </Button>
        )}
        <Button size="small" icon="proof" onPress={() => toggleProof(viewer)}>
          {isProofShown ? t('statementAgreement.hide') : t('statementAgreement.show')}
        </Button>
      </Toolbar>
    </section>
  );
}
