/** @file A thousand files are dropped at once, assigned by file name and attached. */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { receivedDocuments, signIn, test } from '../../e2e/company.ts';
import { expect } from '../../e2e/fixture.ts';
import { callCommand } from '../../e2e/launch/calls.ts';
import { photograph } from '../../e2e/photograph.ts';
import { anyDocument } from '../../fakes/files/scans.ts';

const documentCount = 1_000;
const recipientCount = 40;

const recipientOf = (index: number) => `rcp-${String(1 + (index % recipientCount)).padStart(4, '0')}`;

test.describe.configure({ timeout: 600_000 });

test('a thousand files are attached byte for byte, each once', async ({ company, launch }) => {
  const expected = new Map<string, { name: string; sha256: string }[]>();
  const folder = join(company.files, 'Posteingang');
  let bytesOnDisk = 0;
  for (let index = 0; index < documentCount; index += 1) {
    const { extension, bytes } = anyDocument(index + 1);
    const recipientId = recipientOf(index);
    const name = `${recipientId}_Beleg ${index + 1} für März.${extension}`.normalize('NFC');
    const dayFolder = join(folder, `Tag ${1 + (index % 5)}`);
    await mkdir(dayFolder, { recursive: true });
    await writeFile(join(dayFolder, name), bytes);
    bytesOnDisk += bytes.length;
    const recipientFiles = expected.get(recipientId) ?? [];
    recipientFiles.push({ name, sha256: createHash('sha256').update(bytes).digest('hex') });
    expected.set(recipientId, recipientFiles);
  }
  expect(bytesOnDisk).toBeGreaterThan(100_000_000);

  const paydesk = await launch();
  const { page } = paydesk;
  page.setDefaultTimeout(20_000);
  await signIn(paydesk, company);
  // Half of the recipients are in the address book; Paydesk asks once about each other recipient.
  for (let index = 0; index < recipientCount / 2; index += 1) {
    const recipientId = recipientOf(index);
    await callCommand(paydesk, 'beneficiaries.add', { label: `Lieferant ${index + 1}`, recipientId });
  }
  await expect(page.getByRole('button', { name: 'Choose files…' })).toBeVisible();
  const dialog = page.getByRole('dialog');
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const expectTitle = (name: string | RegExp) =>
    expect(page.getByRole('heading', { level: 2, name })).toBeVisible({ timeout: 120_000 });

  // Starts to record the longest task of the window, in milliseconds.
  await page.evaluate(() => {
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        const maxTaskMs = Number(document.body.dataset['longestTask'] ?? 0);
        document.body.dataset['longestTask'] = String(Math.max(maxTaskMs, duration));
      }
    });
    observer.observe({ type: 'longtask', buffered: false });
  });

  await paydesk.drop('main', [folder]);
  await expectTitle('1,000 of 1,000 files are not assigned');

  await button('Other actions for the batch').click();
  await page.getByRole('menuitem', { name: /^Assign by file name/ }).click();
  await expect(dialog.getByRole('radio', { name: /^Found/ })).toContainText('500');
  await expect(dialog.getByRole('radio', { name: /^New beneficiary/ })).toContainText('500');
  await dialog.getByText('Add all').click();
  await button('Assign 1,000 documents to 40 beneficiaries').click();
  await expect(dialog).toBeHidden();
  await expectTitle('1,000 documents for 40 beneficiaries');

  await button('Review').click();
  await button('Attach 1,000 documents to 40 beneficiaries in sandbox').click();
  await expect(
    page.getByRole('heading', { level: 2, name: 'Sending 1,000 files to 40 beneficiaries' }),
  ).toBeVisible();
  await photograph(paydesk, 'thousand-running', { axe: false });
  await expectTitle('1,000 documents attached to 40 beneficiaries');
  await photograph(paydesk, 'thousand-done', { axe: false });

  for (const [recipientId, files] of expected) {
    const sorted = files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    expect(receivedDocuments(company, recipientId)).toEqual(sorted);
  }
  expect(company.simulator.state.linksIssued).toBe(documentCount);
  const maxTaskMs = await page.evaluate(() => Number(document.body.dataset['longestTask'] ?? 0));
  test
    .info()
    .annotations.push({ type: 'longest task of the window', description: `${Math.round(maxTaskMs)} ms` });
});
