/** @file The steps of the tour that the clerk has done, by the clerk's own work. */
import { type BatchSummary, phaseOfBatch } from '../../../shared/model/documents/batch.ts';

export type TourStepId = 'drop' | 'assign' | 'review' | 'proofs' | 'statements';

/** The work of a profile, as the tour reads it. */
interface TourWork {
  readonly batches: readonly Pick<BatchSummary, 'id' | 'state' | 'counts'>[];
  /** True once a proof was requested. */
  readonly hasProofs: boolean;
  /** True once a statement was requested. */
  readonly hasStatements: boolean;
}

function findDoneDocumentSteps(batches: TourWork['batches']): readonly TourStepId[] {
  if (batches.some(({ state }) => phaseOfBatch[state] !== 'preparing')) return ['drop', 'assign', 'review'];
  const draft = batches.toSorted((a, b) => b.id - a.id)[0];
  if (draft === undefined) return [];
  const isAssigned =
    draft.state === 'draft' && (draft.counts.unassigned ?? 0) === 0 && (draft.counts.assigned ?? 0) > 0;
  return isAssigned ? ['drop', 'assign'] : ['drop'];
}

/** Returns the steps that the clerk has done. */
export function findDoneSteps({ batches, hasProofs, hasStatements }: TourWork): ReadonlySet<TourStepId> {
  return new Set([
    ...findDoneDocumentSteps(batches),
    ...(hasProofs ? (['proofs'] as const) : []),
    ...(hasStatements ? (['statements'] as const) : []),
  ]);
}

/**
 * Returns the step that follows the current one once the clerk has done the current one: the next step that is not
 * done, or `null` at the end. A step that was done before it was shown stays.
 */
export function stepAfterWork<Id extends TourStepId>(
  steps: readonly { readonly id: Id }[],
  current: number,
  before: ReadonlySet<TourStepId>,
  now: ReadonlySet<TourStepId>,
): number | null {
  const id = steps[current]?.id;
  if (id === undefined || before.has(id) || !now.has(id)) return current;
  const next = steps.findIndex((step, index) => index > current && !now.has(step.id));
  return next === -1 ? null : next;
}
