/** @file 100,000 small files in folders, dropped at once: stalls of the main thread, and its memory for each document. */
import { join } from 'node:path';
import { checkFolder, warmUp } from '../batch.ts';
import { type BenchPart, scaled } from '../bench.ts';
import { measured } from '../measurement.ts';
import { memoryAfterCollection, stallMeasurement, startProgram, watchStalls } from '../program.ts';
import { writeDocuments, writeSampleDocuments } from '../sample-documents.ts';

const size = 2_000;
const filesPerFolder = 500;

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 100_000, 2_000);
  const { root } = await writeDocuments(context, count, size, filesPerFolder);
  const warmUpDocuments = await writeSampleDocuments(join(context.folder, 'warm-up'), 1_000, size);
  await using program = await startProgram({ folder: context.folder });
  await program.signIn();
  await warmUp(program, warmUpDocuments.root);
  const heapBefore = await memoryAfterCollection(program);
  const readStalls = await watchStalls(program);
  context.say('Dropping them');
  const { batchId, durationMs } = await checkFolder(program, root);
  const stalls = await readStalls();
  const added = (await memoryAfterCollection(program)) - heapBefore;
  const order = { filter: { group: null, text: '' }, sort: { by: 'name', descending: false } } as const;
  const { total } = await program.call('documents.list', { batchId, ...order, offset: 0, limit: 1 });
  if (total !== count) throw new Error(`${total} of ${count} files are listed`);
  yield measured(`${count} files in folders are listed and checked`, 's', durationMs / 1000);
  yield stallMeasurement(`while ${count} files are listed and checked`, stalls);
  yield measured('memory of the main thread for each document', 'bytes', Math.max(0, added) / count, {
    atMost: 200,
  });
};
