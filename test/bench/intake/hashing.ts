/** @file 10,000 dropped files of 200 KB: checked, compared with sha256sum on all processors over the same files. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BenchPart, scaled } from '../bench.ts';
import { checkFolder, hashFolder, warmUp } from '../check-folder.ts';
import { measured } from '../measurement.ts';
import { stallMeasurements, startProgram, watchStalls } from '../program.ts';
import { writeSampleDocuments } from '../sample-documents.ts';

const size = 200_000;

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 10_000, 200);
  context.say(`Writing ${count} files`);
  const sampleDocuments = await writeSampleDocuments(join(context.folder, 'drop'), count, size);
  const warmUpDocuments = await writeSampleDocuments(join(context.folder, 'warm-up'), 200, size);
  const home = join(context.folder, 'home');
  await mkdir(home);
  context.say('sha256sum');
  // sha256sum runs before and after Paydesk, and the better result counts.
  const peerMsBefore = await hashFolder(sampleDocuments.root);
  const program = await startProgram({ folder: home });
  try {
    await program.signIn();
    await warmUp(program, warmUpDocuments.root);
    const readStalls = await watchStalls(program);
    context.say('Paydesk');
    const { durationMs } = await checkFolder(program, sampleDocuments.root);
    const stalls = await readStalls();
    context.say('sha256sum');
    const peerMs = Math.min(peerMsBefore, await hashFolder(sampleDocuments.root));
    yield measured(
      'files of 200 KB checked, against sha256sum on all processors',
      'files/s',
      (count / durationMs) * 1000,
      {
        peer: (count / peerMs) * 1000,
        bound: { of: 'ratio', atLeast: 0.5 },
      },
    );
    yield* stallMeasurements('while files of 200 KB are checked', stalls);
  } finally {
    await program.close();
  }
};
