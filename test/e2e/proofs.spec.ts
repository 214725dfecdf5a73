/** @file Proofs of payment in the window: every kind is shown, also offline after a restart, and none is stored unencrypted. */
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pdf, svg } from '../fakes/files.ts';
import { keyringMissing } from '../fakes/keyring.ts';
import type { ElectronFunction } from '../host/client.ts';
import { closeCompany, openCompany, signIn } from './company.ts';
import { expect, test } from './fixture.ts';
import { expectShown, faultsOf, goToProofs, launchFor, paste, show } from './proofs-screen.ts';

test.setTimeout(300_000);

test('each kind of proof is shown, saved, and shown offline after a restart', async ({
  launch,
  dataFolder,
}) => {
  test.skip(keyringMissing() !== null, 'Without a keyring the library is in memory only');
  const company = await openCompany();
  const examples = company.simulator.exampleOfEachKind();
  const first = await launchFor(launch, company);
  const { apiKey } = company.simulator.credentials;
  await first.call('session.signIn', { profileId: 'test-profile', apiKey, keep: 'keychain' });
  await goToProofs(first.page);
  await paste(first.page, [...Object.values(examples), 'PX2610150OO12']);
  for (const [kind, reference] of Object.entries(examples)) {
    await show(first.page, reference);
    await expectShown[kind]?.(first.page);
  }
  await show(first.page, 'PX2610150OO12');
  await expect(first.page.getByText('No proof for this reference')).toBeVisible();

  await show(first.page, examples.mt103);
  const file = join(dataFolder, '..', 'original.txt');
  await first.answerDialogs({ save: file });
  await first.page.getByRole('button', { name: 'More', exact: true }).click();
  await first.page.getByRole('menuitem', { name: /^Save original/ }).click();
  await expect(first.page.getByText('Saved original.txt')).toBeVisible();
  expect(await readFile(file, 'utf8')).toContain(`:20:${examples.mt103}\r\n`);
  await first.quit();
  await company.simulator.close();

  const second = await launchFor(launch, company);
  await goToProofs(second.page);
  for (const [kind, reference] of Object.entries(examples)) {
    await show(second.page, reference);
    await expectShown[kind]?.(second.page);
  }
  await second.page.getByRole('searchbox', { name: 'Search proofs' }).fill('no money was moved');
  await expect(second.page.getByRole('grid', { name: 'References' }).getByText(examples.pdf)).toBeVisible();
  await expect(second.page.getByRole('grid', { name: 'References' }).getByText(examples.json)).toBeHidden();
  await closeCompany(company);
});

test('a stored proof that could not be fetched again is shown with the reason', async ({ launch }) => {
  const company = await openCompany();
  const paydesk = await launchFor(launch, company);
  await signIn(paydesk, company);
  const { page } = paydesk;
  await goToProofs(page);
  const { text } = company.simulator.exampleOfEachKind();
  await paste(page, [text, 'UNKNOWN']);
  await expect(page.getByRole('button', { name: 'Save 1 proof…' })).toBeVisible();
  await show(page, text);
  company.simulator.faults.set('proof', { kind: 'status', status: 200, body: 'not json at all' });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Fetch again/ }).click();
  const viewer = page.getByRole('article', { name: `Proof ${text}`, exact: true });
  await expect(viewer.getByRole('button', { name: 'Fetch again' })).toBeVisible();
  await expect(viewer.getByRole('region', { name: 'Raw text' })).toContainText('PROOF OF PAYMENT');
  company.simulator.faults.clear();
  await viewer.getByRole('button', { name: 'Fetch again' }).click();
  await expect(viewer.getByRole('button', { name: 'Fetch again' })).toBeHidden();
  await closeCompany(company);
});

/** Opens save dialogs that stay open until {@link closeOpened}. */
const leaveOpen: ElectronFunction<null, void> = ({ dialog }) => {
  dialog.showSaveDialog = () =>
    new Promise((resolve) => {
      Reflect.set(globalThis, 'closeDialog', () => resolve({ canceled: true, filePath: '' }));
    });
};

