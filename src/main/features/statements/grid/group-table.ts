/** @file Groups of a statement as a table, in which every program that writes tables can use them. */
import { t } from '../../../../shared/messages/index.ts';
import { decimalText } from '../../../../shared/model/proofs/amount.ts';
import type { Groups } from '../../../../shared/model/statements/open-statement.ts';
import {
  type GroupKey,
  type GroupQuery,
  maxGroups,
  type RowGroup,
  signSchema,
} from '../../../../shared/model/statements/statement-groups.ts';
import type { CellFormat } from '../../../formats/workbook/cell-styles.ts';

const groupsPerCall = 200;
/** Decimals of a share in percent. */
const shareDecimals = 1;

/** Positions of groups in their order. */
export interface GroupRange {
  readonly offset: number;
  readonly limit: number;
}

/** Groups as lines of cells. Amounts are decimals with a point, shares percentages. */
export interface GroupTable {
  readonly header: readonly string[];
  /** Formats of the columns in a workbook. */
  readonly formats: readonly CellFormat[];
  readonly rows: AsyncIterable<readonly string[]>;
  /** Number of groups in `rows`. */
  readonly count: number;
}

/** Returns the name of a column, also of one without a name in the file. */
export function nameOfColumn(column: number, columnNames: readonly string[]): string {
  const name = columnNames[column] ?? '';
  return name === '' ? t('statementViewer.column.unnamed', { place: column + 1 }) : name;
}

/** Returns the name of a key, such as `Date (Month)`. */
export function nameOfKey(key: GroupKey, columnNames: readonly string[]): string {
  if (key.kind === 'sign') return t('statementGroups.key.sign');
  const shownName = nameOfColumn(key.column, columnNames);
  return key.kind === 'cell'
    ? shownName
    : t('statementGroups.column.date', { column: shownName, unit: t(`statementGroups.unit.${key.unit}`) });
}

function textOfKey(key: GroupKey | undefined, text: string): string {
  return key?.kind === 'sign' ? t(`statementGroups.sign.${signSchema.parse(text)}`) : text;
}

function headerOf({ keys, amount, share }: GroupQuery, columnNames: readonly string[]): string[] {
  const names = keys.map((key) => nameOfKey(key, columnNames));
  const figures =
    amount === null
      ? []
      : ([
          t('statementViewer.sums.incoming'),
          t('statementViewer.sums.outgoing'),
          t('statementViewer.sums.net'),
        ] as const);
  const currency = amount === null ? [] : [t('statementGroups.column.currency')];
  return [
    ...names,
    ...currency,
    t('statementViewer.sums.rows'),
    ...figures,
    t('statementGroups.column.shareOf', { figure: t(`statementGroups.figure.${share}`) }),
  ];
}

function formatsOf({ keys, amount }: GroupQuery, scale: number): CellFormat[] {
  const figure: CellFormat = { kind: 'number', decimals: scale, isGrouped: true };
  return [
    ...keys.map((key): CellFormat => {
      const isDay = key.kind === 'date' && key.unit === 'day';
      return { kind: isDay ? 'date' : 'text' };
    }),
    ...(amount === null ? [] : [{ kind: 'text' } as const]),
    { kind: 'number', decimals: 0, isGrouped: true },
    ...(amount === null ? [] : [figure, figure, figure]),
    { kind: 'number', decimals: shareDecimals, isGrouped: false },
  ];
}

function cellsOf(group: RowGroup, { keys, amount }: GroupQuery, scale: number): string[] {
  const { currency, rows, incoming, outgoing, net, share } = group;
  const figures =
    amount === null
      ? []
      : [incoming, outgoing, net].map((text) => decimalText({ digits: BigInt(text), scale }));
  return [
    ...group.keys.map((text, index) => textOfKey(keys[index], text)),
    ...(amount === null ? [] : [currency]),
    String(rows),
    ...figures,
    share === null ? '' : decimalText({ digits: BigInt(share), scale: shareDecimals }),
  ];
}

/**
 * Returns the groups that `readPage` reads, which are read page by page as they are needed; `range` is `null` for all groups.
 */
export async function readGroupTable(
  readPage: (range: GroupRange) => Promise<Groups>,
  query: GroupQuery,
  { columnNames, range }: { readonly columnNames: readonly string[]; readonly range: GroupRange | null },
): Promise<GroupTable> {
  const from = range?.offset ?? 0;
  const maxCount = range?.limit ?? maxGroups;
  const first = await readPage({ offset: from, limit: Math.min(groupsPerCall, maxCount) });
  const count = Math.max(0, Math.min(first.total - from, maxCount));
  async function* readRows(): AsyncGenerator<readonly string[]> {
    let page = first;
    for (let done = 0; done < count; done += page.groups.length) {
      if (done > 0)
        page = await readPage({ offset: from + done, limit: Math.min(groupsPerCall, count - done) });
      // The view has changed meanwhile, and has fewer groups.
      if (page.groups.length === 0) return;
      for (const group of page.groups) yield cellsOf(group, query, first.scale);
    }
  }
  return {
    header: headerOf(query, columnNames),
    formats: formatsOf(query, first.scale),
    rows: readRows(),
    count,
  };
}

/** Returns the first `maxRows` rows. */
export async function collectRows(
  rows: AsyncIterable<readonly string[]>,
  maxRows: number,
): Promise<(readonly string[])[]> {
  const collected: (readonly string[])[] = [];
  for await (const row of rows) {
    if (collected.length === maxRows) break;
    collected.push(row);
  }
  return collected;
}
