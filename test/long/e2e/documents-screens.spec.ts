/**
 * @file Photographs each state of the documents screens, light and dark, at 100 % and 150 %. axe finds no violation on any of
 * them.
 */
import { appendFile, mkdir, open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inElectron, type Paydesk, test } from '../../e2e/fixture.ts';
import { layoutJourney } from '../../e2e/layout/journey.ts';
import { photograph } from '../../e2e/photograph.ts';
import { addressBook, writeWeek } from '../../e2e/sample-scans.ts';
import { pdf, writeFiles } from '../../fakes/files/files.ts';
import { profileOf } from '../../fakes/test-app.ts';
import { type Simulator, startSimulator } from '../../practice/simulator.ts';

/** Writes a sparse file of 40 GB, whose check takes long enough to photograph. */
async function writeHugeFile(path: string): Promise<void> {
  const file = await open(path, 'w');
  await file.write('%PDF-1.7\n');
  await file.truncate(40_000_000_000);
  await file.close();
}

async function signIn(paydesk: Paydesk, simulator: Simulator): Promise<void> {
  const { apiKey } = simulator.credentials;
  const answer = await paydesk.call('session.signIn', {
    profileId: 'test-profile',
    apiKey,
    keep: 'session',
  });
  expect(answer).toMatchObject({ ok: true });
  for (const beneficiary of addressBook) {
    expect(await paydesk.call('beneficiaries.add', beneficiary)).toMatchObject({ ok: true });
  }
}

test.describe.configure({ timeout: 500_000 });