const closeOpened: ElectronFunction<null, void> = () => {
  const close: unknown = Reflect.get(globalThis, 'closeDialog');
  if (typeof close === 'function') Reflect.apply(close, undefined, []);
};

test('a fetch can be cancelled while proofs are saved, and disabled actions say why', async ({ launch }) => {
  const company = await openCompany();
  const paydesk = await launchFor(launch, company);
  await signIn(paydesk, company);
  const { page } = paydesk;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await goToProofs(page);
  const { text } = company.simulator.exampleOfEachKind();
  await paste(page, [text]);
  await show(page, text);
  company.simulator.faults.set('proof', { kind: 'hang' });
  await button('More').click();
  await page.getByRole('menuitem', { name: /^Fetch again/ }).click();
  await expect(button('Cancel')).toBeVisible();

  await paydesk.evaluate(leaveOpen, null);
  await button('Save 1 proof…').click();
  await page.getByRole('menuitem', { name: 'As one ZIP file' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saving proofs…' })).toBeVisible();
  await expect(button('Save…')).toBeDisabled();
  await expect(button('Save…')).toHaveAccessibleDescription('Saving proofs…');
  await button('More').click();
  const again = page.getByRole('menuitem', { name: /^Fetch again/ });
  await expect(again).toBeDisabled();
  await expect(again).toContainText('Saving proofs…');
  await page.keyboard.press('Escape');
  await button('Cancel').click();
  await expect(button('Cancel')).toBeHidden();

  await paydesk.evaluate(closeOpened, null);
  await expect(button('Save…')).toBeEnabled();
  company.simulator.faults.clear();
  await closeCompany(company);
});

test('no part of a fetched, shown and searched proof is on disk unencrypted, including temporary files', async ({
  launch,
  dataFolder,
}) => {
  test.skip(keyringMissing() !== null, 'Without a keyring the library is in memory only');
  const company = await openCompany();
  const canary = 'CANARY-4711';
  const mt103 = `:20:A\n:32A:261014EUR1,00\n:59:/CZ00\n${canary} LTD`;
  const answers = {
    first: { pop: mt103, type: `TYPE ${canary}` },
    second: { pop: pdf(`${canary} on paper`).toString('base64'), type: 'SEPA' },
    third: { pop: svg(canary).toString(), type: 'SEPA' },
  };
  company.simulator.faults.set('proof', ...faultsOf(answers));
  const temporary = join(dataFolder, '..', 'temporary');
  await mkdir(temporary, { recursive: true });
  const paydesk = await launchFor(launch, company, { env: { TMPDIR: temporary } });
  await signIn(paydesk, company);
  const { page } = paydesk;
  await goToProofs(page);
  await paste(page, Object.keys(answers));
  await page.getByRole('searchbox', { name: 'Search proofs' }).fill(canary);
  const proof = page.getByRole('article');
  await show(page, 'first');
  await expect(proof.getByText(`${canary} LTD`).first()).toBeVisible();
  await show(page, 'second');
  await expect(proof.getByText(`${canary} on paper`)).toBeAttached();
  await show(page, 'third');
  const drawing = proof.getByRole('img');
  await expect
    .poll(() => drawing.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  const found = async () => {
    const files = await readdir(join(dataFolder, '..'), { recursive: true, withFileTypes: true });
    const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
    const contents = await Promise.all(paths.map((path) => readFile(path).catch(() => Buffer.alloc(0))));
    const marks = [canary, Buffer.from(canary, 'utf16le'), Buffer.from(answers.second.pop.slice(-400, -200))];
    expect(paths.some((path) => path.endsWith('.sealed'))).toBe(true);
    return paths.filter((_, index) => marks.some((mark) => contents[index]?.includes(mark) === true));
  };
  expect(await found()).toEqual([]);
  await paydesk.quit();
  expect(await found()).toEqual([]);
  await closeCompany(company);
});
