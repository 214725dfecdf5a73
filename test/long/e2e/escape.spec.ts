/** @file What a clerk typed survives Escape in a panel, and the side button of a mouse behind a dialog. */
import { signIn, test } from '../../e2e/company.ts';
import { expect } from '../../e2e/fixture.ts';
import { callCommand } from '../../e2e/launch/calls.ts';
import { photograph } from '../../e2e/photograph.ts';

const typedText = 'a1b2';

test('Escape asks in a panel before it discards typed text, and the side button of a mouse changes no screen behind a dialog', async ({
  paydesk,
  company,
}) => {
  const { page } = paydesk;
  await signIn(paydesk, company);
  company.simulator.faults.set('createRecipient', { kind: 'rewrite', change: () => ({}) });
  const draft = { action: 'add', label: 'Dahl', payload: '{"name":"Dahl"}' } as const;
  const { id } = await callCommand(paydesk, 'beneficiaries.draft', draft);
  await callCommand(paydesk, 'beneficiaries.draft', { action: 'create', id });
  await page.getByRole('navigation', { name: 'Main' }).getByText('Beneficiaries').click();
  await page.getByRole('row', { name: /Dahl/ }).press('Enter');
  const panel = page.getByRole('complementary', { name: 'Dahl' });
  const field = panel.getByLabel('Recipient ID', { exact: true });
  await field.focus();
  await page.keyboard.type(typedText);
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(typedText);
  await field.fill('');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();

  await page.getByRole('button', { name: 'Add beneficiary…' }).press('Enter');
  const fieldOfDialog = page.getByRole('dialog').getByLabel('Recipient ID', { exact: true });
  await fieldOfDialog.fill(typedText);
  // Button 3 navigates back.
  await page.evaluate(() => window.dispatchEvent(new MouseEvent('mouseup', { button: 3 })));
  await expect(fieldOfDialog).toHaveValue(typedText);
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  await photograph(paydesk, 'discard');
});