test('every state of the documents screens is photographed', async ({ launch, dataFolder }) => {
  test.skip(inElectron, 'Pictures are taken in the host only');
  const folder = join(dataFolder, '..', 'scans');
  await mkdir(folder, { recursive: true });
  const simulator = await startSimulator({ environment: 'production' });
  const profiles = join(dataFolder, '..', 'profiles.json');
  await writeFile(profiles, JSON.stringify({ version: 1, profiles: [profileOf(simulator)] }));
  const paydesk = await launch({
    profiles,
    args: ['--allow-http-loopback'],
    colorScheme: 'light',
  });
  const { page } = paydesk;
  page.setDefaultTimeout(10_000);
  const layout = layoutJourney(paydesk, 'documents');
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const filterChip = (word: string) => page.getByRole('radio', { name: new RegExp(`^${word}`) });
  const expectTitle = (name: string | RegExp) =>
    expect(page.getByRole('heading', { level: 2, name })).toBeVisible({ timeout: 60_000 });

  async function photographState(name: string): Promise<void> {
    await page.mouse.move(0, 0);
    await photograph(paydesk, `documents-${name}`, { layout, at150: true });
  }

  await test.step('no documents', async () => {
    const settings = { appearance: { theme: 'light', contrast: false }, largeFileMegabytes: 1 };
    expect(await paydesk.call('settings.change', settings)).toMatchObject({ ok: true });
    await paydesk.call('session.activate', { action: 'practiceCompany' });
    await expect(button('Choose files…')).toBeFocused();
    await photographState('empty');
  });

  await test.step('a first batch with a lost response', async () => {
    await signIn(paydesk, simulator);
    await expect(page.getByRole('button', { name: 'Nordlicht Maschinenbau GmbH' })).toBeVisible();
    await expect(button('Choose files…')).toBeVisible();
    await writeFiles(folder, {
      'KW45/Ahlström Konepaja Oy/Kaupparekisteriote 2025.pdf': pdf('Kauppa'),
      'KW45/Ahlström Konepaja Oy/KYC-lomake allekirjoitettu.pdf': pdf('KYC'),
      'KW45/rcp_5b02e9d1/Umowa.pdf': pdf('Umowa'),
    });
    simulator.faults.set('updateRecipient', {
      kind: 'effect-then-reset',
      when: ({ path }) => path.includes('rcp_5b02e9d1'),
    });
    await paydesk.drop('main', [join(folder, 'KW45')]);
    await expectTitle(/are not assigned/);
    await button('Assign by folder…').click();
    await button('Assign 3 documents to 2 beneficiaries').click();
    await expectTitle('3 documents for 2 beneficiaries');
    await button('Review').click();
    await button('Attach 3 documents to 2 beneficiaries in production').click();
    await expectTitle('2 of 3 documents for 2 beneficiaries are attached');
    await button('Show documents and keys').click();
    await photographState('unknown-facts');
  });

  await test.step('a week of scans before the review', async () => {
    await paydesk.drop('main', [await writeWeek(folder)]);
    await expectTitle(/^\d+ of \d+ files are not assigned$/);
    await photographState('draft');
    // The search is a field where the window is wide enough, and a button elsewhere.
    const search = page.locator('main').getByRole('searchbox');
    const searchWidth = async () => (await search.boundingBox())?.width ?? 0;
    await expect.poll(searchWidth).toBeGreaterThan(120);
    await paydesk.resize(960, 720);
    await expect.poll(searchWidth).toBeGreaterThan(120);
    await paydesk.resize(1280, 800);
    await button('Other actions for the batch').click();
    await page.getByRole('menuitem', { name: 'Discard batch…' }).click();
    const question = page.getByRole('dialog', { name: /^Discard batch/ });
    await expect(question).toBeVisible();
    await expect(page.getByRole('menu')).toHaveCount(0);
    await layout.check('documents-discard');
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await button('Assign by folder…').click();
    await expect(page.getByRole('list', { name: 'Folders of this batch' })).toBeVisible();
    await photographState('folders');
    await button(/^Assign \d+ documents to \d+ beneficiaries$/).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await filterChip('Not assigned').click();
    await page.getByRole('grid').getByRole('row').nth(1).focus();
    await page.keyboard.press('Control+a');
    await photographState('selected');
    await button(/^Assign \d+ documents…$/).click();
    await expect(page.getByRole('listbox')).toBeVisible();
    await photographState('assign');
    await page.getByRole('option', { name: /Kwiatkowski/ }).click();
    await button(/^Assign \d+ documents$/).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await filterChip('All').click();
    await expectTitle(/documents for \d+ beneficiaries/);
    await photographState('assigned');
    await page.getByRole('row', { name: /Rechnung als Bild/ }).click();
    await photographState('panel-rejected');
    await page.keyboard.press('Escape');
  });

  await test.step('the review', async () => {
    await button('Review').click();
    await expect(button(/^Attach \d+ documents/)).toBeVisible();
    await photographState('review');
    await page.getByRole('row', { name: /Ahlström/ }).click();
    await expect(page.getByRole('row', { name: /KYC-lomake/ })).toBeVisible();
    await photographState('review-open');
  });

  await test.step('sending, with documents that fail', async () => {
    await appendFile(
      join(folder, 'KW46/Kärcher Hydraulik GmbH/Rechnung_2026-10-0417_Kühlwasserpumpe.pdf'),
      '%',
    );
    await rm(join(folder, 'KW46/Kärcher Hydraulik GmbH/Packliste_KW47.svg'));
    const refusal = { status: 422, body: JSON.stringify({ message: 'documentType is not allowed here' }) };
    simulator.faults.set('updateRecipient', {
      kind: 'status',
      ...refusal,
      when: ({ path }) => path.includes('rcp_0a47bb20'),
    });
    simulator.faults.set('upload', {
      kind: 'slow-read',
      bytesPerSecond: 150_000,
      when: ({ number }) => number > 7,
    });
    await button(/^Attach \d+ documents/).click();
    await expect(page.getByText(/^Attach refused \(422/).first()).toBeVisible();
    await photographState('running');
    await page.getByRole('row', { name: /Rechnung_2026/ }).click();
    await expect(
      page.getByRole('complementary').getByRole('button', { name: 'Check new version' }),
    ).toBeVisible();
    await photographState('panel');
    await button('Cancel batch…').click();
    await photographState('cancel');
    await button('Keep the batch').click();
    await button('Pause').click();
    await expectTitle(/^Paused:/);
    await photographState('paused');
    await page.keyboard.press('Escape');
  });

  await test.step('finished with problems', async () => {
    simulator.faults.clear();
    await button('Resume').first().click();
    await expectTitle(/files wait for you/);
    await button('Mark as attached').click();
    await photographState('settle');
    await button('Mark 1 as attached').click();
    await page.getByRole('row', { name: /Packliste_KW47/ }).click();
    await page.getByRole('complementary').getByRole('button', { name: 'Exclude' }).click();
    await page.keyboard.press('Escape');
    await expectTitle(/documents for \d+ beneficiaries are attached/);
    await photographState('problems');
    await button('Transfers').click();
    await photographState('tray');
    await button('Transfers').click();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog').locator('input')).toBeFocused();
    await page.keyboard.type('Bestellung');
    await expect(page.getByRole('menuitem', { name: /Bestellung 4500118223/ })).toBeVisible();
    await photographState('palette');
    await page.keyboard.press('Escape');
    await button('Earlier batches').click();
    await expect(page.getByRole('row', { name: /Batch 1/ })).toBeVisible();
    await photographState('earlier');
  });

  await test.step('a file whose check takes long', async () => {
    const largeFile = join(folder, 'Scan des Jahresabschlusses.pdf');
    await writeHugeFile(largeFile);
    await paydesk.drop('main', [largeFile]);
    await expectTitle('Checking 1 file');
    await photographState('checking');
  });

  layout.end();
  expect(simulator.violations()).toEqual([]);
  await simulator.close();
});
