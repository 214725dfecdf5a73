/** @file The arguments of `npm test` and the outcome of a suite. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Outcome } from '../../../../scripts/suites/outcome.ts';
import { planRuns, runVitest, suiteNames } from '../../../../scripts/suites/suites.ts';
import { root } from '../../../unit/layers/imports.ts';

async function runTests(source: string, ...args: readonly string[]): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'paydesk-suite-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'sample.test.ts'), source);
  return runVitest([`--root=${folder}`, '--globals', ...args]);
}

describe('the outcome of a suite', () => {
  test('counts an error outside of every test as a failure, with its message', async () => {
    const outcome = await runTests(`test('passes', () => {
      setTimeout(() => { throw new Error('the socket of the proxy was closed'); }, 1);
      return new Promise((resolve) => setTimeout(resolve, 50));
    });`);
    expect(outcome).toMatchObject({
      passed: 1,
      failures: [expect.stringContaining('the socket of the proxy was closed')],
    });
  });

  test('contains the exit signal of a suite that ended before it wrote a report', async () => {
    const outcome = await runTests(`test('ends the run', () => process.kill(process.ppid, 'SIGKILL'));`);
    expect(outcome).toEqual({
      passed: 0,
      failures: [expect.stringMatching(/left no report.*signal SIGKILL/s)],
      skips: [],
    });
  });

  test('counts a suite without any test as a failure', async () => {
    const outcome = await runTests('', 'no-such-file');
    expect(outcome).toEqual({ passed: 0, failures: [expect.stringContaining('exit code 1')], skips: [] });
  });

  test('names a failed test with the first lines of its error', async () => {
    const outcome = await runTests(`test('adds', () => expect(1 + 1).toBe(3));`);
    expect(outcome).toMatchObject({
      passed: 0,
      failures: [expect.stringMatching(/sample\.test\.ts › adds\n.*expected 2 to be 3/)],
    });
  });

  test('names a file that fails before its tests are collected', async () => {
    const outcome = await runTests(`throw new Error('no such folder'); test('never', () => {});`);
    expect(outcome).toEqual({
      passed: 0,
      failures: [expect.stringMatching(/sample\.test\.ts\n.*no such folder/)],
      skips: [],
    });
  });

  test('names a skipped test with its reason', async () => {
    const outcome = await runTests(`test('mounts', ({ skip }) => skip('only root mounts'));`);
    expect(outcome).toEqual({
      passed: 0,
      failures: [],
      skips: [expect.stringMatching(/sample\.test\.ts › mounts \(only root mounts\)$/)],
    });
  });

  test('omits tests that the name filter excludes', async () => {
    const outcome = await runTests(`test('one', () => {}); test('two', () => {});`, '-t', 'one');
    expect(outcome).toEqual({ passed: 1, failures: [], skips: [] });
  });
});

describe('the arguments of npm test', () => {
  const fileFilter = 'some-file';
  const namesOf = (...args: string[]) => planRuns(args).map(({ names }) => names);

  test('without a suite run every suite once, in order', () => {
    expect(namesOf().flat()).toEqual(suiteNames);
  });

  test('run each named suite once, in the order of a whole run', () => {
    expect(namesOf('types', 'unit', 'lint', 'unit')).toEqual([['lint'], ['types'], ['unit']]);
  });

  test('build the program before the suites that test the built program', () => {
    expect(namesOf('e2e', fileFilter)).toEqual([['build'], ['e2e']]);
    expect(namesOf('packaging')).toEqual([['build'], ['packaging']]);
    expect(namesOf('unit')).toEqual([['unit']]);
  });

  test('run neighbouring suites of Vitest in one process', () => {
    expect(namesOf('unit', 'integration', fileFilter)).toEqual([['unit', 'integration']]);
  });

  test.each([[['no-such-suite']], [['-t', 'name']], [['lint', 'src']], [['unit', 'types', 'src']]])(
    'are refused when they are invalid: %j',
    (args) => {
      expect(() => planRuns(args)).toThrow(RangeError);
    },
  );

  test.each([
    [['unit', '--help'], 0, 'stdout'],
    [['no-such-suite'], 2, 'stderr'],
  ] as const)('print the usage and run nothing: %j', (args, status, stream) => {
    const result = spawnSync(process.execPath, [join(root, 'scripts/test.ts'), ...args], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(result.status).toBe(status);
    expect(result[stream]).toContain('Usage: npm test');
    expect(result.stdout).not.toContain('==');
  });
});
