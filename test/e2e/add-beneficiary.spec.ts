/** @file A beneficiary is added in one dialog: by its recipient ID, or as a new one by the form of the template. */
import { signIn, test } from './company.ts';
import { expect } from './fixture.ts';
import { checkLayout } from './layout/check-layout.ts';
import { photograph } from './photograph.ts';

const template = `{
  "name": "{{Company name}}",
  "address": { "city": "{{City}}", "country": "DE" },
  "limit": 1250.50,
  "isCompany": true,
  "tags": []
}`;

test.use({ companyOptions: { recipientTemplate: template } });

test('a new beneficiary is created from the form of the template, and the service receives what the form shows', async ({
  paydesk,
  company,
}) => {
  const { page } = paydesk;
  await signIn(paydesk, company);
  await page.getByRole('navigation', { name: 'Main' }).getByText('Beneficiaries').click();
  await page.getByRole('main').getByRole('button', { name: 'Add beneficiary…' }).last().press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add a beneficiary' });
  await expect(dialog.getByRole('textbox', { name: 'Recipient ID' })).toBeFocused();
  await photograph(paydesk, 'add-beneficiary-known');
  await page.keyboard.press('Shift+Tab');
  await expect(dialog.getByRole('button', { name: 'What is a recipient ID?' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The ID that the service gave a beneficiary.')).toBeVisible();
  await photograph(paydesk, 'explanation');
  await checkLayout(paydesk, 'explanation');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: 'New' })).toBeChecked();
  await dialog.getByRole('textbox', { name: 'Label' }).fill('Kärcher');
  await photograph(paydesk, 'add-beneficiary-form');
  await checkLayout(paydesk, 'add-beneficiary-form');
  await dialog.getByRole('textbox', { name: 'Company name' }).fill('Kärcher "KG"');
  await dialog.getByRole('textbox', { name: 'Limit' }).fill('99.10');
  await expect(dialog.getByRole('button', { name: /^Create in sandbox/ })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'City' }).fill('Winnenden');
  await dialog.getByRole('button', { name: 'Edit as JSON' }).click();
  await expect(dialog.getByRole('textbox', { name: 'JSON object' })).toHaveValue(
    template
      .replace('"{{Company name}}"', '"Kärcher \\"KG\\""')
      .replace('{{City}}', 'Winnenden')
      .replace('1250.50', '99.10'),
  );
  await dialog.getByRole('button', { name: /^Create in sandbox/ }).click();
  await page.getByRole('button', { name: 'Create 1 beneficiary in sandbox' }).click();
  await expect(page.getByRole('complementary').getByRole('heading', { name: 'Kärcher' })).toBeVisible();
  await expect.poll(() => company.simulator.state.recipients.size).toBe(1);
  const [recipient] = company.simulator.state.recipients.values();
  expect(recipient?.fields).toEqual({
    name: 'Kärcher "KG"',
    address: { city: 'Winnenden', country: 'DE' },
    limit: 99.1,
    isCompany: true,
    tags: [],
  });
});
