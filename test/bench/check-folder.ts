/** @file Adds a folder of files to a program, and hashes the same files with sha256sum. */
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { drop, milliseconds, type Program, untilChecked } from './program.ts';

/** Drops a folder and waits until its files are listed and checked. */
export async function checkFolder(
  program: Program,
  folder: string,
): Promise<{ readonly batchId: number; readonly durationMs: number }> {
  let batchId = 0;
  const durationMs = await milliseconds(async () => {
    batchId = await drop(program, folder);
    await untilChecked(program, batchId);
  });
  return { batchId, durationMs };
}

/** Checks a folder and discards its batch, because the first files include one-time costs of the start. */
export async function warmUp(program: Program, folder: string): Promise<void> {
  const { batchId } = await checkFolder(program, folder);
  await program.call('documents.batch', { action: 'discard', batchId });
}

/** Files for one process of sha256sum: enough that its start costs little, and few enough that all end together. */
const filesPerProcess = 100;

/** Hashes all files below a folder with one process of sha256sum per processor at a time; returns milliseconds. */
export function hashFolder(folder: string): Promise<number> {
  const processes = `xargs -0 -n ${filesPerProcess} -P ${availableParallelism()} sha256sum > /dev/null`;
  const command = `find '${folder}' -type f -print0 | ${processes}`;
  return milliseconds(() => promisify(execFile)('sh', ['-c', command]));
}
