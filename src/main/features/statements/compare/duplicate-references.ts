/** @file Finds duplicate references between one statement and the other statements of its wallet. */
import { toPaydeskError } from '../../../../shared/errors.ts';
import type { DuplicateReferences } from '../../../../shared/model/statements/open-statement.ts';
import type { OtherStatement } from '../database/transfer.ts';

interface ComparisonResult {
  readonly rows: readonly number[];
  readonly theirs: readonly number[];
  readonly column: number;
  readonly inQuestion: number;
}

/** Size limit of a compared statement, in bytes: reading a larger one would delay what the clerk does meanwhile. */
const maxStatementBytes = 50_000_000;
/** Monthly statements of five years. */
const maxComparedStatements = 60;
/** Unreadable statements after which the comparison stops: the open statement may be the cause. */
const maxUnreadableStatements = 3;

/**
 * Compares the open statement with the others, newest first, until it is closed. A statement that cannot be read is
 * skipped.
 */
export async function findDuplicateReferences(deps: {
  readonly others: readonly OtherStatement[];
  readonly compare: (other: OtherStatement) => Promise<ComparisonResult | null>;
  readonly isOpen: () => boolean;
}): Promise<DuplicateReferences> {
  const duplicates: DuplicateReferences['found'] = [];
  let comparedCount = 0;
  let unreadableCount = 0;
  const comparable = deps.others.filter(
    ({ size, unreadable: isUnreadable }) => size <= maxStatementBytes && !isUnreadable,
  );
  for (const other of comparable.slice(0, maxComparedStatements)) {
    if (!deps.isOpen() || unreadableCount >= maxUnreadableStatements) break;
    const result = await deps.compare(other).catch((thrown: unknown) => {
      const { code } = toPaydeskError(thrown);
      if (code === 'statement-unreadable' || code === 'engine-failed') unreadableCount += 1;
      return null;
    });
    if (result === null) continue;
    comparedCount += 1;
    const [row] = result.theirs;
    if (row === undefined) continue;
    const { id: statementId, since, till } = other;
    const { column, inQuestion } = result;
    duplicates.push({ statementId, since, till, rows: [...result.rows], inQuestion, row, column });
  }
  return { compared: comparedCount, left: deps.others.length - comparedCount, found: duplicates };
}
