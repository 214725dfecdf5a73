/** @file Photographs the Proofs screen and the recovery dialogs, light and dark, at 100 % and 150 %. */
import { join } from 'node:path';
import { closeCompany, openCompany, signIn } from '../../../e2e/company.ts';
import { expect, type Paydesk, test } from '../../../e2e/fixture.ts';
import { layoutJourney } from '../../../e2e/layout/journey.ts';
import { photograph } from '../../../e2e/photograph.ts';
import {
  expectShown,
  faultsServing,
  fetchReferences,
  launchFor,
  openProof,
  openProofs,
} from '../../../e2e/proofs/proofs-screen.ts';
import { keyringMissing } from '../../../fakes/platform/keyring.ts';

test.setTimeout(300_000);

/** A payment with a mistyped IBAN, BIC and UETR. */
const mistypedPayment = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn><PmtInf>
  <Dbtr><Nm>Nordwind GmbH</Nm></Dbtr><DbtrAcct><Id><IBAN>DE88370400440532013000</IBAN></Id></DbtrAcct>
  <DbtrAgt><FinInstnId><BICFI>DEUT</BICFI></FinInstnId></DbtrAgt>
  <CdtTrfTxInf><PmtId><UETR>7a562c67-ca16-18ba-b074-65581be6f001</UETR></PmtId>
    <Amt><InstdAmt Ccy="EUR">48250.00</InstdAmt></Amt><Cdtr><Nm>Škoda Lisovna</Nm></Cdtr>
    <CdtrAcct><Id><IBAN>CZ6508000000192000145399</IBAN></Id></CdtrAcct></CdtTrfTxInf>
</PmtInf></CstmrCdtTrfInitn></Document>`;

/** Photographs backup and recovery of the library key. */
async function photographRecovery(paydesk: Paydesk, folder: string): Promise<void> {
  const { page } = paydesk;
  const layout = layoutJourney(paydesk, 'recovery');
  const photographOptions = { layout, at150: true };
  const file = join(folder, 'recovery');
  await page.getByRole('navigation', { name: 'Main' }).getByText('Settings').click();
  await page.getByRole('tab', { name: 'Data' }).click();
  await paydesk.answerDialogs({ save: file, open: [file] });
  await page.getByRole('button', { name: 'Save a recovery file…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Passphrase', { exact: true }).fill('a staple of correct horses');
  await dialog.getByLabel('Passphrase again', { exact: true }).fill('a staple of correct horses');
  await photograph(paydesk, 'recovery-save', photographOptions);
  await dialog.getByRole('button', { name: 'Choose where to save…' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Restore from a recovery file…' }).click();
  await expect(dialog).toBeVisible();
  await photograph(paydesk, 'recovery-restore', photographOptions);
  layout.end();
}

test('every kind of proof is photographed', async ({ launch, dataFolder }) => {
  const company = await openCompany();
  const examples = company.simulator.exampleOfEachKind();
  const mistypedAnswer = { pop: mistypedPayment, type: 'ISO' };
  company.simulator.faults.set('proof', ...faultsServing({ MISTYPED: mistypedAnswer }));
  const paydesk = await launchFor(launch, company);
  await signIn(paydesk, company);
  const { page } = paydesk;
  const layout = layoutJourney(paydesk, 'proofs');
  const photographState = (name: string) => photograph(paydesk, `proofs-${name}`, { layout, at150: true });
  await openProofs(page);
  await photographState('empty');
  await page.getByRole('button', { name: 'Paste references…' }).click();
  await page.getByRole('textbox', { name: 'References' }).fill('PX1\nPX2, PX2\n..');
  await photographState('paste');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Paste references…' }).waitFor();
  await fetchReferences(page, [
    ...Object.values(examples),
    'PX2610150OO12',
    'MISTYPED',
    ...company.simulator.exampleReferences(24),
  ]);
  for (const [kind, reference] of Object.entries(examples)) {
    await openProof(page, reference);
    await expectShown[kind]?.(page);
    await photographState(kind);
  }
  await openProof(page, 'MISTYPED');
  const failedChecks = page.getByRole('region', { name: 'Key facts' }).getByText(/don’t match|Not a valid/);
  await expect(failedChecks).toHaveText([
    'Not a valid UETR format',
    'Check digits don’t match',
    'Not a valid BIC format',
  ]);
  await photographState('failed-checks');
  await openProof(page, 'PX2610150OO12');
  await photographState('no-proof');
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menu', { name: 'Actions for PX2610150OO12' })).toBeVisible();
  await photographState('row-menu');
  await page.getByRole('menuitem', { name: 'Correct reference…' }).click();
  await expect(page.getByRole('dialog', { name: 'Correct reference' })).toBeVisible();
  await photographState('correct');
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox', { name: 'Search proofs' }).fill('zzz');
  await expect(page.getByText('No proof contains “zzz”')).toBeVisible();
  await photographState('nothing-found');
  await page.getByRole('searchbox', { name: 'Search proofs' }).fill('');
  layout.end();
  if (keyringMissing() === null) await photographRecovery(paydesk, join(dataFolder, '..'));
  await closeCompany(company);
});
