import { encryptedPdf } from '../fakes/encrypted-pdf.ts';
import { closeCompany, openCompany, signIn } from './company.ts';
import { expect, test } from './fixture.ts';
import { faultsServing, fetchReferences, launchFor, openProof, openProofs } from './proofs-screen.ts';

test.setTimeout(300_000);

test('a protected PDF asks for its password, and the text search highlights matches in a PDF', async ({
  launch,
}) => {
  const company = await openCompany();
  const pop = encryptedPdf('Only for those who know', 'sesame').toString('base64');
  company.simulator.faults.set('proof', ...faultsServing({ PROTECTED: { pop, type: 'SEPA' } }));
  const paydesk = await launchFor(launch, company);
  await signIn(paydesk, company);
  const { page } = paydesk;
  await openProofs(page);
  const { pdf: samplePdf } = company.simulator.exampleOfEachKind();
  await fetchReferences(page, ['PROTECTED', samplePdf]);
  await openProof(page, 'PROTECTED');
  await expect(page.getByText('The PDF is protected by a password, so Paydesk')).toBeVisible();
  const password = page.getByRole('article').getByLabel('Password', { exact: true });
  await password.fill('open');
  await page.getByRole('button', { name: 'Show PDF' }).click();
  await expect(page.getByText('Incorrect password. Check the password and try again.')).toBeVisible();
  await password.fill('sesame');
  await page.getByRole('button', { name: 'Show PDF' }).click();
  await expect(page.getByRole('region', { name: 'Page 1' })).toContainText('Only for those who know');

  await openProof(page, samplePdf);
  await page.getByRole('searchbox', { name: 'Find in this PDF' }).fill('no  MONEY');
  await expect(page.getByText('1 match', { exact: true })).toBeVisible();
  await expect(page.locator('[data-mark]')).toContainText(['No', 'money']);
  await closeCompany(company);
});
