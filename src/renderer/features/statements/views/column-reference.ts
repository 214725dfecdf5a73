/** @file References of saved views to columns, by role and name. */
import type { StatementColumn } from '../../../../shared/model/statements/open-statement.ts';
import type { ColumnReference, FilterKind } from '../../../../shared/model/statements/saved-view.ts';
import { namesOf } from '../grid/state/column-layout.ts';

/** Returns the reference to a column; `null` for a column that does not exist. */
export function referenceTo(columns: readonly StatementColumn[], index: number): ColumnReference | null {
  const named = namesOf(columns)[index];
  return named === undefined ? null : { ...named, role: columns[index]?.role ?? null };
}

const foldName = (name: string) => name.trim().toLowerCase();

/**
 * Returns the index of the referenced column, or `null`. A role counts more than a name, as in a table of several
 * statements; a column with another role is another column, whatever its name.
 */
export function findReferenced(
  columns: readonly StatementColumn[],
  reference: ColumnReference,
): number | null {
  const indexes = columns.map((_, index) => index);
  const hasName = (index: number) => foldName(columns[index]?.name ?? '') === foldName(reference.name);
  const { role, nth } = reference;
  const withRole = role === null ? [] : indexes.filter((index) => columns[index]?.role === role);
  if (withRole.length > 0) return withRole.find(hasName) ?? withRole[0] ?? null;
  const withName = indexes.filter(hasName);
  const found = withName[nth];
  if (found === undefined) return null;
  return role === null || columns[found]?.role === null ? found : null;
}

/** Returns how a filter compares the cells of a column. */
export function filterKindOf({ kind }: StatementColumn): FilterKind {
  return kind === 'undecided' ? 'text' : kind;
}
