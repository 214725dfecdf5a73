/** @file The text size: its keys, and the layout of each screen at 150 %. */
import type { Page } from '@playwright/test';
import { expect, inElectron, type Paydesk, test } from '../../e2e/fixture.ts';
import { checkCurrentLayout } from '../../e2e/layout/check-layout.ts';

/** Width of the page in CSS pixels: the window has 1280 pixels. */
const expectWidth = (page: Page, width: number) =>
  expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
const expectAnnounced = (page: Page, sentence: string) =>
  expect(page.getByRole('status').filter({ hasText: sentence })).toBeAttached();

test('keys change the text size on the sign-in screen, and a restart restores the text size', async ({
  launch,
}) => {
  const first = await launch();
  await expect(first.page.getByRole('button', { name: 'Add profile…' })).toBeVisible();
  await expectWidth(first.page, 1280);
  await first.page.keyboard.press('ControlOrMeta+=');
  await expectWidth(first.page, 1113);
  await expectAnnounced(first.page, 'Text size 115\u202f%');
  await first.page.keyboard.press('ControlOrMeta+NumpadAdd');
  await first.page.keyboard.press('ControlOrMeta++');
  // There is no larger size.
  await first.page.keyboard.press('ControlOrMeta++');
  await expectWidth(first.page, 853);
  await expectAnnounced(first.page, 'Text size 150\u202f%');
  expect(await first.page.evaluate(() => devicePixelRatio)).toBe(1.5);
  await first.quit();

  const second = await launch();
  expect(await second.page.evaluate(() => innerWidth)).toBe(853);
  await expect(second.page.getByRole('button', { name: 'Add profile…' })).toBeVisible();
  await second.page.keyboard.press('ControlOrMeta+NumpadSubtract');
  await expectWidth(second.page, 985);
  await second.page.keyboard.press('ControlOrMeta+0');
  await expectWidth(second.page, 1280);
  await expectAnnounced(second.page, 'Text size 100\u202f%');
});

async function openPracticeCompany({ call, page }: Paydesk): Promise<void> {
  expect(await call('session.activate', { action: 'practiceCompany' })).toMatchObject({ ok: true });
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}

test('every screen has a faultless layout at 150 % in a window of 1280 by 800', async ({ paydesk }) => {
  test.skip(inElectron, 'The window manager decides the size of the window');
  const { page } = paydesk;
  await openPracticeCompany(paydesk);
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ControlOrMeta+=');
  await expectWidth(page, 853);
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('button');
  for (const [index, name] of [
    'Needs you',
    'Documents',
    'Beneficiaries',
    'Proofs',
    'Statements',
    'Activity',
    'Settings',
  ].entries()) {
    await page.keyboard.press(`ControlOrMeta+${index + 1}`);
    await expect(links.filter({ hasText: name })).toHaveAttribute('aria-current', 'page');
    await checkCurrentLayout(paydesk, `${name} at 150 %`);
  }
});

test('the name of a batch and its steps do not touch at 150 %', async ({ paydesk }) => {
  test.skip(inElectron, 'The window manager decides the size of the window');
  const { page } = paydesk;
  await openPracticeCompany(paydesk);
  expect(await paydesk.call('samples.change', { action: 'addDocuments' })).toMatchObject({ ok: true });
  await page.keyboard.press('ControlOrMeta+2');
  const name = page.getByText(/^Batch \d+$/).first();
  const steps = page.getByRole('list', { name: 'Steps' });
  await expect(steps).toBeVisible();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ControlOrMeta+=');
  for (const width of [1280, 1440, 1680, 1920]) {
    await paydesk.resize(width, 900);
    await expectWidth(page, Math.floor(width / 1.5));
    const [nameBox, stepsBox] = [await name.boundingBox(), await steps.boundingBox()];
    if (nameBox === null || stepsBox === null) throw new Error('The head of the batch is not visible');
    const isInOneLine = nameBox.y < stepsBox.y + stepsBox.height && stepsBox.y < nameBox.y + nameBox.height;
    if (isInOneLine) expect(stepsBox.x - nameBox.x - nameBox.width).toBeGreaterThanOrEqual(8);
    await checkCurrentLayout(paydesk, `Batch at 150 %, ${width} pixels`);
  }
});
