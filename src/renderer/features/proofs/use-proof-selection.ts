import { useState } from 'react';
import { maxChosenProofs } from '../../../shared/contract/proofs.ts';
import { pageLimit } from '../../../shared/model/paging.ts';
import type { ProofFilter } from '../../../shared/model/proofs/proof.ts';
import { call } from '../../bridge.ts';
import type { GridSelection } from '../../components/data-grid/selection.ts';
import { useQuery } from '../../components/layout/use-query.ts';
import { showProofError } from './proof-actions.ts';
import type { StoredCount } from './stored-label.ts';

/** What the selected references of the list are, as main counts them. */
export interface SelectedProofs {
  readonly ids: readonly number[];
  /** Those of the selected references that are still in the list. */
  readonly total: number;
  readonly stored: StoredCount;
  readonly retryable: number;
  readonly removable: number;
}

interface ProofSelectionOptions {
  readonly state: ProofFilter | null;
  readonly search: string;
  /** Identifies the list; a list with another key starts with an empty selection. */
  readonly listKey: string;
  readonly revision: number;
}

/** Requests the IDs of the rows from one index to another, both included. */
async function fetchIds(
  filter: Pick<ProofSelectionOptions, 'state' | 'search'>,
  first: number,
  last: number,
): Promise<number[]> {
  const ids: number[] = [];
  while (first + ids.length <= last) {
    const { rows } = await call('proofs.list', {
      state: filter.state,
      search: filter.search,
      offset: first + ids.length,
      limit: Math.min(pageLimit, last - first - ids.length + 1),
    });
    if (rows.length === 0) break;
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

/** The selection in the list of references: at most {@link maxChosenProofs}, counted again when the list changes. */
export function useProofSelection({ state, search, listKey, revision }: ProofSelectionOptions) {
  const create = () => ({ listKey, ids: new Set<number>() as ReadonlySet<number> });
  const [keyed, setKeyed] = useState(create);
  // References that were selected under another filter are hidden, so the selection is cleared.
  if (keyed.listKey !== listKey) setKeyed(create);
  const { ids } = keyed;
  const select = (next: ReadonlySet<number>) =>
    setKeyed({
      listKey,
      ids: next.size <= maxChosenProofs ? next : new Set([...next].slice(0, maxChosenProofs)),
    });
  const chosenIds = [...ids];
  const counted = useQuery({
    queryKey: JSON.stringify([listKey, chosenIds]),
    revision,
    keepsPrevious: true,
    load: async (): Promise<SelectedProofs | null> => {
      if (chosenIds.length === 0) return null;
      const page = await call('proofs.list', { state, search, ids: chosenIds, offset: 0, limit: 1 });
      return {
        ids: chosenIds,
        total: page.total,
        stored: { proofs: page.kept - page.keptLinks, links: page.keptLinks },
        retryable: page.retryable,
        removable: page.removable,
      };
    },
  });
  const gridSelection: GridSelection = {
    ids,
    onChange: select,
    onSelectAll: () =>
      void fetchIds({ state, search }, 0, maxChosenProofs - 1).then(
        (all) => select(new Set(all)),
        showProofError,
      ),
    range: (first, last) => fetchIds({ state, search }, first, Math.min(last, first + maxChosenProofs - 1)),
  };
  return {
    gridSelection,
    selected: ids.size === 0 ? null : counted.value,
    clear: () => select(new Set()),
  };
}
