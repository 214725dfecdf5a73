/** @file Batches of 300, 1,200 and 4,800 documents: the cost of checking, listing and sending one. */
import { join } from 'node:path';
import { sendAll } from '../batch.ts';
import { type BenchPart, scaled } from '../bench.ts';
import { growthFactors, measureGrowth } from '../growth.ts';
import { milliseconds, type Program, startProgram } from '../program.ts';
import { writeSampleDocuments } from '../sample-documents.ts';

const size = 4_000;
/** As many as the window requests at once. Every batch is a multiple of it, so that all pages are full. */
const documentsPerPage = 100;
/** Pages that are listed for each measurement. */
const minPages = 96;
const order = { filter: { group: null, text: '' }, sort: { by: 'state', descending: false } } as const;

/** Lists all pages of a batch in its default order, as often as needed; returns milliseconds and the number of pages. */
async function scrollBatch(program: Program, batchId: number, count: number) {
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

export const part: BenchPart = async function* (context) {
  const base = scaled(context, 300, 100);
  // Files of another size have other bytes: the same bytes again would be duplicates.
  const warmUpDocuments = await writeSampleDocuments(join(context.folder, 'warm-up'), base, size + 100);
  const folderOf = (factor: number) => join(context.folder, `${factor}x`);
  const samples = new Map(
    await Promise.all(
      growthFactors.map(
        async (factor) =>
          [factor, await writeSampleDocuments(folderOf(factor), base * factor, size)] as const,
      ),
    ),
  );
  yield* measureGrowth(
    context,
    { base, turns: 3, units: 'documents' },
    async ({ factor, count, turn, add }) => {
      const documents = samples.get(factor) ?? warmUpDocuments;
      await using program = await startProgram({ folder: join(context.folder, `home ${factor} ${turn}`) });
      await sendAll(program, warmUpDocuments);
      const { checking, sending } = await sendAll(program, documents);
      const { rows } = await program.call('documents.earlier', { offset: 0, limit: 1 });
      const scrolled = await scrollBatch(program, rows[0]?.id ?? 0, count);
      add('a file is checked', checking);
      add('a document is sent and attached on loopback', sending);
      add('a page of a batch is listed', scrolled.durationMs, scrolled.pages);
    },
  );
};
