/** @file Proofs of payment: every kind is shown in the window, also offline after a restart, and no proof is stored unencrypted. */
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pdf, svg } from '../fakes/files.ts';
import { keyringMissing } from '../fakes/keyring.ts';
import type { ElectronFunction } from '../host/client.ts';
import { closeCompany, openCompany, signIn } from './company.ts';
import { expect, test } from './fixture.ts';
import {
  expectShown,
  faultsServing,
  fetchReferences,
  launchFor,
  openProof,
  openProofs,
} from './proofs-screen.ts';

test.setTimeout(300_000);

test('each kind of proof is shown, saved, and shown offline after a restart', async ({
  launch,
  dataFolder,
}) => {
  test.skip(keyringMissing() !== null, 'Without a keyring the library is in memory only');
  const company = await openCompany();
  const examples = company.simulator.exampleOfEachKind();
  const firstRun = await launchFor(launch, company);
  const { apiKey } = company.simulator.credentials;
  await firstRun.call('session.signIn', { profileId: 'test-profile', apiKey, keep: 'keychain' });
  await openProofs(firstRun.page);
  await fetchReferences(firstRun.page, [...Object.values(examples), 'PX2610150OO12']);
  for (const [kind, reference] of Object.entries(examples)) {
    await openProof(firstRun.page, reference);
    await expectShown[kind]?.(firstRun.page);
  }
  await openProof(firstRun.page, 'PX2610150OO12');
  await expect(firstRun.page.getByText('No proof for this reference')).toBeVisible();

  await openProof(firstRun.page, examples.mt103);
  const file = join(dataFolder, '..', 'original.txt');
  await firstRun.answerDialogs({ save: file });
  await firstRun.page.getByRole('button', { name: 'More', exact: true }).click();
  await firstRun.page.getByRole('menuitem', { name: /^Save original/ }).click();
  await expect(firstRun.page.getByText('Saved original.txt')).toBeVisible();
  expect(await readFile(file, 'utf8')).toContain(`:20:${examples.mt103}\r\n`);
  await firstRun.quit();
  await company.simulator.close();

  const secondRun = await launchFor(launch, company);
  await openProofs(secondRun.page);
  for (const [kind, reference] of Object.entries(examples)) {
    await openProof(secondRun.page, reference);
    await expectShown[kind]?.(secondRun.page);
  }
  await secondRun.page.getByRole('searchbox', { name: 'Search proofs' }).fill('no money was moved');
  await expect(
    secondRun.page.getByRole('grid', { name: 'References' }).getByText(examples.pdf),
  ).toBeVisible();
  await expect(
    secondRun.page.getByRole('grid', { name: 'References' }).getByText(examples.json),
  ).toBeHidden();
  await closeCompany(company);
});

test('when a stored proof cannot be fetched again, the stored proof stays visible with a button to fetch again', async ({
  launch,
}) => {
  const company = await openCompany();
  const paydesk = await launchFor(launch, company);
  await signIn(paydesk, company);
  const { page } = paydesk;
  await openProofs(page);
  await page.getByRole('button', { name: 'Choose payments from a statement…' }).click();
  await expect(page.getByText('No statement is stored on this computer yet')).toBeVisible();
  await openProofs(page);
  const { text } = company.simulator.exampleOfEachKind();
  await fetchReferences(page, [text, 'UNKNOWN']);
  await expect(page.getByRole('button', { name: 'Save 1 proof…' })).toBeVisible();
  // The first proof opens by itself.
  await expect(page.getByRole('article', { name: `Proof ${text}`, exact: true })).toBeVisible();
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

/** Makes save dialogs stay open until {@link closeOpenDialog} closes them. */
const leaveSaveDialogsOpen: ElectronFunction<null, void> = ({ dialog }) => {
  dialog.showSaveDialog = () =>
    new Promise((resolve) => {
      Reflect.set(globalThis, 'closeDialog', () => resolve({ canceled: true, filePath: '' }));
    });
};

const closeOpenDialog: ElectronFunction<null, void> = () => {
  const close: unknown = Reflect.get(globalThis, 'closeDialog');
  if (typeof close === 'function') Reflect.apply(close, undefined, []);
};

test('a fetch can be cancelled while proofs are saved, and disabled actions name the reason', async ({
  launch,
}) => {
  const company = await openCompany();
  const paydesk = await launchFor(launch, company);
  await signIn(paydesk, company);
  const { page } = paydesk;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await openProofs(page);
  const { text } = company.simulator.exampleOfEachKind();
  await fetchReferences(page, [text]);
  await openProof(page, text);
  company.simulator.faults.set('proof', { kind: 'hang' });
  await button('More').click();
  await page.getByRole('menuitem', { name: /^Fetch again/ }).click();
  await expect(button('Cancel')).toBeVisible();

  await paydesk.evaluate(leaveSaveDialogsOpen, null);
  await button('Save 1 proof…').click();
  await page.getByRole('menuitem', { name: 'As one ZIP file' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saving proofs…' })).toBeVisible();
  await expect(button('Save…')).toBeDisabled();
  await expect(button('Save…')).toHaveAccessibleDescription('Saving proofs…');
  await button('More').click();
  const fetchAgainItem = page.getByRole('menuitem', { name: /^Fetch again/ });
  await expect(fetchAgainItem).toBeDisabled();
  await expect(fetchAgainItem).toContainText('Saving proofs…');
  await page.keyboard.press('Escape');
  await button('Cancel').click();
  await expect(button('Cancel')).toBeHidden();

  await paydesk.evaluate(closeOpenDialog, null);
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
  company.simulator.faults.set('proof', ...faultsServing(answers));
  const temporary = join(dataFolder, '..', 'temporary');
  await mkdir(temporary, { recursive: true });
  const paydesk = await launchFor(launch, company, { env: { TMPDIR: temporary } });
  await signIn(paydesk, company);
  const { page } = paydesk;
  await openProofs(page);
  await fetchReferences(page, Object.keys(answers));
  await page.getByRole('searchbox', { name: 'Search proofs' }).fill(canary);
  const proof = page.getByRole('article');
  await openProof(page, 'first');
  await expect(proof.getByText(`${canary} LTD`).first()).toBeVisible();
  await openProof(page, 'second');
  await expect(proof.getByText(`${canary} on paper`)).toBeAttached();
  await openProof(page, 'third');
  const image = proof.getByRole('img');
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0);
  const findUnencryptedFiles = async () => {
    const files = await readdir(join(dataFolder, '..'), { recursive: true, withFileTypes: true });
    const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
    const contents = await Promise.all(paths.map((path) => readFile(path).catch(() => Buffer.alloc(0))));
    const canaries = [
      canary,
      Buffer.from(canary, 'utf16le'),
      Buffer.from(answers.second.pop.slice(-400, -200)),
    ];
    expect(paths.some((path) => path.endsWith('.sealed'))).toBe(true);
    return paths.filter((_, index) =>
      canaries.some((canaryBytes) => contents[index]?.includes(canaryBytes) === true),
    );
  };
  expect(await findUnencryptedFiles()).toEqual([]);
  await paydesk.quit();
  expect(await findUnencryptedFiles()).toEqual([]);
  await closeCompany(company);
});
