import { expect, test } from 'vitest';
import { findDoneSteps, stepAfterWork } from '../../../../src/renderer/app/tour/done-steps.ts';
import { tourSteps } from '../../../../src/renderer/app/tour/tour.ts';

const noWork = { batches: [], hasProofs: false, hasStatements: false };
const draft = (counts: Record<string, number>) => ({ id: 1, state: 'draft' as const, counts });

test('a step is done when the clerk did its work, not when the clerk pressed Next', () => {
  expect([...findDoneSteps(noWork)]).toEqual([]);
  expect([...findDoneSteps({ ...noWork, batches: [{ ...draft({}), state: 'checking' }] })]).toEqual(['drop']);
  expect([...findDoneSteps({ ...noWork, batches: [draft({ unassigned: 1, assigned: 6 })] })]).toEqual([
    'drop',
  ]);
  expect([...findDoneSteps({ ...noWork, batches: [draft({ assigned: 7, excluded: 1 })] })]).toEqual([
    'drop',
    'assign',
  ]);
  expect([...findDoneSteps({ ...noWork, batches: [draft({ excluded: 1 })] })]).toEqual(['drop']);
  const sent = { id: 1, state: 'running' as const, counts: {} };
  expect([...findDoneSteps({ batches: [sent], hasProofs: true, hasStatements: true })]).toEqual(
    tourSteps.map(({ id }) => id),
  );
});

test('the tour shows the next step that is not done once the shown step is done', () => {
  const dropped = new Set(['drop'] as const);
  expect(stepAfterWork(tourSteps, 0, new Set(), dropped)).toBe(1);
  expect(stepAfterWork(tourSteps, 0, new Set(), new Set(['drop', 'assign'] as const))).toBe(2);
  expect(stepAfterWork(tourSteps, 4, dropped, new Set(['drop', 'statements'] as const))).toBeNull();
});

test('a tour that is shown again stays at a step that was done before', () => {
  const dropped = new Set(['drop'] as const);
  expect(stepAfterWork(tourSteps, 0, dropped, new Set(['drop', 'assign'] as const))).toBe(0);
});
