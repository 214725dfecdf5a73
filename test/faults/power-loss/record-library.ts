/** @file Records a program that works with a library only. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished, type TestContext } from 'vitest';
import { temporaryFolder } from '../../fakes/test-app.ts';
import { type Operation, recorderProblem, recordRun } from './recording.ts';

/** Returns the recorded operations, and the path of a folder for an image. Skips the test where nothing can be recorded. */
export async function recordLibrary(
  program: URL,
  skip: TestContext['skip'],
): Promise<{ readonly operations: Operation[]; readonly folder: string }> {
  const problem = await recorderProblem();
  if (problem !== null) skip(problem);
  const scratch = await temporaryFolder();
  onTestFinished(scratch.remove);
  const root = join(scratch.path, 'root');
  await mkdir(root);
  const operations = await recordRun(program, { root, scratch: scratch.path, environment: {} });
  return { operations, folder: join(scratch.path, 'image') };
}
