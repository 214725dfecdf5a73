/**
 * @file Power is lost in the middle of a clerk's day. One day is recorded: every write, every change of a name and every
 * flush of what Paydesk keeps. At many moments of it the disk is put together as a loss of power could leave it, Paydesk
 * is started on that, and everything that it had promised until then is checked. `PAYDESK_MOMENTS_OF_POWER_LOSS` says how
 * many moments there are (`npm run power-loss`: 500); `PAYDESK_SEED` chooses those of an earlier run in a new recording.
 */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '../../src/main/simulator/random.ts';
import { temporaryFolder } from '../fakes/test-app.ts';
import { placesIn } from './power-loss/acknowledged.ts';
import { choosePowerLosses, describePowerLoss, imagesOf, writeImage } from './power-loss/images.ts';
import { expectPromisesKept } from './power-loss/promises.ts';
import { type Operation, recorderProblem, recordRun } from './power-loss/recording.ts';

const seed = Number(process.env['PAYDESK_SEED'] ?? Math.trunc(Math.random() * 2 ** 31));
const moments = Number(process.env['PAYDESK_MOMENTS_OF_POWER_LOSS'] ?? 40);

/** Number of moments with a broken promise that are reported; each can take half a minute of waiting in vain. */
const maxBroken = 5;

const problem = await recorderProblem();
let scratch: Awaited<ReturnType<typeof temporaryFolder>>;
let root: string;
let operations: Operation[] = [];

beforeAll(async () => {
  if (problem !== null) return;
  scratch = await temporaryFolder();
  root = join(scratch.path, 'root');
  await mkdir(root);
  const environment = { PAYDESK_FILE_KEYCHAIN: placesIn(root).keychain };
  operations = await recordRun(new URL('./power-loss/session.ts', import.meta.url), {
    root,
    scratch: scratch.path,
    environment,
  });
});

afterAll(async () => {
  delete process.env['PAYDESK_FILE_KEYCHAIN'];
  await scratch?.remove();
});

test('the recording holds every change: what it makes of an empty disk is what is there', async ({
  skip,
}) => {
  if (problem !== null) skip(problem);
  const kept = { names: 'kept', content: 'kept' } as const;
  const [found] = [...imagesOf(operations, [{ after: operations.length, loss: kept, seed }])];
  const there = new Map<string, Buffer | null>();
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    there.set(path.slice(root.length + 1), entry.isDirectory() ? null : await readFile(path));
  }
  expect([...(found?.image.keys() ?? [])].sort()).toEqual([...there.keys()].sort());
  for (const [path, bytes] of there)
    expect(found?.image.get(path)?.equals(bytes ?? Buffer.alloc(0)) ?? null, path).toBe(
      bytes === null ? null : true,
    );
});

test(`power is lost at ${moments} moments, and every promise is kept`, {
  timeout: 60_000 + 20_000 * moments,
}, async ({ skip }) => {
  if (problem !== null) skip(problem);
  const losses = choosePowerLosses(operations, moments, createRandom(seed));
  const broken: string[] = [];
  for (const { powerLoss, image } of imagesOf(operations, losses)) {
    const folder = join(scratch.path, 'image');
    await mkdir(folder);
    await writeImage(folder, image);
    try {
      await expectPromisesKept(folder, placesIn(root).documents);
    } catch (thrown) {
      broken.push(`${describePowerLoss(powerLoss, operations)}:\n${String(thrown)}`);
    }
    await rm(folder, { recursive: true });
    if (broken.length === maxBroken) break;
  }
  expect(broken, `PAYDESK_SEED=${seed}`).toEqual([]);
});
