/** @file The filters and the order of a view in words, for the origin of an export. */
import { formatList, t } from '../../../../shared/messages/index.ts';
import { formatRowState } from '../../../../shared/messages/row-state-texts.ts';
import { decimalText } from '../../../../shared/model/proofs/amount.ts';
import type {
  StatementColumn,
  StatementFilter,
  View,
} from '../../../../shared/model/statements/open-statement.ts';
import type { GroupFilter, GroupQuery } from '../../../../shared/model/statements/statement-groups.ts';
import { nameOfColumn, nameOfKey } from './group-table.ts';

interface ViewDescriptionDeps {
  readonly columns: readonly StatementColumn[];
  readonly columnNames: readonly string[];
  /** Returns the cells of a row. */
  readonly cellsOf: (row: number) => Promise<readonly string[]>;
}

/** Formats a day given as YYYYMMDD. The end of a range may be a day after the end of its month. */
function formatDay(date: number): string {
  const [year, month] = [Math.floor(date / 10_000), Math.floor(date / 100) % 100];
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const day = Math.min(date % 100, lastDay);
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function formatValue(value: number, column: StatementColumn | undefined): string {
  if (column?.kind === 'date') return formatDay(value);
  return decimalText({ digits: BigInt(Math.round(value)), scale: column?.scale ?? 0 });
}

function describeRange(
  { from, to }: Extract<StatementFilter, { kind: 'between' }>,
  name: string,
  column: StatementColumn | undefined,
): string {
  const low = from === null ? null : formatValue(from, column);
  const high = to === null ? null : formatValue(to, column);
  if (low !== null && low === high) return t('statementExport.filter.equal', { column: name, value: low });
  if (low !== null && high !== null)
    return t('statementExport.filter.between', { column: name, from: low, to: high });
  return low === null
    ? t('statementExport.filter.atMost', { column: name, value: high ?? '' })
    : t('statementExport.filter.atLeast', { column: name, value: low });
}

/** Describes the group by its keys and the cells of its row. */
async function describeGroup(
  { keys, amount, row }: GroupFilter,
  { columnNames, cellsOf }: ViewDescriptionDeps,
): Promise<string> {
  const cells = await cellsOf(row);
  const texts = keys.map((key) => {
    const column = key.kind === 'sign' ? amount : key.column;
    const cell = column === null ? '' : (cells[column] ?? '');
    return t('statementExport.filter.groupKey', { key: nameOfKey(key, columnNames), cell });
  });
  return t('statementExport.filter.group', { row: row + 1, keys: formatList(texts) });
}

async function describeFilter(filter: StatementFilter, deps: ViewDescriptionDeps): Promise<string> {
  const nameOf = (column: number) => nameOfColumn(column, deps.columnNames);
  switch (filter.kind) {
    case 'contains':
    case 'starts':
    case 'is':
      return t(`statementExport.filter.${filter.kind}`, { column: nameOf(filter.column), text: filter.text });
    case 'between':
      return describeRange(filter, nameOf(filter.column), deps.columns[filter.column]);
    case 'over':
      return t('statementExport.filter.over', {
        column: nameOf(filter.column),
        value: formatValue(filter.least, deps.columns[filter.column]),
      });
    case 'among':
      return t('statementExport.filter.among', {
        column: nameOf(filter.column),
        texts: formatList(filter.texts),
      });
    case 'rows':
      return t('statementExport.filter.rows', { count: filter.rows.length });
    case 'unread':
      return filter.column === null
        ? t('statementExport.filter.unreadAny')
        : t('statementExport.filter.unread', { column: nameOf(filter.column) });
    case 'repeated':
      return t(`statementExport.filter.repeated.${filter.show}`);
    case 'state':
      return formatList(filter.values.map((value) => formatRowState(filter.of, value)));
    case 'group':
      return describeGroup(filter, deps);
  }
}

function describeOrder(name: string, isDescending: boolean): string {
  return t(isDescending ? 'statementExport.sort.descending' : 'statementExport.sort.ascending', {
    column: name,
  });
}

/** Describes the filters of a view; empty without one. */
export function describeFilters({ filters }: View, deps: ViewDescriptionDeps): Promise<string[]> {
  return Promise.all(filters.map((filter) => describeFilter(filter, deps)));
}

/** Describes the order of the rows of a view. */
export function describeSort({ sort }: View, columnNames: readonly string[]): string {
  if (sort === null) return t('statementViewer.column.unsorted');
  return describeOrder(nameOfColumn(sort.column, columnNames), sort.descending);
}

/** Describes the order of groups; `header` has the names of the columns of their table. */
export function describeGroupSort({ keys, amount, sort }: GroupQuery, header: readonly string[]): string {
  const keyColumns = { key: 0, 'second-key': keys.length - 1, currency: keys.length } as const;
  const rows = keys.length + (amount === null ? 0 : 1);
  const figures = ['rows', 'incoming', 'outgoing', 'net'] as const;
  const column =
    sort.by === 'share'
      ? header.length - 1
      : sort.by === 'key' || sort.by === 'second-key' || sort.by === 'currency'
        ? keyColumns[sort.by]
        : rows + figures.indexOf(sort.by);
  return describeOrder(header[column] ?? '', sort.descending);
}
