/** @file The main job by keyboard alone, from the sign-in to the result. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pdf, png, writeFiles } from '../fakes/files/files.ts';
import { profileOf } from '../fakes/test-app.ts';
import { startSimulator } from '../practice/simulator.ts';
import { expect, test } from './fixture.ts';
import { tabTo } from './launch/tab-to.ts';

test('documents are attached by keyboard alone', async ({ launch, dataFolder }) => {
  const simulator = await startSimulator();
  const profiles = join(dataFolder, '..', 'profiles.json');
  await writeFile(profiles, JSON.stringify({ version: 1, profiles: [profileOf(simulator)] }));
  const folder = join(dataFolder, '..', 'KW46');
  await writeFiles(folder, {
    'Ahlström Konepaja Oy/Bestellung 4500118223.pdf': pdf('223'),
    'Ahlström Konepaja Oy/Bestellung 4500118224.pdf': pdf('224'),
    'scan_00231.png': png('231'),
  });
  const paydesk = await launch({ profiles, args: ['--allow-http-loopback'] });
  await paydesk.answerDialogs({ open: [folder] });
  const { page } = paydesk;
  const { keyboard } = page;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const press = async (name: string) => {
    await tabTo(page, button(name));
    await keyboard.press('Enter');
  };
  const firstStop = page.getByRole('main').locator('button:enabled').first();
  const expectTitle = (name: string) => expect(page.getByRole('heading', { level: 2, name })).toBeVisible();

  await test.step('sign-in: the key field has the focus', async () => {
    await expect(page.getByRole('textbox', { name: 'API key' })).toBeFocused();
    await keyboard.type(simulator.credentials.apiKey);
    await keyboard.press('Enter');
  });

  await test.step('choosing a folder: the primary button has the focus', async () => {
    await expect(button('Choose files…')).toBeFocused();
    await press('Choose folder…');
    await expectTitle('3 of 3 files are not assigned');
    await expect(firstStop).toHaveAccessibleName('Assign by folder…');
  });

  await test.step('assigning a folder to a new beneficiary', async () => {
    await press('Assign by folder…');
    await press('Add a new beneficiary for KW46/Ahlström Konepaja Oy');
    await expect(page.getByRole('textbox', { name: 'Recipient ID' })).toBeFocused();
    await keyboard.type('rcp_c1180f3a');
    await keyboard.press('Enter');
    await press('Assign 2 documents to 1 beneficiary');
    await expectTitle('1 of 3 files is not assigned');
    await expect(page.getByRole('grid').getByText('Not assigned', { exact: true })).toHaveCount(1);
  });

  await test.step('assigning one selected document', async () => {
    const row = page.getByRole('row', { name: /scan_00231/ });
    await tabTo(page, page.getByRole('grid').locator('[data-row][tabindex="0"]'));
    for (let step = 0; step < 3; step += 1) {
      if (await row.evaluate((element) => element === document.activeElement)) break;
      await keyboard.press(step === 0 ? 'Home' : 'ArrowDown');
    }
    await expect(row).toBeFocused();
    await keyboard.press('Space');
    await press('Assign 1 document…');
    await expect(page.getByRole('combobox', { name: /Beneficiary/ })).toBeFocused();
    await keyboard.type('Ahl');
    await expect(page.getByRole('option', { name: /Ahlström/ })).toBeVisible();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await press('Assign 1 document');
    await expectTitle('3 documents for 1 beneficiary');
  });

  await test.step('review: arrow keys open a beneficiary', async () => {
    await expect(firstStop).toHaveAccessibleName('Review');
    await press('Review');
    const tree = page.getByRole('treegrid');
    await tabTo(page, tree.locator('[data-row][tabindex="0"]'));
    await keyboard.press('ArrowRight');
    await expect(tree.getByRole('row', { name: /Bestellung 4500118224/ })).toBeVisible();
    await keyboard.press('ArrowRight');
    await expect(tree.getByRole('row', { name: /Bestellung 4500118223/ })).toBeFocused();
    await keyboard.press('ArrowLeft');
    await keyboard.press('ArrowLeft');
    await expect(tree.getByRole('row', { name: /Bestellung/ })).toHaveCount(0);
    await press('Attach 3 documents to 1 beneficiary in sandbox');
  });

  await test.step('the result is opened', async () => {
    await expectTitle('3 documents attached to 1 beneficiary');
    await tabTo(page, page.getByRole('grid').locator('[data-row][tabindex="0"]'));
    await keyboard.press('Enter');
    await expect(page.getByRole('complementary', { name: 'Details' })).toBeVisible();
    await keyboard.press('Escape');
    await expect(page.getByRole('complementary')).toBeHidden();
    await paydesk.screenshot('test-results/screens/done.light.100.png');
    await press('New batch');
    await expect(button('Choose files…')).toBeFocused();
  });

  expect(simulator.state.recipients.get('rcp_c1180f3a')?.documents).toHaveLength(3);
  expect(simulator.violations()).toEqual([]);
  await simulator.close();
});
