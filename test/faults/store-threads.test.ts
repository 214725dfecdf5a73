import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../fakes/test-app.ts';

const stores = Number(process.env['PAYDESK_STORES'] ?? 50);
const storesPerProcess = 50;
const program = fileURLToPath(new URL('store-cycles.ts', import.meta.url));

test(`no process is aborted when ${stores} stores end`, { timeout: stores * 2_000 }, async () => {
  const ends: unknown[] = [];
  for (let count = 0; count < stores; count += storesPerProcess) {
    const { path, remove } = await temporaryFolder();
    onTestFinished(remove);
    const { status, signal, stderr } = spawnSync(
      process.execPath,
      [...process.execArgv, program, path, String(storesPerProcess)],
      { encoding: 'utf8' },
    );
    if (status !== 0) ends.push({ status, signal, stderr });
  }
  expect(ends).toEqual([]);
});
