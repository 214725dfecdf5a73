/** @file Matches the columns of two statements by name, then by role, then unnamed columns by position. */
import { roleSchema } from '../../../shared/model/statements/open-statement.ts';
import type { Roles } from '../columns/roles.ts';
import { foldText } from '../read/fold.ts';
import type { Column } from '../read/table.ts';

/** A column that both tables have. */
export interface ColumnPair {
  readonly earlier: number;
  readonly later: number;
  /** `number` or `date` when both are read as one; their values are compared when their texts differ. */
  readonly kind: 'number' | 'date' | 'text';
}

/** Columns in the order of the earlier table, and columns that only one table has. */
export interface MatchedColumns {
  readonly pairs: readonly ColumnPair[];
  readonly onlyEarlier: readonly number[];
  readonly onlyLater: readonly number[];
}

interface Columns {
  readonly columns: readonly Column[];
  readonly roles: Roles;
}

function foldName(name: string): string {
  return Buffer.from(foldText(name.trim())).toString('latin1');
}

function kindOf(earlier: Column | undefined, later: Column | undefined): ColumnPair['kind'] {
  if (earlier?.kind === 'number' && later?.kind === 'number') return 'number';
  return earlier?.kind === 'date' && later?.kind === 'date' ? 'date' : 'text';
}

/** Matches columns. Of several columns with one name, the first matches the first, the second the second. */
export function matchColumns(earlier: Columns, later: Columns): MatchedColumns {
  const partners = new Map<number, number>();
  const taken = new Set<number>();
  const match = (one: number, other: number) => {
    partners.set(one, other);
    taken.add(other);
  };
  const laterNames = later.columns.map(({ name }) => foldName(name));
  for (const [index, { name }] of earlier.columns.entries()) {
    const folded = foldName(name);
    const other = laterNames.findIndex(
      (laterName, position) => laterName === folded && folded !== '' && !taken.has(position),
    );
    if (other >= 0) match(index, other);
  }
  for (const role of roleSchema.options) {
    const one = earlier.roles[role];
    const other = later.roles[role];
    if (one === null || other === null || partners.has(one) || taken.has(other)) continue;
    match(one, other);
  }
  for (const [index, { name }] of earlier.columns.entries()) {
    const isUnnamed = name.trim() === '' && later.columns[index]?.name.trim() === '';
    if (isUnnamed && !partners.has(index) && !taken.has(index)) match(index, index);
  }
  return {
    pairs: [...partners]
      .toSorted(([one], [other]) => one - other)
      .map(([one, other]) => ({
        earlier: one,
        later: other,
        kind: kindOf(earlier.columns[one], later.columns[other]),
      })),
    onlyEarlier: [...earlier.columns.keys()].filter((index) => !partners.has(index)),
    onlyLater: [...later.columns.keys()].filter((index) => !taken.has(index)),
  };
}
