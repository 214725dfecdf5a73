import { useEffect, useRef, useState } from 'react';
import type { TopicValue } from '../../../shared/contract/index.ts';
import { maxSearchLength } from '../../../shared/contract/review.ts';
import { formatNumber, t } from '../../../shared/messages/index.ts';
import type { SearchHit } from '../../../shared/model/review.ts';
import { navigate } from '../../app/routes.ts';
import { call, useTopic } from '../../bridge.ts';
import type { Column } from '../../components/data-grid/columns.ts';
import { DataGrid } from '../../components/data-grid/DataGrid.tsx';
import { wholeRows } from '../../components/data-grid/paged-rows.ts';
import { Empty, NoResults } from '../../components/Empty.tsx';
import { formatPeriod } from '../../components/format-period.ts';
import { Toolbar } from '../../components/Page.tsx';
import { Split } from '../../components/Panel.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { columnName } from './column-names.ts';
import { markedPieces } from './marks.ts';
import { WalletName } from './statement-cells.tsx';

const typingPauseMs = 150;

type IndexedHit = SearchHit & { readonly index: number };

function HighlightedText({ text, find }: { readonly text: string; readonly find: string }) {
  return (
    <span className="cut" title={text}>
      {markedPieces(text, find).map(({ text: piece, isMatch }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other name
        isMatch ? <mark key={index}>{piece}</mark> : <span key={index}>{piece}</span>,
      )}
    </span>
  );
}

/** Returns the other cells of the row, as context. */
function otherCellsText({ cells, column }: SearchHit): string {
  return cells.filter((cell, index) => index !== column && cell.trim() !== '').join('  ·  ');
}

function columnsFor(find: string): readonly Column<IndexedHit>[] {
  return [
    {
      id: 'statement',
      label: t('statements.search.wallet'),
      width: 300,
      cell: ({ wallet }) => <WalletName wallet={wallet} />,
      title: ({ wallet }) => `${wallet.name ?? ''} ${wallet.id}`.trim(),
    },
    {
      id: 'period',
      label: t('statements.search.period'),
      width: 112,
      face: 'num',
      cell: ({ since, till }) => formatPeriod(since, till),
      title: ({ since, till }) => `${since} – ${till}`,
    },
    {
      id: 'row',
      label: t('statements.search.row'),
      width: 72,
      align: 'right',
      face: 'num',
      cell: ({ row }) => formatNumber(row + 1),
    },
    {
      id: 'column',
      label: t('statements.search.column'),
      width: 124,
      face: 'dim',
      cell: ({ columnName: name, column }) => columnName(name, column),
    },
    {
      id: 'text',
      label: t('statements.search.match'),
      width: 260,
      cell: ({ cells, column }) => <HighlightedText text={cells[column] ?? cells.join('  ')} find={find} />,
    },
    {
      id: 'rest',
      label: t('statements.search.rest'),
      width: 'rest',
      face: 'dim',
      cell: (hit) => <span className="cut">{otherCellsText(hit)}</span>,
      title: otherCellsText,
    },
  ];
}

/** Searches every stored statement; hits stream in, and stay when the clerk returns. */
export function SearchView() {
  const { value } = useTopic('search');
  return value === null ? <Split>{null}</Split> : <Search search={value} />;
}

function searchFor(text: string): void {
  void call('review.search', { text }).catch(() => undefined);
}

function Search({ search }: { readonly search: TopicValue<'search'> }) {
  const [text, setText] = useState(search.text);
  const searchedText = useRef(search.text);
  useEffect(() => {
    const trimmedText = text.trim();
    if (trimmedText === searchedText.current) return;
    const timer = window.setTimeout(() => {
      searchedText.current = trimmedText;
      searchFor(trimmedText);
    }, typingPauseMs);
    return () => window.clearTimeout(timer);
  }, [text]);
  const hits = search.hits.map((hit, index) => ({ ...hit, index }));
  const doneMessage = `${t('statements.search.done', { hits: hits.length, statements: search.statements })}.`;
  const moreMessage = search.more ? t('statements.search.more') : '';
  const failedMessage = search.failed > 0 ? t('statements.search.failed', { count: search.failed }) : '';
  const status =
    search.state === 'idle'
      ? t('statements.search.start')
      : search.state === 'running'
        ? t('statements.search.running', { done: search.searched, all: search.statements })
        : `${doneMessage} ${moreMessage} ${failedMessage}`;
  return (
    <Split>
      <Toolbar roomy>
        <SearchField
          label={t('statements.search.field')}
          placeholder={t('statements.search.field')}
          maxLength={maxSearchLength}
          value={text}
          onChange={setText}
          onEnter={() => searchFor(text.trim())}
          width={360}
          startsFocused
        />
        <span className="sm dim" role="status">
          {status}
        </span>
      </Toolbar>
      {search.state === 'idle' ? (
        <Empty icon="search" title={t('statements.search.field')} lead={t('statements.search.start')} />
      ) : (
        <DataGrid
          label={t('statements.search.field')}
          columns={columnsFor(search.text)}
          rows={wholeRows(String(search.search), hits)}
          idOf={({ index }) => index}
          onOpen={({ statementId, row, column }) =>
            navigate('statements', { tab: 'review', statementId, hit: { row, column } })
          }
          empty={<NoResults title={t('statements.search.none', { text: search.text })} />}
        />
      )}
    </Split>
  );
}
