/** @file The check of references, with the references that other statements of the wallet have too. */
import type { CheckPoint, DuplicateReferences } from './open-statement.ts';

/** Changes the result of the references check to `look` if another statement has one of the references. */
export function withDuplicateReferences(
  points: readonly CheckPoint[],
  duplicateReferences: DuplicateReferences | null,
): readonly CheckPoint[] {
  if (duplicateReferences === null || duplicateReferences.found.length === 0) return points;
  return points.map((point) =>
    point.id === 'references' && point.result === 'passed' ? { ...point, result: 'look' } : point,
  );
}

/**
 * True when no reference appears twice in the statement, and the wallet has no other statement: then nothing was
 * compared, and the point has not passed.
 */
export function hasNothingToCompare(
  { id, result }: Pick<CheckPoint, 'id' | 'result'>,
  duplicateReferences: DuplicateReferences | null,
): boolean {
  return id === 'references' && result === 'passed' && duplicateReferences?.compared === 0;
}
