import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { PDFDocument } from 'pdf-lib';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import type { CommandArgs } from '../../../../src/shared/contract/index.ts';
import { pdf, png } from '../../../fakes/files/files.ts';
import { savedAt } from '../../../fakes/files/saved-file.ts';
import { closeComputer, openProofProfile } from './support.ts';

afterAll(closeComputer);

const allProofs = { what: 'filter', state: null, search: '' } as const;
const savedSamples = { files: 1, saved: 4, left: [], leftTotal: 0, beside: null };
const sampleProofs = {
  'a/1': { pop: pdf('one').toString('base64'), type: 'SEPA' },
  'A:1': { pop: pdf('two').toString('base64'), type: 'SEPA' },
  picture: { pop: png('x').toString('base64'), type: 'LOCAL' },
  text: { pop: 'just words', type: 'ACH' },
};

async function startWithSampleProofs() {
  const testApp = await openProofProfile();
  testApp.answer(sampleProofs);
  await testApp.settle(Object.keys(sampleProofs));
  const save = (
    as: 'folder' | 'zip' | 'pdf',
    chosen: CommandArgs<'proofs.save', 'all'>['chosen'] = allProofs,
  ) => testApp.call('proofs.save', { action: 'all', chosen, as });
  return { testApp, folder: testApp.folder, save };
}

test('saving into a folder uses safe, unique names and overwrites nothing', async () => {
  const { testApp, folder, save } = await startWithSampleProofs();
  await writeFile(join(folder, 'text_ACH.txt'), 'mine');
  testApp.platform.answers.folder = [folder];
  expect(await save('folder')).toEqual({ ...savedSamples, savedAs: savedAt(folder, 'folder') });
  expect((await readdir(folder)).sort()).toEqual(
    ['A-1_SEPA (2).pdf', 'a-1_SEPA.pdf', 'picture_LOCAL.png', 'text_ACH (2).txt', 'text_ACH.txt'].sort(),
  );
  expect(await readFile(join(folder, 'a-1_SEPA.pdf'))).toEqual(pdf('one'));
  expect(await readFile(join(folder, 'text_ACH.txt'), 'utf8')).toBe('mine');
});

test('saving as one ZIP uses safe, unique names and keeps the bytes', async () => {
  const { testApp, folder, save } = await startWithSampleProofs();
  testApp.platform.answers.savePath = join(folder, 'all.zip');
  expect(await save('zip')).toEqual({ ...savedSamples, savedAs: savedAt(join(folder, 'all.zip')) });
  const files = unzipSync(await readFile(join(folder, 'all.zip')));
  expect(Object.keys(files).sort()).toEqual(
    ['A-1_SEPA (2).pdf', 'a-1_SEPA.pdf', 'picture_LOCAL.png', 'text_ACH.txt'].sort(),
  );
  expect(Buffer.from(files['a-1_SEPA.pdf'] ?? [])).toEqual(pdf('one'));
  expect(Buffer.from(files['picture_LOCAL.png'] ?? [])).toEqual(png('x'));
});

const mixedProofs = {
  ...sampleProofs,
  link: { pop: 'https://proofs.example/1', type: 'WIRE' },
  broken: { pop: png('x').subarray(0, 40).toString('base64'), type: 'LOCAL' },
};

async function startWithMixedProofs() {
  const started = await startWithSampleProofs();
  started.testApp.answer(mixedProofs);
  await started.testApp.settle(['link', 'broken']);
  started.testApp.platform.answers.savePath = join(started.folder, 'all.pdf');
  return started;
}

test('saving as one PDF asks nothing when every proof can be pages', async () => {
  const { testApp, folder, save } = await startWithSampleProofs();
  testApp.platform.answers.savePath = join(folder, 'all.pdf');
  expect(await save('pdf')).toMatchObject(savedSamples);
  expect(testApp.platform.seen.questions).toEqual([]);
  expect(await readdir(folder)).toEqual(['all.pdf']);
  const combined = await PDFDocument.load(await readFile(join(folder, 'all.pdf')));
  expect(combined.getPageCount()).toBe(4);
});

