import { useMemo } from 'react';
import { useTopic, useTopicPart } from '../../bridge.ts';
import { findDoneSteps, type TourStepId } from './done-steps.ts';

/** The steps of the tour that the clerk of the shown profile has done. */
export function useDoneSteps(): ReadonlySet<TourStepId> {
  const batches = useTopic('batches').value;
  const hasProofs = useTopicPart('proofs', ({ total }) => total > 0, false);
  const hasStatements = useTopicPart('statements', ({ counts }) => Object.keys(counts).length > 0, false);
  return useMemo(
    () => findDoneSteps({ batches: batches ?? [], hasProofs, hasStatements }),
    [batches, hasProofs, hasStatements],
  );
}
