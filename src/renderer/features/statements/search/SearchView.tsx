import { useMemo, useState } from 'react';
import type { TopicValue } from '../../../../shared/contract/index.ts';
import { maxFileHits, maxSearchHits, maxSearchLength } from '../../../../shared/contract/viewer.ts';
import { t } from '../../../../shared/messages/index.ts';
import { navigate } from '../../../app/routes.ts';
import { useTopic } from '../../../bridge.ts';
import { DataGrid } from '../../../components/data-grid/DataGrid.tsx';
import { wholeRows } from '../../../components/data-grid/paged-rows.ts';
import { SearchField } from '../../../components/fields/SearchField.tsx';
import { Spread, Toolbar } from '../../../components/layout/Page.tsx';
import { Split } from '../../../components/layout/Panel.tsx';
import { Empty, NoResults } from '../../../components/messages/Empty.tsx';
import { SearchActions } from './SearchActions.tsx';
import { SearchFilters } from './SearchFilters.tsx';
import { SearchGaps } from './SearchGaps.tsx';
import { searchColumns } from './search-columns.tsx';
import { defaultSort, groupByStatement, rowId, type SearchRow, sortHits } from './search-rows.ts';
import { useStatementSearch } from './use-statement-search.ts';

/** Searches every stored statement; hits stream in, and stay when the clerk returns. */
export function SearchView() {
  const { value } = useTopic('search');
  return value === null ? <Split>{null}</Split> : <Search search={value} />;
}

function statusText(search: TopicValue<'search'>): string {
  const { state, hits, searched, statements, more, excluded } = search;
  if (state === 'idle') return '';
  if (state === 'running') return t('statements.search.running', { done: searched, all: statements });
  const done = `${t('statements.search.done', { hits: hits.length, statements })}.`;
  const moreText = more ? t('statements.search.more', { count: maxSearchHits, file: maxFileHits }) : '';
  const excludedText = excluded > 0 ? t('statementSearch.excluded', { count: excluded }) : '';
  return [done, moreText, excludedText].filter((text) => text !== '').join(' ');
}

function withToggled(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const toggled = new Set(ids);
  if (!toggled.delete(id)) toggled.add(id);
  return toggled;
}

function openHit({ hit }: SearchRow): void {
  const { statementId } = hit;
  if (hit.kind === 'page') {
    const pageHit = { page: hit.page, find: hit.found };
    navigate('statements', { tab: 'viewer', statementId, pageHit });
  } else {
    const { row, column } = hit;
    navigate('statements', { tab: 'viewer', statementId, hit: { row, column } });
  }
}

function Search({ search }: { readonly search: TopicValue<'search'> }) {
  const { text, draft, wallets, setText, setDraft, start } = useStatementSearch(search);
  const [sort, setSort] = useState(defaultSort);
  const [isGrouped, setIsGrouped] = useState(false);
  const [collapsedIds, setCollapsedIds] = useState<ReadonlySet<number>>(new Set());
  const hits = useMemo(
    () =>
      sortHits(
        search.hits.map((hit, index) => ({ ...hit, index })),
        sort,
      ),
    [search.hits, sort],
  );
  const rows = useMemo(
    () =>
      isGrouped ? groupByStatement(hits, collapsedIds) : hits.map((hit): SearchRow => ({ kind: 'hit', hit })),
    [hits, isGrouped, collapsedIds],
  );
  const columns = useMemo(() => searchColumns(search.text, isGrouped), [search.text, isGrouped]);
  const emptyTitle =
    search.text === '' ? t('statementSearch.noMatches') : t('statements.search.none', { text: search.text });
  return (
    <Split>
      <Toolbar roomy>
        <SearchField
          label={t('statements.search.field')}
          placeholder={t('statements.search.field')}
          maxLength={maxSearchLength}
          value={text}
          onChange={setText}
          onEnter={start}
          width={320}
          startsFocused
        />
        <span className="sm dim" role="status">
          {statusText(search)}
        </span>
        {search.state === 'done' && <SearchGaps gaps={search.gaps} />}
        <Spread />
        {search.state !== 'idle' && (
          <SearchActions search={search.search} hits={hits} isGrouped={isGrouped} onGrouped={setIsGrouped} />
        )}
      </Toolbar>
      <SearchFilters draft={draft} wallets={wallets} onDraft={setDraft} />
      {search.state === 'idle' ? (
        <Empty icon="search" title={t('statements.search.field')} lead={t('statementSearch.start')} />
      ) : (
        <DataGrid
          label={t('statements.search.field')}
          columns={columns}
          rows={wholeRows(`${search.search} ${isGrouped} ${sort.by} ${sort.descending}`, rows)}
          idOf={rowId}
          roomy={isGrouped}
          sort={sort}
          onSort={setSort}
          onOpen={(row) =>
            row.kind === 'statement'
              ? setCollapsedIds(withToggled(collapsedIds, row.hit.statementId))
              : openHit(row)
          }
          empty={<NoResults title={emptyTitle} />}
        />
      )}
    </Split>
  );
}
