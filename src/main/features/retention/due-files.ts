/** @file Finds the stored files whose retention period is over. */

import type { DueFile, RetainedKind, RetentionPeriods } from '../../../shared/model/retention.ts';
import type { RetainedItem, RetainedItems } from '../../app/retained-items.ts';

/** Returns the day some calendar years later. A period from 29 February ends on 28 February of a common year. */
function addYears(day: string, years: number): string {
  const later = `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`;
  const isMissingLeapDay = later.endsWith('-02-29') && new Date(`${later}T00:00:00Z`).getUTCDate() !== 29;
  return isMissingLeapDay ? later.replace('-02-29', '-02-28') : later;
}

/** Returns the first day (YYYY-MM-DD) that is more than some calendar years after a day. */
export function findDueDate(day: string, years: number): string {
  const end = new Date(`${addYears(day, years)}T00:00:00Z`);
  end.setUTCDate(end.getUTCDate() + 1);
  return end.toISOString().slice(0, 10);
}

/** A stored file whose period is over. */
export type DueItem = RetainedItem & Pick<DueFile, 'kind' | 'dueSince'>;

const yearsOf = (periods: RetentionPeriods, kind: RetainedKind): number | null =>
  ({ statement: periods.statements, proof: periods.proofs, notes: periods.notes })[kind];

/** Returns the due files of all profiles on a day, those that have been due longest first. Rejects with library errors. */
export async function findDueItems(
  periods: RetentionPeriods,
  items: Readonly<Record<RetainedKind, RetainedItems>>,
  today: string,
): Promise<DueItem[]> {
  const toDue = (kind: RetainedKind, listed: readonly RetainedItem[]): DueItem[] => {
    const years = yearsOf(periods, kind);
    if (years === null) return [];
    return listed
      .map((item) => ({ ...item, kind, dueSince: findDueDate(item.periodStart, years) }))
      .filter(({ dueSince }) => dueSince <= today);
  };
  const [storedStatements, proofs, notes] = await Promise.all([
    items.statement.list(),
    periods.proofs === null ? [] : items.proof.list(),
    periods.notes === null ? [] : items.notes.list(),
  ]);
  const statements = toDue('statement', storedStatements);
  const fileOf = ({ profileId, sha256 }: RetainedItem) => `${profileId} ${sha256}`;
  const dueIds = new Set(statements.map(({ id }) => id));
  const keptFiles = new Set(storedStatements.filter(({ id }) => !dueIds.has(id)).map(fileOf));
  // Notes stay at least as long as their statement, however long ago they were written.
  const dueNotes = toDue('notes', notes).filter((item) => !keptFiles.has(fileOf(item)));
  return [...statements, ...toDue('proof', proofs), ...dueNotes].toSorted(
    (one, other) =>
      one.dueSince.localeCompare(other.dueSince) ||
      one.kind.localeCompare(other.kind) ||
      one.id.localeCompare(other.id),
  );
}
