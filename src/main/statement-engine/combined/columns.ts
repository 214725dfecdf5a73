/** @file Unites the columns of several statements, by role and name. */
import type { ColumnRole } from '../../../shared/model/statements/open-statement.ts';
import type { Meanings } from '../columns/roles.ts';
import { roleOfColumn } from '../columns/roles.ts';
import type { Column } from '../read/table.ts';

/** Values that can be in one column: texts fit everywhere, because a cell that cannot be read is marked. */
type ValueKind = 'number' | 'date' | 'text';

/** A column of the united table, with what decides which columns of further statements belong to it. */
export interface UnitedColumn {
  /** The name in the first statement that has the column. */
  readonly name: string;
  readonly foldedName: string;
  /** Index among the columns of the same name in the first statement that has the column. */
  readonly nth: number;
  role: ColumnRole | null;
  kind: ValueKind;
}

function kindOf(column: Column): ValueKind {
  return column.kind === 'number' || column.kind === 'date' ? column.kind : 'text';
}

function foldName(name: string): string {
  return name.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

function isCompatible(one: ValueKind, two: ValueKind): boolean {
  return one === two || one === 'text' || two === 'text';
}

/**
 * Finds the column of the united table for each column of a statement, and appends columns that the table does not have.
 * A role, which the clerk may have chosen, counts more than a name. Two columns of one statement are never united, and
 * numbers are never united with dates.
 */
export function uniteColumns(
  united: UnitedColumn[],
  columns: readonly Column[],
  { roles }: Meanings,
): readonly number[] {
  const own = columns.map((column, index) => {
    const foldedName = foldName(column.name);
    const nth = columns.slice(0, index).filter(({ name }) => foldName(name) === foldedName).length;
    return { name: column.name, foldedName, nth, role: roleOfColumn(roles, index), kind: kindOf(column) };
  });
  const placed = new Set<number>();
  const target = own.map(() => -1);
  const place = (index: number, find: (candidate: UnitedColumn) => boolean) => {
    const column = own[index];
    if (column === undefined || target[index] !== -1) return;
    const found = united.findIndex(
      (candidate, place) =>
        !placed.has(place) && isCompatible(candidate.kind, column.kind) && find(candidate),
    );
    if (found < 0) return;
    target[index] = found;
    placed.add(found);
  };
  for (const [index, { role }] of own.entries())
    if (role !== null) place(index, (candidate) => candidate.role === role);
  for (const [index, { foldedName, nth, role }] of own.entries())
    place(
      index,
      (candidate) =>
        candidate.foldedName === foldedName &&
        candidate.nth === nth &&
        (candidate.role === null || role === null),
    );
  for (const [index, column] of own.entries()) {
    const found = target[index] ?? -1;
    const existing = united[found];
    if (existing === undefined) {
      target[index] = united.length;
      united.push({ ...column });
    } else {
      existing.role ??= column.role;
      if (existing.kind === 'text') existing.kind = column.kind;
    }
  }
  return target;
}
