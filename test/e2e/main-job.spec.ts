/** @file The main job by keyboard alone, from the files to the attached documents, in the built program with real HTTP. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { jpeg, pdf, png, svg, writeFiles } from '../fakes/files/files.ts';
import {
  type Company,
  receivedDocuments,
  rowsOf,
  sha256Of,
  signIn,
  sortedByName,
  test,
  untilState,
} from './company.ts';
import { expect, type Paydesk } from './fixture.ts';
import { callCommand } from './launch/calls.ts';
import { tabTo } from './launch/tab-to.ts';

const beneficiaries = [
  'Ahlström Konepaja Oy',
  'Škoda Lisovna Plzeň a.s',
  '株式会社東海精機',
  'Müller & Söhne KG',
  'rcp_20c7714e',
];

const fileKinds = [
  ['pdf', pdf],
  ['PDF', (text: string) => pdf(text, 300_000)],
  ['jpg', jpeg],
  ['JPEG', jpeg],
  ['png', png],
  ['PNG', png],
  ['svg', svg],
  ['Svg', svg],
  ['jpeg', jpeg],
  ['Pdf', (text: string) => pdf(text, 2_000_000)],
  ['JPG', jpeg],
] as const;

/** Eleven valid documents for each beneficiary, by path. */
function createValidFiles(): Record<string, Buffer> {
  const files: Record<string, Buffer> = {};
  for (const [index, label] of beneficiaries.entries()) {
    for (const [number, [extension, createFile]] of fileKinds.entries()) {
      const subfolder = number % 3 === 0 ? 'Scans 2026/' : '';
      files[`${label}/${subfolder}Beleg ${number + 1}.${extension}`] = createFile(
        `document ${index} ${number}`,
      );
    }
  }
  return files;
}

/** Files that Paydesk rejects, each with the code of the reason. */
const rejectedFiles: Readonly<Record<string, readonly [Buffer, string]>> = {
  'Ahlström Konepaja Oy/notes.txt': [Buffer.from('notes'), 'extension-not-allowed'],
  'Ahlström Konepaja Oy/empty.pdf': [Buffer.alloc(0), 'empty-file'],
  'Müller & Söhne KG/photo.pdf': [png('photo'), 'content-differs'],
  'Müller & Söhne KG/active.svg': [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>a()</script></svg>'),
    'svg-active',
  ],
  'rcp_20c7714e/no extension': [pdf('nothing'), 'extension-missing'],
};

async function addBeneficiaries(paydesk: Paydesk): Promise<void> {
  for (const label of beneficiaries) {
    const recipientId = label.startsWith('rcp_') ? label : `R ${label}`;
    await callCommand(paydesk, 'beneficiaries.add', { label, recipientId });
  }
}

/** Fails when a beneficiary does not have exactly the documents of its folder, byte for byte. */
function expectAllReceived(company: Company, files: Readonly<Record<string, Buffer>>): void {
  for (const label of beneficiaries) {
    const folderFiles = Object.entries(files).filter(([path]) => path.startsWith(`${label}/`));
    const expected = folderFiles.map(([path, bytes]) => ({
      name: path.split('/').at(-1) ?? '',
      sha256: sha256Of(bytes),
    }));
    const recipientId = label.startsWith('rcp_') ? label : `R ${label}`;
    expect(receivedDocuments(company, recipientId)).toEqual(sortedByName(expected));
  }
}

test('sixty files are attached to their five beneficiaries byte for byte by keyboard alone, and rejected files show their reasons', async ({
  paydesk,
  company,
}) => {
  const validFiles = createValidFiles();
  const invalidFiles = Object.fromEntries(
    Object.entries(rejectedFiles).map(([path, [bytes]]) => [path, bytes]),
  );
  expect(Object.keys(validFiles).length + Object.keys(invalidFiles).length).toBe(60);
  await signIn(paydesk, company);
  await addBeneficiaries(paydesk);
  await writeFiles(company.files, { ...validFiles, ...invalidFiles });
  const { page } = paydesk;
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 2, name });

  const press = async (name: string | RegExp) => {
    await tabTo(page, button(name));
    await page.keyboard.press('Enter');
  };
  await paydesk.answerDialogs({ open: beneficiaries.map((label) => join(company.files, label)) });
  await press('Choose folder…');
  await expect(heading(/are not assigned$/)).toBeVisible();
  const [batch] = (await callCommand(paydesk, 'documents.earlier', { offset: 0, limit: 1 })).rows;
  const batchId = batch?.id ?? 0;
  const rejected = (await rowsOf(paydesk, batchId)).filter(({ state }) => state === 'rejected');
  expect(Object.fromEntries(rejected.map(({ name, reason }) => [name, reason?.code]))).toEqual(
    Object.fromEntries(
      Object.entries(rejectedFiles).map(([path, [, code]]) => [path.split('/').at(-1), code]),
    ),
  );

  await press('Assign by folder…');
  await press('Assign 55 documents to 5 beneficiaries');
  await expect(heading('55 documents for 5 beneficiaries')).toBeVisible();
  await press('Review');
  const tree = page.getByRole('treegrid');
  await tabTo(page, tree.locator('[data-row][tabindex="0"]'));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(tree.getByRole('row', { name: /Beleg/ }).first()).toBeFocused();
  await press(/^Attach 55 documents to 5 beneficiaries/);
  await untilState(paydesk, batchId, 'done');
  await expect(heading(/attached/)).toBeVisible();
  expectAllReceived(company, validFiles);
  expect(company.simulator.state.recipients.size).toBe(beneficiaries.length);
  expect(company.simulator.state.objects.size).toBe(55);
  expect(company.simulator.calls().filter(({ route }) => route === 'updateRecipient')).toHaveLength(5);

  const receipt = join(company.files, 'receipt.csv');
  await paydesk.answerDialogs({ save: receipt });
  await button('Receipt').press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Receipt as PDF…' })).toBeFocused();
  await page.getByRole('menuitem', { name: 'Receipt as CSV…' }).press('Enter');
  await expect(page.getByRole('alertdialog').filter({ hasText: 'Saved receipt.csv' })).toBeVisible();
  const rows: Record<string, string>[] = parse(await readFile(receipt), { bom: true, columns: true });
  const keys = rows.filter((row) => row['Attached'] !== '').map((row) => row['Document key'] ?? '');
  expect(keys.toSorted()).toEqual([...company.simulator.state.objects.keys()].toSorted());
});
