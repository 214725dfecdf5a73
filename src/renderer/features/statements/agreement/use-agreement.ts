/** @file The comparison of the open statement with its proofs, again whenever proofs have arrived. */
import { useEffect, useState } from 'react';
import type { PaydeskError } from '../../../../shared/errors.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { AgreementSummary } from '../../../../shared/model/statements/agreement.ts';
import { announce } from '../../../app/toasts/announcer.ts';
import { call, useTopicPart } from '../../../bridge.ts';
import { useQuery } from '../../../components/layout/use-query.ts';
import type { Viewer } from '../grid/state/viewer-context.ts';

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
export function useAgreement({ handle, isComparing, columnState, dispatch }: Viewer): ShownAgreement {
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
