/** @file Duplicate references across the statements of a wallet, in the integrity checklist. */
import { t } from '../../../shared/messages/index.ts';
import type { CheckPoint, DuplicateReferences } from '../../../shared/model/review.ts';

/** Marks the point about references for a look when another statement has one of the references too. */
export function withDuplicateReferences(
  points: readonly CheckPoint[],
  duplicateReferences: DuplicateReferences | null,
): readonly CheckPoint[] {
  if (duplicateReferences === null || duplicateReferences.found.length === 0) return points;
  return points.map((point) =>
    point.id === 'references' && point.result === 'passed' ? { ...point, result: 'look' } : point,
  );
}

/** Names the link to rows in question, and how many there are where not all are listed. */
export function showRowsLabel({ rows, inQuestion }: Pick<CheckPoint, 'rows' | 'inQuestion'>): string {
  const listed = new Set(rows).size;
  return rows.length < inQuestion
    ? t('integrity.showFirstRows', { listed, count: inQuestion })
    : t('integrity.showRows', { count: listed });
}
