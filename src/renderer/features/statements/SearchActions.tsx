import { t } from '../../../shared/messages/index.ts';
import { useFailures } from '../../app/failures.ts';
import { toastSaved } from '../../app/toasts.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { Checkbox } from '../../components/Checkbox.tsx';
import type { IndexedHit } from './search-rows.ts';

interface SearchActionsProps {
  readonly search: number;
  /** Listed hits in their shown order. An action on whole statements takes their `statementId`s. */
  readonly hits: readonly IndexedHit[];
  readonly isGrouped: boolean;
  readonly onGrouped: (isGrouped: boolean) => void;
}

/** Actions of the list of hits. */
export function SearchActions({ search, hits, isGrouped, onGrouped }: SearchActionsProps) {
  const { attempt } = useFailures();
  const exportHits = async () => {
    const indexes = hits.map(({ index }) => index);
    toastSaved((await call('review.search', { action: 'export', search, hits: indexes })).savedAs);
  };
  return (
    <>
      <Checkbox checked={isGrouped} onChange={onGrouped}>
        {t('statementSearch.group.toggle')}
      </Checkbox>
      <Button size="small" icon="down" disabled={hits.length === 0} onPress={() => attempt(exportHits())}>
        {t('statementSearch.export.action', { count: hits.length })}
      </Button>
    </>
  );
}
