import { PDFDocument } from 'pdf-lib';
import { pdfWith, streamOf } from '../fakes/active-pdf.ts';
import { encryptedPdf } from '../fakes/encrypted-pdf.ts';
import { chinese, pictures, scannedPdf } from '../fakes/scanned-pdf.ts';
import { closeCompany, openCompany, signIn } from './company.ts';
import { expect, test } from './fixture.ts';
import { photograph } from './photograph.ts';
import { faultsOf, goToProofs, launchFor, paste, show } from './proofs-screen.ts';

test.setTimeout(300_000);

test('JPEG 2000 and CCITT scans, and Chinese text without an embedded font, are rendered with shipped assets', async ({
  launch,
}) => {
  const company = await openCompany();
  for (const fault of faultsOf({ scan: { pop: scannedPdf().toString('base64'), type: 'PDF' } }))
    company.simulator.faults.set('proof', fault);
  const paydesk = await launchFor(launch, company);
  await signIn(paydesk, company);
  const { page } = paydesk;
  await goToProofs(page);
  await paste(page, ['scan']);
  await show(page, 'scan');
  const sheet = page.getByRole('region', { name: 'Page 1' });
  await expect(sheet).toContainText(chinese);
  const colour = ([left, top]: readonly [number, number]) =>
    sheet.locator('canvas').evaluate(
      (canvas: HTMLCanvasElement, [x, y]) => {
        const place = [Math.round(canvas.width * x), Math.round(canvas.height * y)] as const;
        return [...(canvas.getContext('2d')?.getImageData(...place, 1, 1).data ?? [])];
      },
      [left, top] as const,
    );
  await expect.poll(() => colour(pictures.jpeg2000)).toEqual([255, 0, 0, 255]);
  await expect.poll(() => colour(pictures.facsimile)).toEqual([0, 0, 0, 255]);
  // The viewer's worker loaded the assets itself.
  const ofThePage = await page.evaluate(() =>
    performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname.startsWith('/pdf/')),
  );
  expect(ofThePage).toEqual([]);
  await closeCompany(company);
});

test('a PDF with scripts and attached files shows both in its notes', async ({ launch }) => {
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
  company.simulator.faults.set('proof', ...faultsOf({ SCRIPTS: popOf(active), INVOICE: popOf(invoice) }));
  const paydesk = await launchFor(launch, company);
  await signIn(paydesk, company);
  const { page } = paydesk;
  await goToProofs(page);
  await paste(page, ['SCRIPTS', 'INVOICE']);
  await show(page, 'SCRIPTS');
  await expect(page.getByText(/^Contains scripts, or actions/)).toBeVisible();
  await photograph(paydesk, 'proofs-scripts');
  await show(page, 'INVOICE');
  await expect(page.getByText('Contains attached files: factur-x.xml')).toBeVisible();
  await expect(page.getByText(/^Contains scripts/)).toBeHidden();
  await photograph(paydesk, 'proofs-attachments');
  await paydesk.quit();
  await closeCompany(company);
});

test('a protected PDF asks for its password, and the text search highlights matches in a PDF', async ({
  launch,
}) => {
  const company = await openCompany();
  const pop = encryptedPdf('Only for those who know', 'sesame').toString('base64');
  company.simulator.faults.set('proof', ...faultsOf({ PROTECTED: { pop, type: 'SEPA' } }));
  const paydesk = await launchFor(launch, company);
  await signIn(paydesk, company);
  const { page } = paydesk;
  await goToProofs(page);
  const { pdf: samplePdf } = company.simulator.exampleOfEachKind();
  await paste(page, ['PROTECTED', samplePdf]);
  await show(page, 'PROTECTED');
  await expect(page.getByText('The PDF is protected by a password, so Paydesk')).toBeVisible();
  const password = page.getByRole('article').getByLabel('Password', { exact: true });
  await password.fill('open');
  await page.getByRole('button', { name: 'Show PDF' }).click();
  await expect(page.getByText('Incorrect password. Check the password and try again.')).toBeVisible();
  await password.fill('sesame');
  await page.getByRole('button', { name: 'Show PDF' }).click();
  await expect(page.getByRole('region', { name: 'Page 1' })).toContainText('Only for those who know');

  await show(page, samplePdf);
  await page.getByRole('searchbox', { name: 'Find in this PDF' }).fill('no  MONEY');
  await expect(page.getByText('1 match', { exact: true })).toBeVisible();
  await expect(page.locator('.pdf-mark')).toContainText(['No', 'money']);
  await closeCompany(company);
});

test('Enter goes to the next match of a PDF from the visible page on, and Shift+Enter to the previous one', async ({
  launch,
}) => {
  const company = await openCompany();
  const samplePdf = await PDFDocument.create();
  for (let number = 1; number <= 4; number += 1) samplePdf.addPage().drawText(`Sheet ${number}`, { y: 800 });
  const pop = Buffer.from(await samplePdf.save()).toString('base64');
  company.simulator.faults.set('proof', ...faultsOf({ PAPER: { pop, type: 'SEPA' } }));
  const paydesk = await launchFor(launch, company);
  await signIn(paydesk, company);
  const { page } = paydesk;
  await goToProofs(page);
  await paste(page, ['PAPER']);
  await show(page, 'PAPER');
  const find = page.getByRole('searchbox', { name: 'Find in this PDF' });
  const isAt = async (match: string, sheet: number) => {
    await expect(page.getByText(match, { exact: true })).toBeVisible();
    await expect(page.getByText(`Sheet ${sheet}`, { exact: true })).toBeInViewport();
  };
  await find.fill('sheet 3');
  await isAt('1 match', 1);
  await find.press('Enter');
  await isAt('1 of 1', 3);
  await find.fill('sheet');
  await isAt('4 matches', 3);
  await find.press('Enter');
  await isAt('3 of 4', 3);
  await find.press('Shift+Enter');
  await isAt('2 of 4', 2);
  await page.getByRole('button', { name: 'Previous match' }).click();
  await isAt('1 of 4', 1);
  await find.press('Shift+Enter');
  await isAt('4 of 4', 4);
  await page.getByRole('button', { name: 'Next match' }).click();
  await isAt('1 of 4', 1);
  await closeCompany(company);
});
