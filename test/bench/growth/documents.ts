/** @file Batches of 300, 1,200 and 4,800 documents: the cost of checking, listing and sending one. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sendAll } from '../batch.ts';
import { type BenchPart, scaled } from '../bench.ts';
import { GrowthRecord, growthFactors } from '../growth.ts';
import { milliseconds, type Program, startProgram } from '../program.ts';
import { type SampleDocuments, writeSampleDocuments } from '../sample-documents.ts';

const size = 4_000;
/** As many as the window requests at once. Every batch is a multiple of it, so that all pages are full. */
const documentsPerPage = 100;
/** Pages that are listed for each measurement. */
const minPages = 96;
const turns = 3;

/** Lists all pages of a batch in its default order, as often as needed; returns milliseconds and the number of pages. */
async function scrollBatch(program: Program, batchId: number, count: number) {
  const order = { filter: { group: null, text: '' }, sort: { by: 'state', descending: false } } as const;
  let pages = 0;
  const durationMs = await milliseconds(async () => {
    while (pages < minPages) {
      for (let offset = 0; offset < count; offset += documentsPerPage) {
        await program.call('documents.list', { batchId, ...order, offset, limit: documentsPerPage });
        pages += 1;
      }
    }
  });
  return { durationMs, pages };
}

async function measureBatch(
  home: string,
  warmUpDocuments: SampleDocuments,
  sampleDocuments: SampleDocuments,
) {
  const program = await startProgram({ folder: home });
  try {
    await sendAll(program, warmUpDocuments);
    const times = await sendAll(program, sampleDocuments);
    const { rows } = await program.call('documents.earlier', { offset: 0, limit: 1 });
    const scrolled = await scrollBatch(program, rows[0]?.id ?? 0, sampleDocuments.paths.length);
    return { ...times, scrolled };
  } finally {
    await program.close();
  }
}

export const part: BenchPart = async function* (context) {
  const base = scaled(context, 300, 100);
  // Files of another size have other bytes: the same bytes again would be duplicates.
  const warmUpDocuments = await writeSampleDocuments(join(context.folder, 'warm-up'), base, size + 100);
  const record = new GrowthRecord();
  const samples: SampleDocuments[] = [];
  for (const factor of growthFactors)
    samples.push(await writeSampleDocuments(join(context.folder, `${factor}x`), base * factor, size));
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [index, factor] of growthFactors.entries()) {
      const sampleDocuments = samples[index];
      if (sampleDocuments === undefined) throw new Error('There are no sample documents');
      const count = sampleDocuments.paths.length;
      context.say(`${count} documents`);
      const home = join(context.folder, `home ${factor} ${turn}`);
      await mkdir(home);
      const { checking, sending, scrolled } = await measureBatch(home, warmUpDocuments, sampleDocuments);
      record.add('a file is checked', factor, checking, count);
      record.add('a document is sent and attached on loopback', factor, sending, count);
      record.add('a page of a batch is listed', factor, scrolled.durationMs, scrolled.pages);
    }
  }
  yield* record.measurements();
};
