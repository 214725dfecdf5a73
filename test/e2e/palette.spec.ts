/** @file The command palette and the help, and the shortcuts of the menu while a dialog is open. */
import { expect, test } from './fixture.ts';
import { pressInMenu } from './launch/program-functions.ts';
import { layoutJourney } from './layout/journey.ts';
import { photograph } from './photograph.ts';

test('the palette marks its first row and its best match, and hides the screen from shortcuts of the menu', async ({
  paydesk,
}) => {
  const { page } = paydesk;
  expect(await paydesk.call('session.activate', { action: 'practiceCompany' })).toMatchObject({ ok: true });
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+K');
  const field = page
    .getByRole('dialog')
    .getByRole('searchbox')
    .or(page.getByRole('dialog').getByRole('combobox'))
    .or(page.getByRole('dialog').getByRole('textbox'));
  await expect(field).toBeFocused();
  const rows = page.getByRole('menuitem');
  const expectMarked = async (name: string) => {
    await expect(rows.first()).toContainText(name);
    await expect(rows.first()).toHaveAttribute('data-focused', 'true');
    await expect(field).toHaveAttribute(
      'aria-activedescendant',
      (await rows.first().getAttribute('id')) ?? '',
    );
  };
  const [firstLabel = ''] = (await rows.first().innerText()).split('\n');
  await expectMarked(firstLabel);
  await photograph(paydesk, 'palette-opened');
  await page.keyboard.type('settings');
  await expectMarked('Settings');
  await expect(rows.first()).toHaveText(/^Settings(Ctrl|⌘)/);
  await photograph(paydesk, 'palette-typed');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  // The help opens at the chapter of the screen, finds other chapters, and returns the focus.
  await page.keyboard.press('F1');
  const help = page.getByRole('complementary', { name: 'Help' });
  await expect(help.getByRole('heading', { name: 'Add a profile' })).toBeInViewport();
  await expect(help.getByRole('searchbox', { name: 'Search help' })).toBeFocused();
  await page.keyboard.type('watch folder');
  await help.getByRole('button', { name: /^Get the statements/ }).click();
  await expect(help.getByRole('heading', { name: 'Get the statements' })).toBeInViewport();
  const layout = layoutJourney(paydesk, 'help');
  await photograph(paydesk, 'help-chapter', { layout });
  layout.end();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await page.getByRole('navigation', { name: 'Main' }).getByText('Documents').click();
  // A dialog hides the screen behind it from screen readers.
  const settings = page.getByRole('heading', { name: 'Settings', exact: true, includeHidden: true });
  await expect(settings).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+K');
  await expectMarked(firstLabel);
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toHaveAttribute('data-focused', 'true');
  for (const keys of ['CommandOrControl+,', 'CommandOrControl+F']) {
    await paydesk.evaluate(pressInMenu, keys);
    // The message of the menu arrives before this response.
    await page.evaluate(() => window.paydesk.call('settings.about', {}));
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await expect(settings).toHaveCount(0);
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await paydesk.evaluate(pressInMenu, 'CommandOrControl+,');
  await expect(settings).toBeVisible();
});
