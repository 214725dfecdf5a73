import { formatList, t } from '../../../../shared/messages/index.ts';
import type { BatchSummary } from '../../../../shared/model/documents/batch.ts';
import type { DocumentGroup } from '../../../../shared/model/documents/document.ts';
import { pageLimit } from '../../../../shared/model/paging.ts';
import { call } from '../../../bridge.ts';
import { LinkButton } from '../../../components/actions/Button.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import { NoResults } from '../../../components/messages/Empty.tsx';
import type { ChipId } from '../list/groups.ts';
import { type BatchView, changeView } from '../view-state.ts';

/** With more groups than this, only the number of matches is shown. */
const maxGroupNames = 3;

function noMatchesTitle(text: string, chip: ChipId): string {
  if (chip === 'all')
    return text === ''
      ? t('documentsScreen.filters.none.any')
      : t('documentsScreen.filters.none.text', { text });
  const group = t(`documentGroups.${chip}`);
  return text === ''
    ? t('documentsScreen.filters.none.group', { group })
    : t('documentsScreen.filters.none.textInGroup', { text, group });
}

/** Searches all groups for the text; returns the total and the groups on the first page. */
async function searchAllGroups(batchId: number, text: string) {
  const filter = { group: null, text };
  const sort = { by: 'state', descending: false } as const;
  const { total, rows } = await call('documents.list', {
    batchId,
    filter,
    sort,
    offset: 0,
    limit: pageLimit,
  });
  const groups: DocumentGroup[] = [...new Set(rows.map(({ group }) => group))];
  return { total, groups };
}

/** Empty result of a filter, with the number of matches in other groups and a link that resets the filter. */
export function NoMatches({ batch, view }: { readonly batch: BatchSummary; readonly view: BatchView }) {
  const { chip, text } = view;
  const isGroupSelected = chip !== 'all';
  const otherGroups = useQuery({
    queryKey: `${batch.id} ${text}`,
    revision: isGroupSelected && text !== '' ? batch.revision : 0,
    load: async () =>
      isGroupSelected && text !== ''
        ? searchAllGroups(batch.id, text)
        : { total: 0, groups: [] as DocumentGroup[] },
  });
  const otherMatches = otherGroups.value;
  return (
    <NoResults title={noMatchesTitle(text, chip)}>
      {otherMatches !== null && otherMatches.total > 0 && (
        <>
          {otherMatches.groups.length > maxGroupNames
            ? t('documentsScreen.filters.elsewhereMany', { count: otherMatches.total })
            : t('documentsScreen.filters.elsewhere', {
                count: otherMatches.total,
                groups: formatList(otherMatches.groups.map((group) => t(`documentGroups.${group}`))),
              })}{' '}
        </>
      )}
      {(isGroupSelected || text !== '') && (
        <LinkButton
          small
          onPress={() =>
            changeView(
              batch.id,
              isGroupSelected ? { chip: 'all', reason: null } : { chip: 'all', reason: null, text: '' },
            )
          }
        >
          {isGroupSelected ? t('documentsScreen.filters.showAll') : t('documentsScreen.filters.clear')}
        </LinkButton>
      )}
    </NoResults>
  );
}
