/** @file Proofs of payment: every kind is shown in the window, also offline after a restart, and no proof is stored unencrypted. */
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pdf, svg } from '../fakes/files.ts';
import { keyringMissing } from '../fakes/keyring.ts';
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

test.use({ sharesBrowser: false });

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
    expect(paths.some((path) => path.includes(join(dataFolder, 'browser')))).toBe(true);
    return paths.filter((_, index) =>
      canaries.some((canaryBytes) => contents[index]?.includes(canaryBytes) === true),
    );
  };
  expect(await findUnencryptedFiles()).toEqual([]);
  await paydesk.quit();
  expect(await findUnencryptedFiles()).toEqual([]);
  await closeCompany(company);
});
