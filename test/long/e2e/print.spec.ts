/** @file Printing a proof: all pages of a PDF as images, and a text as the document that is saved. */

import { PDFDocument } from 'pdf-lib';
import { closeCompany, openCompany, signIn } from '../../e2e/company.ts';
import { expect, test } from '../../e2e/fixture.ts';
import { readPages } from '../../fakes/files/read-pages.ts';

test('a PDF prints all its pages, and a text prints to its last line', async ({ launch }) => {
  const company = await openCompany();
  const pdfFile = await PDFDocument.create();
  for (let number = 1; number <= 3; number += 1) pdfFile.addPage([300, 400]).drawText(`Sheet ${number}`);
  const lines = Array.from({ length: 150 }, (_, index) => `Line ${index + 1} of this confirmation`);
  const answers: Record<string, unknown> = {
    PDF: { pop: Buffer.from(await pdfFile.save()).toString('base64'), type: 'SEPA' },
    TEXT: { pop: lines.join('\n'), type: 'SEPA' },
  };
  company.simulator.faults.set(
    'proof',
    ...Object.entries(answers).map(([reference, answer]) => ({
      kind: 'status' as const,
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(answer),
      when: ({ path }: { path: string }) => path.endsWith(`/${reference}`),
    })),
  );
  const paydesk = await launch({ profiles: company.profiles, args: ['--allow-http-loopback'] });
  await signIn(paydesk, company);
  const { page } = paydesk;
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('navigation', { name: 'Main' }).getByText('Proofs').click();
  await page.getByRole('button', { name: 'Paste references…' }).click();
  await page.getByRole('textbox', { name: 'References' }).fill(Object.keys(answers).join('\n'));
  await page.getByRole('button', { name: 'Fetch 2 proofs' }).click();
  const list = page.getByRole('grid', { name: 'References' });
  const openProof = (reference: string) => list.getByText(reference, { exact: true }).click();

  await openProof('PDF');
  await expect(page.getByRole('region', { name: 'Page 1' })).toContainText('Sheet 1');
  await page.evaluate(() => {
    window.print = () => {
      const sheets = [...document.querySelectorAll<HTMLImageElement>('.print-pages img')];
      document.title = `printed ${sheets.map(({ naturalWidth }) => naturalWidth).join(' ')}`;
    };
  });
  await page.getByRole('button', { name: 'Print' }).click();
  // 300 points at 150 dots per inch.
  await expect(page).toHaveTitle('printed 625 625 625');
  await expect(page.locator('.print-pages')).toHaveCount(0);

  await openProof('TEXT');
  await expect(page.getByRole('region', { name: 'Raw text' })).toContainText('Line 150 of');
  await page.getByRole('button', { name: 'Print' }).click();
  const printed = async () => (await paydesk.host?.records())?.printed ?? [];
  await expect.poll(async () => (await printed()).length).toBe(1);
  const { pages } = await readPages(Buffer.from((await printed())[0] ?? '', 'base64'));
  expect(pages.length).toBeGreaterThan(1);
  const shown = pages.flatMap((sheet) => sheet.lines).map((text) => text.replace(/^\d+\t/, ''));
  for (const line of lines) expect(shown).toContain(line);
  await closeCompany(company);
});
