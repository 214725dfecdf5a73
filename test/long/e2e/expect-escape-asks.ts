/** @file Expects that a dialog asks before Escape discards typed text. */
import type { Page } from '@playwright/test';
import { expect } from '../../e2e/fixture.ts';

/** A text that no field has before. */
const typedText = 'a1b2';

/** Types, presses Escape and keeps the text twice, then clicks beside the dialog and discards the text. */
export async function expectEscapeAsks(page: Page, label: string | RegExp): Promise<void> {
  const dialog = page.getByRole('dialog').first();
  const field = dialog.getByLabel(label, { exact: true }).first();
  await field.focus();
  await page.keyboard.press('End');
  await page.keyboard.type(typedText);
  const fieldContent = await field.inputValue();
  expect(fieldContent).toContain(typedText);
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(fieldContent);
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  // Escape closes the question and keeps the text.
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(field).toHaveValue(fieldContent);
  await page.mouse.click(4, 200);
  await expect(question).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(question.getByRole('button', { name: 'Discard' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}
