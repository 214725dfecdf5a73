import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { closeCompany, openCompany, signIn } from '../../e2e/company.ts';
import { expect, inElectron, test } from '../../e2e/fixture.ts';
import { photograph } from '../../e2e/photograph.ts';
import {
  expectShown,
  faultsServing,
  fetchReferences,
  launchFor,
  openProof,
  openProofs,
} from '../../e2e/proofs-screen.ts';
import { pdfWith, streamOf } from '../../fakes/active-pdf.ts';
import { readPages } from '../../fakes/read-pages.ts';
import { chinese, pictures, scannedPdf } from '../../fakes/scanned-pdf.ts';

test.setTimeout(300_000);

test('JPEG 2000 and CCITT scans, and Chinese text without an embedded font, are rendered with shipped assets', async ({
  launch,
}) => {
  const company = await openCompany();
  for (const fault of faultsServing({ scan: { pop: scannedPdf().toString('base64'), type: 'PDF' } }))
    company.simulator.faults.set('proof', fault);
  const paydesk = await launchFor(launch, company);
  await signIn(paydesk, company);
  const { page } = paydesk;
  await openProofs(page);
  await fetchReferences(page, ['scan']);
  await openProof(page, 'scan');
  const sheet = page.getByRole('region', { name: 'Page 1' });
  await expect(sheet).toContainText(chinese);
  const colour = ([left, top]: readonly [number, number]) =>
    sheet.locator('canvas').evaluate(
      (canvas: HTMLCanvasElement, [x, y]) => {
        const pixel = [Math.round(canvas.width * x), Math.round(canvas.height * y)] as const;
        return [...(canvas.getContext('2d')?.getImageData(...pixel, 1, 1).data ?? [])];
      },
      [left, top] as const,
    );
  await expect.poll(() => colour(pictures.jpeg2000)).toEqual([255, 0, 0, 255]);
  await expect.poll(() => colour(pictures.facsimile)).toEqual([0, 0, 0, 255]);
  // The viewer's worker loads the assets, not the page.
  const pageResources = await page.evaluate(() =>
    performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname.startsWith('/pdf/')),
  );
  expect(pageResources).toEqual([]);
  await closeCompany(company);
});

test('a page is drawn again, with more pixels, when the window moves to a display of a larger scale', async ({
  launch,
}) => {
  test.skip(inElectron, 'Only the host moves the window to another display');
  const company = await openCompany();
  const paydesk = await launchFor(launch, company);
  await signIn(paydesk, company);
  const { page } = paydesk;
  await openProofs(page);
  const { pdf } = company.simulator.exampleOfEachKind();
  await fetchReferences(page, [pdf]);
  await openProof(page, pdf);
  const sheet = page.getByRole('region', { name: 'Page 1' });
  await expectShown['pdf']?.(page);
  const measureCanvas = () => sheet.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.width);
  const width = await measureCanvas();
  await paydesk.atScale(1.5, async () => {
    await expect.poll(measureCanvas).toBeGreaterThan(1.4 * width);
    await expect(sheet).not.toHaveAttribute('aria-busy', 'true');
    await expectShown['pdf']?.(page);
  });
  await expect.poll(measureCanvas).toBe(width);
  await closeCompany(company);
});

