/** @file Compares the references of one statement with the others of its wallet, one after the other. */
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

/** Larger ones would keep the clerk's own asks waiting. */
const maxBytes = 50_000_000;
/** Five years of months. */
const maxCompared = 60;
/** Statements that could not be read after which no other is compared: the open one may be why. */
const maxUnreadable = 3;

/** Goes on for as long as the statement is open; the newest come first. Never rejects for another statement's fault. */
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
