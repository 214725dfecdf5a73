/** @file The point about repeated references, with what the other statements of the wallet say. */
import type { CheckPoint, DuplicateReferences } from '../../../shared/model/review.ts';

/** The points, of which the one about references is to be looked at when another statement has one of them too. */
export function withDuplicateReferences(
  points: readonly CheckPoint[],
  duplicateReferences: DuplicateReferences | null,
): readonly CheckPoint[] {
  if (duplicateReferences === null || duplicateReferences.found.length === 0) return points;
  return points.map((point) =>
    point.id === 'references' && point.result === 'passed' ? { ...point, result: 'look' } : point,
  );
}

/** How many rows a list of rows shows, and of how many: those two differ only where not all are listed. */
export function shownOf({
  rows,
  inQuestion,
}: Pick<CheckPoint, 'rows' | 'inQuestion'>): readonly [number, number] {
  const shown = new Set(rows).size;
  return [shown, rows.length < inQuestion ? inQuestion : shown];
}
