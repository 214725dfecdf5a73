/** @file Dragging proofs and statements out of the window: unencrypted copies, their lifetime, and the notice. */

import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { CommandArgs } from '../../../../src/shared/contract/index.ts';
import { t } from '../../../../src/shared/messages/index.ts';
import { startTestApp, temporaryFolder } from '../../../fakes/test-app.ts';
import { startProofTestApp } from '../../features/proofs/support.ts';
import { filesWith } from '../../features/session/support.ts';
import { test } from '../../features/statements/statements-fixture.ts';

const canary = 'CANARYOFAPROOF';
const reference = 'REF-1';

/** Starts Paydesk with one plain-text proof. */
async function startWithProof() {
  const testApp = await startProofTestApp();
  testApp.answer({ [reference]: { pop: canary, type: 'plain' } });
  await testApp.settle([reference]);
  const { id } = await testApp.row(reference);
  return {
    testApp,
    prepare: (item: CommandArgs<'dragOut.copy', 'prepare'>['item'] = { kind: 'proof', id, version: null }) =>
      testApp.call('dragOut.copy', { action: 'prepare', item }),
    filesWithProof: () => filesWith(testApp.dataFolder, canary),
  };
}

test('the clerk gets no copy before confirming, once and also for later starts, that copies are not encrypted', async () => {
  const { testApp, prepare, filesWithProof } = await startWithProof();
  const { answers, seen } = testApp.platform;
  answers.ask = 1;
  for (let attempt = 0; attempt < 2; attempt += 1) expect(await prepare()).toEqual({ copy: null });
  answers.ask = 0;
  expect(await prepare()).toEqual({ copy: null });
  expect(await filesWithProof()).toEqual([]);
  expect((await prepare()).copy).not.toBeNull();
  expect((await prepare()).copy).not.toBeNull();
  const notice = `${t('dragOut.notice.title')}: ${t('dragOut.notice.detail')}`;
  expect(seen.questions).toEqual([notice, notice, notice]);
  await testApp.close();
  const restarted = await startTestApp({ dataFolder: testApp.dataFolder });
  onTestFinished(() => restarted.close());
  const item = { kind: 'proof', id: 1, version: null } as const;
  await expect(restarted.call('dragOut.copy', { action: 'prepare', item })).rejects.toMatchObject({
    code: 'sign-in-needed',
  });
  expect(restarted.platform.seen.questions).toEqual([]);
});

test('a proof is dragged out as a file of its document, is recorded, and leaves no copy when Paydesk quits', async () => {
  const { testApp, prepare, filesWithProof } = await startWithProof();
  const { dragged } = testApp.platform.seen;
  await prepare();
  const { copy: discarded } = await prepare();
  await testApp.call('dragOut.copy', { action: 'discard', copy: discarded ?? '' });
  expect(await filesWithProof()).toEqual([]);
  const late = testApp.call('dragOut.copy', { action: 'start', copy: discarded ?? '' });
  await expect(late).rejects.toMatchObject({ code: 'file-missing' });
  await expect(prepare({ kind: 'proof', id: 99, version: null })).rejects.toMatchObject({
    code: 'proof-unknown',
  });
  const invalidItems: unknown[] = [
    { kind: 'proof', id: '/etc/passwd', version: null },
    { kind: 'proof', id: 1, version: '../../paydesk.db' },
    { kind: 'file', path: '/etc/passwd' },
    '/etc/passwd',
  ];
  for (const invalid of [
    ...invalidItems.map((item) => ({ action: 'prepare', item })),
    { action: 'start', copy: '../paydesk.db' },
  ])
    expect(await testApp.app.call('dragOut.copy', invalid)).toMatchObject({
      error: { code: 'arguments-invalid' },
    });
  expect(dragged).toEqual([]);

  const { copy } = await prepare();
  await testApp.call('dragOut.copy', { action: 'start', copy: copy ?? '' });
  const [path = ''] = dragged;
  expect(path.startsWith(join(testApp.dataFolder, 'dragged-out'))).toBe(true);
  expect(path.endsWith(`${reference}_plain.txt`)).toBe(true);
  expect(await readFile(path)).toEqual((await testApp.content(reference, 'document')).bytes);
  expect(await filesWithProof()).toEqual([path]);
  const filter = { kind: 'export', outcome: null, text: '' } as const;
  const readExportRows = async () =>
    (await testApp.call('activity.list', { offset: 0, limit: 9, filter })).rows;
  const subject = `${reference}_plain.txt (dragged out)`;
  await expect.poll(readExportRows).toEqual([expect.objectContaining({ subject })]);
  // A copy that is dropped on Paydesk itself gets no file reference.
  const paths = [path, join(testApp.dataFolder, 'invoice.pdf')];
  expect(await testApp.app.call('documents.add', {}, paths)).toMatchObject({
    ok: true,
    value: { notOnDisk: [0] },
  });
  await testApp.close();
  expect(await filesWithProof()).toEqual([]);
});

test('a statement is dragged out byte for byte, named after its wallet and period', async ({ fixture }) => {
  await fixture.request([1001]);
  const [event] = fixture.eventsOf(1001);
  if (event !== undefined) await fixture.pasteEvent(event);
  const id = (await fixture.list())[0]?.id ?? 0;
  await fixture.until(id, 'stored');
  const prepare = () => fixture.call('dragOut.copy', { action: 'prepare', item: { kind: 'statement', id } });
  await prepare();
  const { copy } = await prepare();
  await fixture.call('dragOut.copy', { action: 'start', copy: copy ?? '' });
  const [path = ''] = fixture.platform.seen.dragged;
  expect(path.endsWith('Statement 1001 2026-01-01 to 2026-01-31.csv')).toBe(true);
  const exportedFile = join(fixture.folder, 'saved.csv');
  fixture.platform.answers.savePath = exportedFile;
  await fixture.call('viewer.export', { action: 'original', statementId: id });
  expect(await readFile(path)).toEqual(await readFile(exportedFile));
});

test('dragged copies left by a crash are deleted at the next start', async () => {
  const folder = await temporaryFolder();
  const leftoverFolder = join(folder.path, 'dragged-out', 'of-another-run');
  await mkdir(leftoverFolder, { recursive: true });
  await writeFile(join(leftoverFolder, 'proof.txt'), canary);
  const testApp = await startTestApp({ dataFolder: folder.path });
  onTestFinished(async () => {
    await testApp.close();
    await folder.remove();
  });
  expect(existsSync(join(folder.path, 'dragged-out'))).toBe(false);
  expect((await readdir(folder.path)).includes('paydesk.db')).toBe(true);
});
