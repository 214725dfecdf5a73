/** @file 5,000 proofs of 200 KB saved as PDF: time, and the memory of main and of the process that joins them. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { PDFDocument, PDFName } from 'pdf-lib';
import { type BenchPart, scaled } from '../bench.ts';
import { fetchProofs } from '../fetch-proofs.ts';
import { measured } from '../measurement.ts';
import { memoryDuring } from '../processes.ts';
import { startProgram } from '../program.ts';

const proofBytes = 200_000;

async function createPdf(): Promise<string> {
  const document = await PDFDocument.create();
  const page = document.addPage();
  page.drawText('Transfer');
  const { context } = document;
  page.node.set(PDFName.of('Scan'), context.register(context.stream(randomBytes(proofBytes))));
  return Buffer.from(await document.save()).toString('base64');
}

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 5_000, 50);
  await using program = await startProgram({ folder: context.folder });
  const pop = await createPdf();
  program.simulator.faults.set('proof', {
    kind: 'status',
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pop, type: 'SEPA' }),
  });
  await program.signIn();
  context.say(`Fetching ${count} proofs`);
  await fetchProofs(
    program,
    Array.from({ length: count }, (_, index) => `REF-${index}`),
  );
  await program.paydesk.answerDialogs({ save: join(context.folder, 'proofs.pdf') });
  let files = 0;
  const startedAt = performance.now();
  const { main, other } = await memoryDuring(program.pid, async () => {
    const chosen = { what: 'filter', state: null, search: '' } as const;
    ({ files } = await program.call('proofs.save', { action: 'all', chosen, as: 'pdf' }));
  });
  yield measured(`${count} proofs in ${files} files`, 's', (performance.now() - startedAt) / 1_000);
  yield measured('main', 'MB', main / 1_000_000, { atMost: 700 });
  yield measured('largest other process', 'MB', other / 1_000_000, { atMost: 700 });
};
