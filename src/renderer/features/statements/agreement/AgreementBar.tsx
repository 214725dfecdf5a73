import { useEffect, useState } from 'react';
import type { PaydeskError } from '../../../../shared/errors.ts';
import { t } from '../../../../shared/messages/index.ts';
import {
  type AgreementState,
  type AgreementSummary,
  agreementStates,
} from '../../../../shared/model/statements/agreement.ts';
import { announce } from '../../../app/toasts/announcer.ts';
import { call, useTopicPart } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { type Chip, Chips } from '../../../components/fields/Chips.tsx';
import { Spread, Toolbar } from '../../../components/layout/Page.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Notice } from '../../../components/messages/Notice.tsx';
import { Skeleton } from '../../../components/messages/Skeleton.tsx';
import { useViewer, type Viewer } from '../grid/state/viewer-context.ts';
import { fetchMissingProofs, shownState, showState, toggleProof } from './agreement-actions.ts';
import { stateAppearances } from './agreement-appearance.ts';

interface ShownAgreement {
  /** `null` until the statement was compared. */
  readonly summary: AgreementSummary | null;
  readonly error: PaydeskError | null;
  readonly retry: () => void;
  /** Progress of fetching proofs; `null` when none are fetched. */
  readonly fetching: { readonly done: number; readonly total: number } | null;
}

/** The revision of the list of proofs after the last fetch has ended. */
function useIdleRevision(): Pick<ShownAgreement, 'fetching'> & { readonly revision: number } {
  const revision = useTopicPart('proofs', (proofs) => proofs.revision, 0);
  const fetching = useTopicPart('proofs', ({ running }) => running, null);
  const [idleRevision, setIdleRevision] = useState(revision);
  if (fetching === null && idleRevision !== revision) setIdleRevision(revision);
  return { fetching, revision: idleRevision };
}

/** Compares the statement while the clerk wants it, and shows the states of the rows. */
function useAgreement({ handle, isComparing, columnState, dispatch }: Viewer): ShownAgreement {
  const { fetching, revision } = useIdleRevision();
  const { value, error, retry } = useQuery({
    queryKey: `${handle} ${isComparing} ${columnState.reference ?? ''}`,
    revision,
    load: async () => (isComparing ? call('viewer.query', { action: 'agreement', handle }) : null),
    keepsPrevious: true,
  });
  const summary = isComparing ? value : null;
  const statesRevision = summary?.revision ?? null;
  useEffect(() => {
    if (statesRevision !== null) dispatch({ type: 'states-changed', kind: 'agreement', isSet: true });
  }, [dispatch, statesRevision]);
  const differs = summary?.counts.differs;
  const agrees = summary?.counts.agrees;
  useEffect(() => {
    if (differs !== undefined && agrees !== undefined)
      announce(t('statementAgreement.announced', { differs, agrees }));
  }, [differs, agrees]);
  return { summary, error, retry, fetching };
}

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
