/** @file 10,000 dropped files of 200 KB: checked, compared with sha256sum on all processors over the same files. */
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkFolder, warmUp } from '../batch.ts';
import { type BenchPart, scaled } from '../bench.ts';
import { measured } from '../measurement.ts';
import { milliseconds, stallMeasurement, startProgram, watchStalls } from '../program.ts';
import { writeDocuments, writeSampleDocuments } from '../sample-documents.ts';

const size = 200_000;
/** Files for one process of sha256sum: enough that its start costs little, and few enough that all end together. */
const filesPerProcess = 100;

/** Hashes all files below a folder with one process of sha256sum per processor at a time; returns milliseconds. */
function hashFolder(folder: string): Promise<number> {
  const processes = `xargs -0 -n ${filesPerProcess} -P ${availableParallelism()} sha256sum > /dev/null`;
  const command = `find '${folder}' -type f -print0 | ${processes}`;
  return milliseconds(() => promisify(execFile)('sh', ['-c', command]));
}

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 10_000, 200);
  const { root } = await writeDocuments(context, count, size);
  const warmUpDocuments = await writeSampleDocuments(join(context.folder, 'warm-up'), 200, size);
  context.say('sha256sum');
  // sha256sum runs before and after Paydesk, and the better result counts.
  const peerMsBefore = await hashFolder(root);
  await using program = await startProgram({ folder: context.folder });
  await program.signIn();
  await warmUp(program, warmUpDocuments.root);
  const readStalls = await watchStalls(program);
  context.say('Paydesk');
  const { durationMs } = await checkFolder(program, root);
  const stalls = await readStalls();
  context.say('sha256sum');
  const peerMs = Math.min(peerMsBefore, await hashFolder(root));
  const what = 'files of 200 KB checked, against sha256sum on all processors';
  yield measured(what, 'files/s', (count / durationMs) * 1000, {
    peer: (count / peerMs) * 1000,
    of: 'ratio',
    atLeast: 0.5,
  });
  yield stallMeasurement('while files of 200 KB are checked', stalls);
};
