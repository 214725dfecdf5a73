import { expect, test } from 'vitest';
import { findDoneSteps, stepAfterWork } from '../../../../src/renderer/app/tour/done-steps.ts';
import { tourSteps } from '../../../../src/renderer/app/tour/tour.ts';

const noWork = { batches: [], hasProofs: false, hasStatements: false };
const draft = (counts: Record<string, number>) => ({ id: 1, state: 'draft' as const, counts });

const all = tourSteps.map(({ id }) => id);

test.each<[Partial<Parameters<typeof findDoneSteps>[0]>, readonly string[]]>([
  [{}, []],
  [{ batches: [{ ...draft({}), state: 'checking' }] }, ['drop']],
  [{ batches: [draft({ unassigned: 1, assigned: 6 })] }, ['drop']],
  [{ batches: [draft({ assigned: 7, excluded: 1 })] }, ['drop', 'assign']],
  [{ batches: [draft({ excluded: 1 })] }, ['drop']],
  [{ batches: [{ id: 1, state: 'running', counts: {} }], hasProofs: true, hasStatements: true }, all],
])('with the work %j of the clerk, the steps %j are done', (work, steps) => {
  expect([...findDoneSteps({ ...noWork, ...work })]).toEqual(steps);
});

test.each([
  ['the next step that is not done', 0, [], ['drop'], 1],
  ['the step after several done steps', 0, [], ['drop', 'assign'], 2],
  ['nothing more after the last step', 4, ['drop'], ['drop', 'statements'], null],
  ['the same step that was done before, when it is shown again', 0, ['drop'], ['drop', 'assign'], 0],
] as const)('the tour shows %s', (_, shown, before, now, next) => {
  expect(stepAfterWork(tourSteps, shown, new Set(before), new Set(now))).toBe(next);
});
