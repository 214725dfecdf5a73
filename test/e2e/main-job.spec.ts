/** @file The main job, from the files to the attached documents, in the built program with real HTTP. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFiles } from '../fakes/files.ts';
import { rowsOf, signIn, test, untilState } from './company.ts';
import { expect } from './fixture.ts';
import { callCommand } from './launch/calls.ts';
import {
  addBeneficiaries,
  beneficiaries,
  createValidFiles,
  expectAllReceived,
  rejectedFiles,
} from './main-job-fixture.ts';

const receiptSchema = z.object({
  documents: z.array(
    z.object({ key: z.string().nullable(), attached: z.object({ at: z.string() }).nullable() }),
  ),
});

test('sixty files are attached to their five beneficiaries byte for byte, and rejected files show their reasons', async ({
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

  await expect(button('Choose files…')).toBeVisible();
  await paydesk.drop(
    'main',
    beneficiaries.map((label) => join(company.files, label)),
  );
  await expect(heading(/are not assigned$/)).toBeVisible();
  const [batch] = (await callCommand(paydesk, 'documents.earlier', { offset: 0, limit: 1 })).rows;
  const batchId = batch?.id ?? 0;
  const rejected = (await rowsOf(paydesk, batchId)).filter(({ state }) => state === 'rejected');
  expect(Object.fromEntries(rejected.map(({ name, reason }) => [name, reason?.code]))).toEqual(
    Object.fromEntries(
      Object.entries(rejectedFiles).map(([path, [, code]]) => [path.split('/').at(-1), code]),
    ),
  );

  await button('Assign by folder…').click();
  await button('Assign 55 documents to 5 beneficiaries').click();
  await expect(heading('55 documents for 5 beneficiaries')).toBeVisible();
  await button('Review').click();
  await button(/^Attach 55 documents to 5 beneficiaries/).click();
  await untilState(paydesk, batchId, 'done');
  await expect(heading(/attached/)).toBeVisible();
  expectAllReceived(company, validFiles);
  expect(company.simulator.state.recipients.size).toBe(beneficiaries.length);
  expect(company.simulator.state.objects.size).toBe(55);
  expect(company.simulator.calls().filter(({ route }) => route === 'updateRecipient')).toHaveLength(5);

  const receipt = join(company.files, 'receipt.json');
  await paydesk.answerDialogs({ save: receipt });
  await button('Receipt').press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Receipt as PDF…' })).toBeFocused();
  await page.getByRole('menuitem', { name: 'Receipt as JSON…' }).press('Enter');
  await expect(page.getByRole('alertdialog').filter({ hasText: 'Saved receipt.json' })).toBeVisible();
  const { documents } = receiptSchema.parse(JSON.parse(await readFile(receipt, 'utf8')));
  const attached = documents.filter((document) => document.attached !== null);
  expect(new Set(attached.map(({ key }) => key))).toEqual(new Set(company.simulator.state.objects.keys()));
  expect(attached).toHaveLength(company.simulator.state.objects.size);
});
