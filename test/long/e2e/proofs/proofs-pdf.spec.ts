/** @file PDF proofs: scans and fonts that need shipped assets, another scale, and notes about scripts and attached files. */
import { signIn, test } from '../../../e2e/company.ts';
import { expect, inElectron } from '../../../e2e/fixture.ts';
import { photograph } from '../../../e2e/photograph.ts';
import {
  expectShown,
  faultsServing,
  fetchReferences,
  openProof,
  openProofs,
} from '../../../e2e/proofs/proofs-screen.ts';
import { pdfWith, streamOf } from '../../../fakes/files/active-pdf.ts';
import { chinese, pictures, scannedPdf } from '../../../fakes/files/scanned-pdf.ts';

test.setTimeout(300_000);

const popOf = (bytes: Buffer) => ({ pop: bytes.toString('base64'), type: 'PDF' });
const answers = {
  'SCAN-1': popOf(scannedPdf()),
  'SCRIPTS-1': popOf(pdfWith({ catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>' })),
  'INVOICE-1': popOf(
    pdfWith({
      catalog: '/Names << /EmbeddedFiles << /Names [(factur-x.xml) 6 0 R] >> >>',
      objects: [
        '<< /Type /Filespec /F (factur-x.xml) /EF << /F 7 0 R >> >>',
        streamOf('<rsm:CrossIndustryInvoice/>', '/Type /EmbeddedFile'),
      ],
    }),
  ),
};

test('PDFs are rendered with shipped assets and at the scale of the display, and say what active or attached content they have', async ({
  paydesk,
  company,
}) => {
  company.simulator.faults.set('proof', ...faultsServing(answers));
  await signIn(paydesk, company);
  const { page } = paydesk;
  const { pdf } = company.simulator.exampleOfEachKind();
  await openProofs(page);
  await fetchReferences(page, [...Object.keys(answers), pdf]);
  const sheet = page.getByRole('region', { name: 'Page 1' });

  await test.step('JPEG 2000 and CCITT scans, and Chinese text without an embedded font', async () => {
    await openProof(page, 'SCAN-1');
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
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => new URL(name).pathname.startsWith('/pdf/')),
    );
    expect(pageResources).toEqual([]);
  });

  await test.step('scripts and attached files', async () => {
    await openProof(page, 'SCRIPTS-1');
    await expect(page.getByText(/^Contains scripts, or actions/)).toBeVisible();
    await photograph(paydesk, 'proofs-scripts');
    await openProof(page, 'INVOICE-1');
    await expect(page.getByText('Contains attached files: factur-x.xml')).toBeVisible();
    await expect(page.getByText(/^Contains scripts/)).toBeHidden();
    await photograph(paydesk, 'proofs-attachments');
  });

  // Only the host moves the window to another display.
  if (inElectron) return;
  await openProof(page, pdf);
  await expectShown['pdf']?.(page);
  const measureCanvas = () => sheet.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.width);
  const width = await measureCanvas();
  await paydesk.atScale(1.5, async () => {
    await expect.poll(measureCanvas).toBeGreaterThan(1.4 * width);
    await expect(sheet).not.toHaveAttribute('aria-busy', 'true');
    await expectShown['pdf']?.(page);
  });
  await expect.poll(measureCanvas).toBe(width);
});
