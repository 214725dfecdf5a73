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