test('a PDF with scripts and a PDF with attached files each show a note', async ({ launch }) => {
  const company = await openCompany();
  const active = pdfWith({ catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>' });
  const invoice = pdfWith({
    catalog: '/Names << /EmbeddedFiles << /Names [(factur-x.xml) 6 0 R] >> >>',
    objects: [
      '<< /Type /Filespec /F (factur-x.xml) /EF << /F 7 0 R >> >>',
      streamOf('<rsm:CrossIndustryInvoice/>', '/Type /EmbeddedFile'),
    ],
  });
  const popOf = (bytes: Buffer) => ({ pop: bytes.toString('base64'), type: 'PDF' });
  company.simulator.faults.set(
    'proof',
    ...faultsServing({ SCRIPTS: popOf(active), INVOICE: popOf(invoice) }),
  );
  const paydesk = await launchFor(launch, company);
  await signIn(paydesk, company);
  const { page } = paydesk;
  await openProofs(page);
  await fetchReferences(page, ['SCRIPTS', 'INVOICE']);
  await openProof(page, 'SCRIPTS');
  await expect(page.getByText(/^Contains scripts, or actions/)).toBeVisible();
  await photograph(paydesk, 'proofs-scripts');
  await openProof(page, 'INVOICE');
  await expect(page.getByText('Contains attached files: factur-x.xml')).toBeVisible();
  await expect(page.getByText(/^Contains scripts/)).toBeHidden();
  await photograph(paydesk, 'proofs-attachments');
  await paydesk.quit();
  await closeCompany(company);
});

test('in the search of a PDF, Enter goes to the next match after the visible page and Shift+Enter to the previous match', async ({
  launch,
}) => {
  const company = await openCompany();
  const samplePdf = await PDFDocument.create();
  for (let number = 1; number <= 4; number += 1) samplePdf.addPage().drawText(`Sheet ${number}`, { y: 800 });
  const pop = Buffer.from(await samplePdf.save()).toString('base64');
  company.simulator.faults.set('proof', ...faultsServing({ PAPER: { pop, type: 'SEPA' } }));
  const paydesk = await launchFor(launch, company);
  await signIn(paydesk, company);
  const { page } = paydesk;
  await openProofs(page);
  await fetchReferences(page, ['PAPER']);
  await openProof(page, 'PAPER');
  const findField = page.getByRole('searchbox', { name: 'Find in this PDF' });
  const expectMatchAt = async (match: string, sheet: number) => {
    await expect(page.getByText(match, { exact: true })).toBeVisible();
    await expect(page.getByText(`Sheet ${sheet}`, { exact: true })).toBeInViewport();
  };
  await findField.fill('sheet 3');
  await expectMatchAt('1 match', 1);
  await findField.press('Enter');
  await expectMatchAt('1 of 1', 3);
  await findField.fill('sheet');
  await expectMatchAt('4 matches', 3);
  await findField.press('Enter');
  await expectMatchAt('3 of 4', 3);
  await findField.press('Shift+Enter');
  await expectMatchAt('2 of 4', 2);
  await page.getByRole('button', { name: 'Previous match' }).click();
  await expectMatchAt('1 of 4', 1);
  await findField.press('Shift+Enter');
  await expectMatchAt('4 of 4', 4);
  await page.getByRole('button', { name: 'Next match' }).click();
  await expectMatchAt('1 of 4', 1);
  await closeCompany(company);
});

test('a mixed selection is saved as one PDF, and what cannot be a page is saved in a folder beside it', async ({
  launch,
  dataFolder,
}) => {
  const company = await openCompany();
  company.simulator.faults.set(
    'proof',
    ...faultsServing({
      MESSAGE: { pop: ':20:REF-7\n:32A:261014EUR48250,00\n:59:/CZ00\nSKODA LISOVNA', type: 'SWIFT' },
      RECEIPT: { pop: 'Paid on the 14th', type: 'ACH' },
      LINK: { pop: 'https://bank.example/proof', type: 'WIRE' },
    }),
  );
  const paydesk = await launchFor(launch, company);
  await signIn(paydesk, company);
  const { page } = paydesk;
  await openProofs(page);
  await fetchReferences(page, ['MESSAGE', 'RECEIPT', 'LINK']);
  const path = join(dirname(dataFolder), 'October.pdf');
  await paydesk.answerDialogs({ save: path, button: 0 });
  await page.getByRole('button', { name: 'Save 2 proofs and 1 link…' }).click();
  await page.getByRole('menuitem', { name: 'As one PDF' }).click();
  const toast = page.getByRole('alertdialog').filter({ hasText: 'Saved October.pdf' });
  await expect(toast).toContainText(
    '3 proofs: 2 in the PDF, 1 in the folder October (not in the PDF) beside it',
  );
  // A hovered toast stays open.
  await toast.hover();
  await photograph(paydesk, 'proofs-one-pdf');
  const { pages } = await readPages(await readFile(path));
  const text = pages.flatMap(({ lines }) => lines).join('\n');
  expect(text).toContain('48,250.00 EUR');
  expect(text).toContain('SKODA LISOVNA');
  expect(text).toContain('Paid on the 14th');
  expect(await readdir(join(dirname(dataFolder), 'October (not in the PDF)'))).toEqual(['LINK_WIRE.txt']);
  await closeCompany(company);
});
