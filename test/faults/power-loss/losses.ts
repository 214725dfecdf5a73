/**
 * @file Power losses during a day of work. One day is recorded: every write, rename and flush of Paydesk's files. For many
 * moments of the recording, a test builds the disk as a power loss could leave it, starts Paydesk on that disk and checks
 * everything that Paydesk acknowledged before the power loss.
 */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, type TestContext } from 'vitest';
import { createRandom } from '../../../src/main/practice/data/random.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';
import { pathsIn } from './acknowledged.ts';
import { choosePowerLosses, describePowerLoss, imagesOf, writeImage } from './images.ts';
import { expectPromisesKept } from './promises.ts';
import { type Operation, recorderProblem, recordRun } from './recording.ts';

/** Maximum number of reported moments with a broken promise; each can take half a minute until its timeout. */
const maxBrokenPromises = 5;

/** Folder, and the recorded operations below its root. */
interface RecordedDay {
  readonly folder: string;
  readonly root: string;
  readonly operations: readonly Operation[];
}

/** Records a day of work until the test ends. Skips the test where nothing can be recorded. */
export async function recordDay(skip: TestContext['skip']): Promise<RecordedDay> {
  const problem = await recorderProblem();
  if (problem !== null) skip(problem);
  const scratch = await temporaryFolder();
  onTestFinished(async () => {
    delete process.env['PAYDESK_FILE_KEYCHAIN'];
    await scratch.remove();
  });
  const root = join(scratch.path, 'root');
  await mkdir(root);
  const environment = { PAYDESK_FILE_KEYCHAIN: pathsIn(root).keychain };
  const session = new URL('./session.ts', import.meta.url);
  const operations = await recordRun(session, { root, scratch: scratch.path, environment });
  return { folder: scratch.path, root, operations };
}

/** Expects that the recording contains every change: replaying it on an empty disk gives the recorded folder. */
export async function expectCompleteRecording({ root, operations }: RecordedDay): Promise<void> {
  const noLoss = { names: 'kept', content: 'kept' } as const;
  const [replayed] = [
    ...imagesOf(operations, [{ operationCount: operations.length, loss: noLoss, seed: 1 }]),
  ];
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
}

/** Expects every promise to be kept after each of `count` power losses, whose moments the seed chooses. */
export async function expectPromisesKeptAfterLosses(
  { folder: scratch, root, operations }: RecordedDay,
  { count, seed }: { count: number; seed: number },
): Promise<void> {
  const losses = choosePowerLosses(operations, count, createRandom(seed));
  const brokenPromises: string[] = [];
  for (const { powerLoss, image } of imagesOf(operations, losses)) {
    const folder = join(scratch, 'image');
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
}
