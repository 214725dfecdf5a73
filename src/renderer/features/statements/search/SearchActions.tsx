import { t } from '../../../../shared/messages/index.ts';
import { useFailures } from '../../../app/failures.ts';
import { toastSaved } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { Checkbox } from '../../../components/fields/Checkbox.tsx';
import { openCombined } from '../combined/open-combined.ts';
import { type IndexedHit, statementIdsOf } from './search-rows.ts';

interface SearchActionsProps {
  readonly search: number;
  /** Listed hits in their shown order. */
  readonly hits: readonly IndexedHit[];
  readonly isGrouped: boolean;
  readonly onGrouped: (isGrouped: boolean) => void;
}

/** Actions of the list of hits. */
export function SearchActions({ search, hits, isGrouped, onGrouped }: SearchActionsProps) {
  const { attempt } = useFailures();
  const exportHits = async () => {
    const indexes = hits.map(({ index }) => index);
    toastSaved((await call('viewer.search', { action: 'export', search, hits: indexes })).savedAs);
  };
  // There are fewer hits than statements that a table may have. The table says which PDFs it leaves out.
  const statementIds = statementIdsOf(hits);
  const count = statementIdsOf(hits.filter(({ kind }) => kind === 'cell')).length;
  return (
    <>
      <Checkbox checked={isGrouped} onChange={onGrouped}>
        {t('statementSearch.group.toggle')}
      </Checkbox>
      <Button size="small" icon="ledger" disabled={count === 0} onPress={() => openCombined(statementIds)}>
        {t('statementViewer.table.openCount', { count })}
      </Button>
      <Button size="small" icon="down" disabled={hits.length === 0} onPress={() => attempt(exportHits())}>
        {t('statementSearch.export.action', { count: hits.length })}
      </Button>
    </>
  );
}
