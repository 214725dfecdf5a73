import { useEffect, useMemo, useRef, useState } from 'react';
import type { TopicValue } from '../../../../shared/contract/index.ts';
import { maxFileHits, maxSearchHits, maxSearchLength } from '../../../../shared/contract/viewer.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { Wallet } from '../../../../shared/model/statements/statements.ts';
import { useFailures } from '../../../app/failures.ts';
import { navigate } from '../../../app/routes.ts';
import { toastSaved } from '../../../app/toasts/toasts.ts';
import { call, useTopic } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { DataGrid } from '../../../components/data-grid/DataGrid.tsx';
import { wholeRows } from '../../../components/data-grid/paged-rows.ts';
import { Checkbox } from '../../../components/fields/Checkbox.tsx';
import { SearchField } from '../../../components/fields/SearchField.tsx';
import { Spread, Toolbar } from '../../../components/layout/Page.tsx';
import { Split } from '../../../components/layout/Panel.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import { Empty, NoResults } from '../../../components/messages/Empty.tsx';
import { openCombined } from '../combined/open-combined.ts';
import { SearchFilters } from './SearchFilters.tsx';
import { SearchGaps } from './SearchGaps.tsx';
import { searchColumns } from './search-columns.tsx';
import { draftOf, readDraft, type SearchDraft } from './search-draft.ts';
import {
  defaultSort,
  groupByStatement,
  type IndexedHit,
  rowId,
  type SearchRow,
  sortHits,
  statementIdsOf,
} from './search-rows.ts';

interface SearchActionsProps {
  readonly search: number;
  /** Listed hits in their shown order. */
  readonly hits: readonly IndexedHit[];
  readonly isGrouped: boolean;
  readonly onGrouped: (isGrouped: boolean) => void;
}

function SearchActions({ search, hits, isGrouped, onGrouped }: SearchActionsProps) {
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

const typingPauseMs = 150;

interface StatementSearch {
  readonly text: string;
  readonly draft: SearchDraft;
  readonly wallets: readonly Wallet[];
  readonly setText: (text: string) => void;
  readonly setDraft: (draft: SearchDraft) => void;
  readonly start: () => void;
}

/** Holds the typed search, initially the search of the topic. An invalid filter does not start a search. */
function useStatementSearch(search: TopicValue<'search'>): StatementSearch {
  const [text, setText] = useState(search.text);
  const [draft, setDraft] = useState(() => draftOf(search.filters));
  const { filters, problems } = readDraft(draft);
  const isValid = Object.keys(problems).length === 0;
  const query = JSON.stringify({ text: text.trim(), filters });
  const startedQuery = useRef(JSON.stringify({ text: search.text, filters: search.filters }));
  const start = () => {
    startedQuery.current = query;
    void call('viewer.search', { action: 'start', text: text.trim(), filters }).catch(() => undefined);
  };
  const latestStart = useRef(start);
  useEffect(() => {
    latestStart.current = start;
  });
  useEffect(() => {
    if (!isValid || query === startedQuery.current) return undefined;
    const timer = window.setTimeout(() => latestStart.current(), typingPauseMs);
    return () => window.clearTimeout(timer);
  }, [isValid, query]);
  const prepared = useQuery({
    queryKey: 'wallets',
    load: () => call('viewer.search', { action: 'prepare' }),
    keepsPrevious: true,
  });
  return { text, draft, wallets: prepared.value?.wallets ?? [], setText, setDraft, start };
}

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
