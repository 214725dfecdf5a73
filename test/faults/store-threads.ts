/** @file Ends the threads of stores in programs, which V8 must not abort. */
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { temporaryFolder } from '../fakes/test-app.ts';

const storesPerProcess = 50;
const program = fileURLToPath(new URL('store-cycles.ts', import.meta.url));

/** Opens, uses and ends stores, at most 50 in one process, and expects every process to end by itself. */
export async function expectNoAborts(stores: number): Promise<void> {
  const ends: unknown[] = [];
  for (let count = 0; count < stores; count += storesPerProcess) {
    const { path, remove } = await temporaryFolder();
    onTestFinished(remove);
    const { status, signal, stderr } = spawnSync(
      process.execPath,
      [...process.execArgv, program, path, String(Math.min(stores, storesPerProcess))],
      { encoding: 'utf8' },
    );
    if (status !== 0) ends.push({ status, signal, stderr });
  }
  expect(ends).toEqual([]);
}
