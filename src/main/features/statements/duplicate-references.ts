/** @file Finds duplicate references between one statement and the other statements of its wallet. */
import { toPaydeskError } from '../../../shared/errors.ts';
import type { DuplicateReferences } from '../../../shared/model/review.ts';

interface Other {
  readonly id: number;
  readonly item: string;
  readonly since: string;
  readonly till: string;
  /** Bytes. */
  readonly size: number;
  readonly unreadable: boolean;
}

interface Compared {
  readonly rows: readonly number[];
  readonly theirs: readonly number[];
  readonly column: number;
  readonly inQuestion: number;
}

/** Larger statements would delay the clerk's own calls. */
const maxBytes = 50_000_000;
/** Five years of months. */
const maxCompared = 60;
/** Unreadable statements after which the comparison stops: the open statement may be the cause. */
const maxUnreadable = 3;

/** Compares while the statement is open, newest first. Never rejects because of another statement. */
export async function findDuplicateReferences(deps: {
  readonly others: readonly Other[];
  readonly compare: (other: Other) => Promise<Compared | null>;
  readonly isOpen: () => boolean;
}): Promise<DuplicateReferences> {
  const found: DuplicateReferences['found'] = [];
  let compared = 0;
  let unreadable = 0;
  const comparable = deps.others.filter(({ size, unreadable: isKnown }) => size <= maxBytes && !isKnown);
  for (const other of comparable.slice(0, maxCompared)) {
    if (!deps.isOpen() || unreadable >= maxUnreadable) break;
    const result = await deps.compare(other).catch((thrown: unknown) => {
      const { code } = toPaydeskError(thrown);
      if (code === 'statement-unreadable' || code === 'review-failed') unreadable += 1;
      return null;
    });
    if (result === null) continue;
    compared += 1;
    const [row] = result.theirs;
    if (row === undefined) continue;
    const { id: statementId, since, till } = other;
    const { column, inQuestion } = result;
    found.push({ statementId, since, till, rows: [...result.rows], inQuestion, row, column });
  }
  return { compared, left: deps.others.length - compared, found };
}
