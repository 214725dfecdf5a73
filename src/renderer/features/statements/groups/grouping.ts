/** @file How the rows of a statement can be grouped, and the texts of groups. */
import {
  formatCalendarDate,
  formatList,
  formatMonth,
  formatNumber,
  formatPlainList,
  t,
} from '../../../../shared/messages/index.ts';
import type { ColumnRole, StatementColumn } from '../../../../shared/model/statements/open-statement.ts';
import {
  type DateUnit,
  type GroupFilter,
  type GroupKey,
  type GroupQuery,
  type RowGroup,
  signSchema,
} from '../../../../shared/model/statements/statement-groups.ts';
import { summedColumns } from '../grid/state/summed-columns.ts';
import { columnNameOf } from '../interpretation/column-names.ts';

/** A filter for the rows of a group, with the text that names the group. */
export interface NamedGroupFilter {
  readonly filter: GroupFilter;
  readonly name: string;
  /** The texts of the group's keys and its currency, by which other statements may have the group. */
  readonly texts: readonly string[];
  readonly currency: string;
}

/** A choice for a key. Dates have their unit in addition. */
export interface KeyOption {
  readonly id: string;
  readonly label: string;
  readonly key: GroupKey;
}

const maxListedColumns = 100;

/** Roles of columns by which grouping is most useful, in the order of the list. */
const usefulRoles: readonly (ColumnRole | null)[] = [
  'counterparty',
  'date',
  'value-date',
  'description',
  'direction',
  'wallet',
  'company',
  'currency',
];

/** Returns a text that identifies a key regardless of its unit. */
export function idOfKey(key: GroupKey): string {
  return key.kind === 'sign' ? 'sign' : `${key.kind} ${key.column}`;
}

/** Returns the choices for a key: useful columns first, then all others in the order of the file. */
export function keyOptions(columns: readonly StatementColumn[], hasAmounts: boolean): KeyOption[] {
  const options = columns.map((column, index): KeyOption & { readonly rank: number } => {
    const key: GroupKey =
      column.kind === 'date'
        ? { kind: 'date', column: index, unit: 'month' }
        : { kind: 'cell', column: index };
    const place = usefulRoles.indexOf(column.role);
    const isText = column.kind === 'text' && column.role === null;
    const rank = place >= 0 && column.role !== null ? place : usefulRoles.length + (isText ? 1 : 2);
    return { id: idOfKey(key), label: columnNameOf(column, index), key, rank };
  });
  const sign: KeyOption & { readonly rank: number } = {
    id: 'sign',
    label: t('statementGroups.by.inOrOut'),
    key: { kind: 'sign' },
    rank: usefulRoles.length,
  };
  return [...options, ...(hasAmounts ? [sign] : [])]
    .toSorted((one, two) => one.rank - two.rank)
    .slice(0, maxListedColumns);
}

/** Returns the grouping before the clerk chooses one: by the most useful column, the largest outgoing amount first. */
export function defaultGroupQuery(columns: readonly StatementColumn[]): GroupQuery {
  const amount = summedColumns(columns)[0]?.index ?? null;
  const [first] = keyOptions(columns, amount !== null);
  return {
    amount,
    keys: [first?.key ?? { kind: 'cell', column: 0 }],
    share: amount === null ? 'rows' : 'outgoing',
    // Outgoing amounts are negative.
    sort: amount === null ? { by: 'rows', descending: true } : { by: 'outgoing', descending: false },
  };
}

/** Returns the name of a key, such as `Date (month)`. */
export function nameOfKey(key: GroupKey, columns: readonly StatementColumn[]): string {
  if (key.kind === 'sign') return t('statementGroups.key.sign');
  const column = columnNameOf(columns[key.column], key.column);
  return key.kind === 'cell'
    ? column
    : t('statementGroups.column.date', { column, unit: t(`statementGroups.unit.${key.unit}`) });
}

export function nameOfKeys(keys: readonly GroupKey[], columns: readonly StatementColumn[]): string {
  return formatList(keys.map((key) => nameOfKey(key, columns)));
}

function formatPeriodText(text: string, unit: DateUnit): string {
  const year = text.slice(0, 4);
  switch (unit) {
    case 'day':
      return formatCalendarDate(text);
    case 'week':
      return t('statementGroups.week', { week: Number(text.slice(6)), year });
    case 'month':
      return formatMonth(text);
    case 'quarter':
      return t('statementGroups.quarter', { quarter: Number(text.slice(6)), year });
    case 'year':
      return text;
  }
}

export function formatKey(key: GroupKey | undefined, text: string): string {
  if (text === '' || key === undefined) return t('statementGroups.key.empty');
  if (key.kind === 'sign') return t(`statementGroups.sign.${signSchema.parse(text)}`);
  return key.kind === 'date' ? formatPeriodText(text, key.unit) : text;
}

/** Formats a share in thousandths as a percentage with one decimal. */
export function formatShare(thousandths: number): string {
  const percent = `${formatNumber(Math.floor(thousandths / 10))}.${thousandths % 10}`;
  return t('statementGroups.share', { percent });
}

/** Returns the filter of a group, named by its keys and its currency. */
export function filterOfGroup(
  { amount, keys }: Pick<GroupQuery, 'amount' | 'keys'>,
  { keys: texts, currency, row }: Pick<RowGroup, 'keys' | 'currency' | 'row'>,
): NamedGroupFilter {
  const parts = texts.map((text, index) => formatKey(keys[index], text));
  const name = formatPlainList([...parts, ...(currency === '' ? [] : [currency])]);
  return { filter: { kind: 'group', amount, keys, row }, name, texts, currency };
}
