/** @file What the end of a test run tells about a suite. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runVitest } from '../../../scripts/suites/vitest-suite.ts';

async function runTests(source: string) {
  const folder = await mkdtemp(join(tmpdir(), 'paydesk-suite-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'sample.test.ts'), source);
  return runVitest(['sample'], folder, [`--root=${folder}`, '--globals']);
}

test('counts an error outside of every test as a failure and gives its words', async () => {
  const outcome = await runTests(`test('passes', () => {
    setTimeout(() => { throw new Error('the socket of the proxy was closed'); }, 1);
    return new Promise((resolve) => setTimeout(resolve, 50));
  });`);
  expect(outcome).toMatchObject({ passed: 1, failed: 1 });
  expect(outcome.failures).toEqual([expect.stringContaining('exit code 1')]);
  expect(outcome.failures[0]).toContain('the socket of the proxy was closed');
});

test('gives the last lines of a suite that ends without a report, and how it ended', async () => {
  const outcome = await runTests(`test('ends the run', () => process.kill(process.ppid, 'SIGKILL'));`);
  expect(outcome).toMatchObject({ passed: 0, failed: 1 });
  expect(outcome.failures).toEqual([expect.stringMatching(/left no report.*signal SIGKILL/s)]);
});

test('names a failed test with the first words of its error', async () => {
  const outcome = await runTests(`test('adds', () => expect(1 + 1).toBe(3));`);
  expect(outcome).toMatchObject({ passed: 0, failed: 1 });
  expect(outcome.failures).toEqual([expect.stringMatching(/sample\.test\.ts › adds\n.*expected 2 to be 3/)]);
});
