import type { BatchSummary } from '../../../shared/model/batch.ts';
import type { DocumentGroup } from '../../../shared/model/document.ts';
import { pageLimit } from '../../../shared/model/paging.ts';
import { documentGroupWords } from '../../../shared/words/documents.ts';
import { documentsScreenWords } from '../../../shared/words/documents-screen.ts';
import { call } from '../../bridge.ts';
import { LinkButton } from '../../components/Button.tsx';
import { NoResults } from '../../components/Empty.tsx';
import { useQuery } from '../../components/use-query.ts';
import { type BatchView, changeView } from './view-state.ts';

const words = documentsScreenWords.filters;

/** Where else the text is found: how many documents, and in which groups as far as one page tells. */
async function lookElsewhere(batchId: number, text: string) {
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

/** Which filter hides what, and one link out. */
export function NothingHere({ batch, view }: { readonly batch: BatchSummary; readonly view: BatchView }) {
  const { chip, text } = view;
  const narrowed = chip !== 'all';
  const elsewhere = useQuery({
    source: `${batch.id} ${text}`,
    revision: narrowed && text !== '' ? batch.revision : 0,
    load: async () =>
      narrowed && text !== '' ? lookElsewhere(batch.id, text) : { total: 0, groups: [] as DocumentGroup[] },
  });
  const found = elsewhere.value;
  return (
    <NoResults title={words.none(text, narrowed ? documentGroupWords[chip] : null)}>
      {found !== null && found.total > 0 && (
        <>
          {words.elsewhere(
            found.total,
            found.groups.map((group) => documentGroupWords[group]),
          )}{' '}
        </>
      )}
      {(narrowed || text !== '') && (
        <LinkButton
          small
          onPress={() =>
            changeView(
              batch.id,
              narrowed ? { chip: 'all', reason: null } : { chip: 'all', reason: null, text: '' },
            )
          }
        >
          {narrowed ? words.showAll : words.clear}
        </LinkButton>
      )}
    </NoResults>
  );
}
