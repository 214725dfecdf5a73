/** @file Proofs of payment: every kind is shown in the window, also offline after a restart, and no proof is stored unencrypted. */
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encryptedPdf } from '../../fakes/files/encrypted-pdf.ts';
import { pdf, svg } from '../../fakes/files/files.ts';
import { keyringMissing } from '../../fakes/platform/keyring.ts';
import { test } from '../company.ts';
import { expect } from '../fixture.ts';
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

const canary = 'CANARY-4711';
const canaryAnswers = {
  'PX-1': { pop: `:20:A\n:32A:261014EUR1,00\n:59:/CZ00\n${canary} LTD`, type: `TYPE ${canary}` },
  'PX-2': { pop: pdf(`${canary} on paper`).toString('base64'), type: 'SEPA' },
  'PX-3': { pop: svg(canary).toString(), type: 'SEPA' },
};

/** The files of a run in which a part of the canaries is unencrypted. */
async function findUnencryptedFiles(dataFolder: string): Promise<string[]> {
  const files = await readdir(join(dataFolder, '..'), { recursive: true, withFileTypes: true });
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  const contents = await Promise.all(paths.map((path) => readFile(path).catch(() => Buffer.alloc(0))));
  const canaries = [
    canary,
    Buffer.from(canary, 'utf16le'),
    Buffer.from(canaryAnswers['PX-2'].pop.slice(-400, -200)),
  ];
  expect(paths.some((path) => path.endsWith('.sealed'))).toBe(true);
  expect(paths.some((path) => path.includes(join(dataFolder, 'browser')))).toBe(true);
  return paths.filter((_, index) =>
    canaries.some((canaryBytes) => contents[index]?.includes(canaryBytes) === true),
  );
}

test('each kind of proof is shown and searched, also offline after a restart, and no part of one is on disk unencrypted', async ({
  launch,
  dataFolder,
  company,
}) => {
  test.skip(keyringMissing() !== null, 'Without a keyring the library is in memory only');
  const examples = company.simulator.exampleOfEachKind();
  const protectedPop = encryptedPdf('Only for those who know', 'sesame').toString('base64');
  const answers = { ...canaryAnswers, PROTECTED: { pop: protectedPop, type: 'SEPA' } };
  company.simulator.faults.set('proof', ...faultsServing(answers));
  const temporary = join(dataFolder, '..', 'temporary');
  await mkdir(temporary, { recursive: true });
  const firstRun = await launchFor(launch, company, { env: { TMPDIR: temporary } });
  const { page } = firstRun;
  const { apiKey } = company.simulator.credentials;
  await firstRun.call('session.signIn', { profileId: 'test-profile', apiKey, keep: 'keychain' });
  await openProofs(page);
  await fetchReferences(page, [...Object.values(examples), ...Object.keys(answers), 'PX2610150OO12']);

  await test.step('a protected PDF asks for its password', async () => {
    await openProof(page, 'PROTECTED');
    await expect(page.getByText('The PDF is protected by a password, so Paydesk')).toBeVisible();
    const password = page.getByRole('article').getByLabel('Password', { exact: true });
    await password.fill('open');
    await page.getByRole('button', { name: 'Show PDF' }).click();
    await expect(page.getByText('Incorrect password. Check the password and try again.')).toBeVisible();
    await password.fill('sesame');
    await page.getByRole('button', { name: 'Show PDF' }).click();
    await expect(page.getByRole('region', { name: 'Page 1' })).toContainText('Only for those who know');
  });
  await openProof(page, 'PX2610150OO12');
  await expect(page.getByText('No proof for this reference')).toBeVisible();

  await test.step('proofs that are shown and searched are on disk encrypted only', async () => {
    await page.getByRole('searchbox', { name: 'Search proofs' }).fill(canary);
    const proof = page.getByRole('article');
    await openProof(page, 'PX-1');
    await expect(proof.getByText(`${canary} LTD`).first()).toBeVisible();
    await openProof(page, 'PX-2');
    await expect(proof.getByText(`${canary} on paper`)).toBeAttached();
    await openProof(page, 'PX-3');
    const image = proof.getByRole('img');
    await expect
      .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
      .toBeGreaterThan(0);
    expect(await findUnencryptedFiles(dataFolder)).toEqual([]);
    await firstRun.quit();
    expect(await findUnencryptedFiles(dataFolder)).toEqual([]);
  });

  await company.simulator.close();
  const { page: offline } = await launchFor(launch, company);
  await openProofs(offline);
  for (const [kind, reference] of Object.entries(examples)) {
    await openProof(offline, reference);
    await expectShown[kind]?.(offline);
  }
  await openProof(offline, examples.pdf);
  await offline.getByRole('searchbox', { name: 'Find in this PDF' }).fill('no  MONEY');
  await expect(offline.getByText('1 match', { exact: true })).toBeVisible();
  await expect(offline.locator('[data-mark]')).toContainText(['No', 'money']);
  await offline.getByRole('searchbox', { name: 'Search proofs' }).fill('no money was moved');
  const list = offline.getByRole('grid', { name: 'References' });
  await expect(list.getByText(examples.pdf)).toBeVisible();
  await expect(list.getByText(examples.json)).toBeHidden();
});
