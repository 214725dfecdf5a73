/** @file The arguments of `npm test`. */
import { expect, test } from 'vitest';
import { planRuns, suiteNames } from '../../../scripts/suites/suites.ts';

test.each([
  ['without a suite run every suite once, in order', [], suiteNames],
  ['run each named suite once, in the order of a whole run', ['build', 'lint', 'build'], ['lint', 'build']],
  ['build the program before the suites that use it', ['e2e', 'some-file'], ['build', 'e2e']],
])('the arguments %s', (_, args, names) => {
  expect(planRuns(args).flatMap((run) => run.names)).toEqual(names);
});

test('neighbouring suites of Vitest are run in one process', () => {
  const runs = planRuns(['unit', 'integration', 'some-file']);
  expect(runs.map(({ names }) => names)).toEqual([['build'], ['unit', 'integration']]);
});

test.each([[['no-such-suite']], [['-t', 'name']], [['lint', 'src']], [['unit', 'lint', 'src']]])(
  'invalid arguments are refused: %j',
  (args) => {
    expect(() => planRuns(args)).toThrow(RangeError);
  },
);
