import { expect, test } from './fixture.ts';
import { layoutJourney } from './layout/journey.ts';
import { photograph } from './photograph.ts';

test('the palette marks its first row, also before a text is typed, and the best match comes first', async ({
  paydesk,
}) => {
  const { page } = paydesk;
  await paydesk.call('samples.change', { action: 'endTour' });
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
  // Enter runs the first row of the list that opens without a text.
  await page.keyboard.press('ControlOrMeta+K');
  await expectMarked(firstLabel);
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toHaveAttribute('data-focused', 'true');
});
