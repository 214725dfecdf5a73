/** @file The outcome of a suite of `npm test`, from a run of Vitest. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runVitest } from '../../../../scripts/suites/suites.ts';

test.each([
  [
    'counts an error outside of every test as a failure, with its message',
    `test('passes', () => {
      setTimeout(() => { throw new Error('the socket of the proxy was closed'); }, 1);
      return new Promise((resolve) => setTimeout(resolve, 50));
    });`,
    [],
    { passed: 1, failures: [expect.stringContaining('the socket of the proxy was closed')] },
  ],
  [
    'contains the exit signal of a suite that ended before it wrote a report',
    `test('ends the run', () => process.kill(process.ppid, 'SIGKILL'));`,
    [],
    { passed: 0, failures: [expect.stringMatching(/left no report.*signal SIGKILL/s)], skips: [] },
  ],
  [
    'counts a suite without any test as a failure',
    '',
    ['no-such-file'],
    { passed: 0, failures: [expect.stringContaining('exit code 1')], skips: [] },
  ],
  [
    'names a failed test with the first lines of its error',
    `test('adds', () => expect(1 + 1).toBe(3));`,
    [],
    { passed: 0, failures: [expect.stringMatching(/sample\.test\.ts › adds\n.*expected 2 to be 3/)] },
  ],
  [
    'names a file that fails before its tests are collected',
    `throw new Error('no such folder'); test('never', () => {});`,
    [],
    { passed: 0, failures: [expect.stringMatching(/sample\.test\.ts\n.*no such folder/)], skips: [] },
  ],
  [
    'names a skipped test with its reason',
    `test('mounts', ({ skip }) => skip('only root mounts'));`,
    [],
    {
      passed: 0,
      failures: [],
      skips: [expect.stringMatching(/sample\.test\.ts › mounts \(only root mounts\)$/)],
    },
  ],
  [
    'omits tests that the name filter excludes',
    `test('one', () => {}); test('two', () => {});`,
    ['-t', 'one'],
    { passed: 1, failures: [], skips: [] },
  ],
])('the outcome of a suite %s', async (_, source, args, outcome) => {
  const folder = await mkdtemp(join(tmpdir(), 'paydesk-suite-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'sample.test.ts'), source);
  expect(await runVitest([`--root=${folder}`, '--globals', ...args])).toMatchObject(outcome);
});
