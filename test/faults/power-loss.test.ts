/**
 * @file Power losses during a day of work. One day is recorded: every write, rename and flush of Paydesk's files. For many
 * moments of the recording, the test builds the disk as a power loss could leave it, starts Paydesk on that disk and checks
 * everything that Paydesk acknowledged before the power loss. `PAYDESK_MOMENTS_OF_POWER_LOSS` sets the number of moments
 * (`npm run power-loss`: 500); `PAYDESK_SEED` chooses the moments of an earlier run in a new recording.
 */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '../../src/main/simulator/random.ts';
import { temporaryFolder } from '../fakes/test-app.ts';
import { pathsIn } from './power-loss/acknowledged.ts';
import { choosePowerLosses, describePowerLoss, imagesOf, writeImage } from './power-loss/images.ts';
import { expectPromisesKept } from './power-loss/promises.ts';
import { type Operation, recorderProblem, recordRun } from './power-loss/recording.ts';

const seed = Number(process.env['PAYDESK_SEED'] ?? Math.trunc(Math.random() * 2 ** 31));
const lossCount = Number(process.env['PAYDESK_MOMENTS_OF_POWER_LOSS'] ?? 40);

/** Maximum number of reported moments with a broken promise; each can take half a minute until its timeout. */
const maxBrokenPromises = 5;

const recorderUnavailable = await recorderProblem();
let scratch: Awaited<ReturnType<typeof temporaryFolder>>;
let root: string;
let operations: Operation[] = [];

beforeAll(async () => {
  if (recorderUnavailable !== null) return;
  scratch = await temporaryFolder();
  root = join(scratch.path, 'root');
  await mkdir(root);
  const environment = { PAYDESK_FILE_KEYCHAIN: pathsIn(root).keychain };
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

test('the recording contains every change: replaying it on an empty disk gives the recorded folder', async ({
  skip,
}) => {
  if (recorderUnavailable !== null) skip(recorderUnavailable);
  const noLoss = { names: 'kept', content: 'kept' } as const;
  const [replayed] = [...imagesOf(operations, [{ operationCount: operations.length, loss: noLoss, seed }])];
  const recorded = new Map<string, Buffer | null>();
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    recorded.set(path.slice(root.length + 1), entry.isDirectory() ? null : await readFile(path));
  }
  expect([...(replayed?.image.keys() ?? [])].sort()).toEqual([...recorded.keys()].sort());
  for (const [path, bytes] of recorded)
    expect(replayed?.image.get(path)?.equals(bytes ?? Buffer.alloc(0)) ?? null, path).toBe(
      bytes === null ? null : true,
    );
});

test(`every promise is kept after a power loss at each of ${lossCount} moments`, {
  timeout: 60_000 + 20_000 * lossCount,
}, async ({ skip }) => {
  if (recorderUnavailable !== null) skip(recorderUnavailable);
  const losses = choosePowerLosses(operations, lossCount, createRandom(seed));
  const brokenPromises: string[] = [];
  for (const { powerLoss, image } of imagesOf(operations, losses)) {
    const folder = join(scratch.path, 'image');
    await mkdir(folder);
    await writeImage(folder, image);
    try {
      await expectPromisesKept(folder, pathsIn(root).documents);
    } catch (thrown) {
      brokenPromises.push(`${describePowerLoss(powerLoss, operations)}:\n${String(thrown)}`);
    }
    await rm(folder, { recursive: true });
    if (brokenPromises.length === maxBrokenPromises) break;
  }
  expect(brokenPromises, `PAYDESK_SEED=${seed}`).toEqual([]);
});
