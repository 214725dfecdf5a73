/** @file A PDF of 200 pages: time until its first page is drawn, and smoothness of scrolling. */
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { type BenchPart, scaled } from '../bench.ts';
import { fetchProofs } from '../fetch-proofs.ts';
import { measured } from '../measurement.ts';
import { startProgram } from '../program.ts';

async function createPdf(pages: number): Promise<string> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let number = 1; number <= pages; number += 1) {
    const page = document.addPage([595, 842]);
    for (let line = 0; line < 45; line += 1)
      page.drawText(`Page ${number}, line ${line}: transfer of 1,234.56 EUR to a supplier`, {
        x: 50,
        y: 790 - line * 16,
        size: 10,
        font,
      });
  }
  return Buffer.from(await document.save()).toString('base64');
}

/** Runs in the page: returns the milliseconds from the click on a row until its first page is drawn. */
async function openRow(reference: string): Promise<number> {
  const row = [...document.querySelectorAll('[data-row]')].find((one) => one.textContent.includes(reference));
  if (!(row instanceof HTMLElement)) throw new Error('There is no such row');
  const start = performance.now();
  row.click();
  for (;;) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const shown = document.querySelector('article')?.getAttribute('aria-label')?.endsWith(reference) === true;
    const text = document.querySelector('[data-part="pdf-page"][data-page="1"] span');
    if (shown && text !== null) return performance.now() - start;
    if (performance.now() - start > 60_000) throw new Error('The page is not drawn');
  }
}

/** Runs in the page: scrolls to the end; returns the longest time between two frames in milliseconds. */
async function scrollThrough(): Promise<number> {
  const pages = document.querySelector('[data-part="pdf-pages"]');
  if (pages === null) throw new Error('There are no pages');
  let longest = 0;
  let last = performance.now();
  for (let step = 0; step < 300; step += 1) {
    pages.scrollTop += pages.scrollHeight / 300;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }
  return longest;
}

export const part: BenchPart = async function* (context) {
  const pages = scaled(context, 200, 20);
  await using program = await startProgram({ folder: context.folder, windowless: false });
  const pop = await createPdf(pages);
  program.simulator.faults.set('proof', {
    kind: 'status',
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pop, type: 'SEPA' }),
  });
  await program.signIn();
  const { page } = program.paydesk;
  await fetchProofs(program, ['WARM', 'LONG']);
  await page.getByRole('navigation', { name: 'Main' }).getByText('Proofs').click();
  await page.getByText('WARM', { exact: true }).waitFor();
  const cold = await page.evaluate(openRow, 'WARM');
  const warm = await page.evaluate(openRow, 'LONG');
  const maxGapMs = await page.evaluate(scrollThrough);
  yield measured(`first page of ${pages}, the first PDF of the session`, 'ms', cold);
  yield measured(`first page of ${pages}`, 'ms', warm, { atMost: 300 });
  yield measured('longest time between two frames while scrolling', 'ms', maxGapMs, { atMost: 100 });
};