test('proofs that cannot be pages are announced, and saved in a folder beside the PDF', async () => {
  const { testApp, folder, save } = await startWithMixedProofs();
  await mkdir(join(folder, 'all (not in the PDF)'));
  const result = await save('pdf');
  expect(testApp.platform.seen.questions).toEqual([
    '1 of 6 proofs can’t be pages of a PDF: Paydesk saves these as files in a folder beside the PDF: link (a link, drawing or unknown file)',
  ]);
  expect(testApp.platform.seen.choices).toEqual([['Save 5 proofs as one PDF and 1 beside it', 'Cancel']]);
  const besideFolder = join(folder, 'all (not in the PDF) (2)');
  // A damaged image is found only while it is read.
  expect(result).toEqual({
    savedAs: savedAt(join(folder, 'all.pdf')),
    files: 1,
    saved: 6,
    left: [],
    leftTotal: 0,
    beside: {
      savedAs: savedAt(besideFolder, 'folder'),
      total: 2,
      proofs: [
        { reference: 'link', reason: 'no-pages' },
        { reference: 'broken', reason: 'damaged' },
      ],
    },
  });
  expect((await readdir(besideFolder)).sort()).toEqual(['broken_LOCAL.png', 'link_WIRE.txt']);
  expect(await readFile(join(besideFolder, 'broken_LOCAL.png'))).toEqual(png('x').subarray(0, 40));
  const { rows } = await testApp.call('activity.list', {
    offset: 0,
    limit: 9,
    filter: { kind: 'export', outcome: null, text: '' },
  });
  expect(rows.slice(0, 2).map(({ subject }) => subject)).toEqual([join(folder, 'all.pdf'), besideFolder]);
});

test('proofs of which none can be a page are refused as a PDF', async () => {
  const { folder, save } = await startWithMixedProofs();
  const chosen = { ...allProofs, search: 'proofs.example' };
  await expect(save('pdf', chosen)).rejects.toMatchObject({ code: 'proof-not-combinable' });
  expect(await readdir(folder)).toEqual([]);
});

test('nothing is written when the clerk cancels at the announcement', async () => {
  const { testApp, folder, save } = await startWithMixedProofs();
  testApp.platform.answers.ask = 1;
  expect(await save('pdf')).toMatchObject({ savedAs: null, saved: 0 });
  expect(await readdir(folder)).toEqual([]);
});

test('saving one proof writes the document or the received text', async () => {
  const { testApp, folder } = await startWithSampleProofs();
  const { id } = await testApp.row('a/1');
  const saveOne = (form: 'received' | 'document') =>
    testApp.call('proofs.save', { action: 'one', id, version: null, form });
  testApp.platform.answers.savePath = join(folder, 'one');
  await saveOne('received');
  expect(await readFile(join(folder, 'one'), 'utf8')).toBe(sampleProofs['a/1'].pop);
  await saveOne('document');
  expect(await readFile(join(folder, 'one'))).toEqual(pdf('one'));
  testApp.platform.answers.savePath = null;
  expect(await saveOne('document')).toEqual({ savedAs: null });
});

test.each(['one', 'all'] as const)(
  'nothing is written after a sign-out in the dialog (%s)',
  async (action) => {
    const { testApp, folder, save } = await startWithSampleProofs();
    const { id } = await testApp.row('a/1');
    const { dialogs } = testApp.platform;
    const signOutAndReturn = async <Choice>(choice: Choice) => {
      await testApp.call('session.signOut', { forgetKey: false });
      return choice;
    };
    const spies = [
      vi.spyOn(dialogs, 'chooseSavePath').mockImplementation(() => signOutAndReturn(join(folder, 'one'))),
      vi.spyOn(dialogs, 'chooseFolders').mockImplementation(() => signOutAndReturn([folder])),
    ];
    onTestFinished(() => {
      for (const spy of spies) spy.mockRestore();
    });
    const saving =
      action === 'one'
        ? testApp.call('proofs.save', { action, id, version: null, form: 'document' })
        : save('folder');
    await expect(saving).rejects.toMatchObject({ code: 'sign-in-needed' });
    expect(await readdir(folder)).toEqual([]);
  },
);

test('a link opens only after the clerk has confirmed it, and only if the allow-list permits it', async () => {
  const testApp = await openProofProfile();
  testApp.answer({
    good: { pop: 'https://proofs.example/1?x=1', type: 'WIRE' },
    bad: { pop: 'https://10.0.0.1/1', type: 'WIRE' },
  });
  await testApp.settle(['good', 'bad']);
  const open = async (reference: string) =>
    testApp.call('proofs.open', { action: 'link', id: (await testApp.row(reference)).id, version: null });
  testApp.platform.answers.ask = 1;
  expect(await open('good')).toEqual({ opened: false });
  expect(testApp.platform.seen.opened).toEqual([]);
  testApp.platform.answers.ask = 0;
  expect(await open('good')).toEqual({ opened: true });
  expect(testApp.platform.seen.opened).toEqual(['https://proofs.example/1?x=1']);
  await expect(open('bad')).rejects.toMatchObject({ code: 'link-not-allowed' });
});
