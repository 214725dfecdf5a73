/** @file Dragging proofs and statements out of the window: unencrypted copies, their lifetime, and the notice. */

import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import type { CommandArgs } from '../../../src/shared/contract/index.ts';
import { t } from '../../../src/shared/messages/index.ts';
import { startTestApp, temporaryFolder } from '../../fakes/test-app.ts';
import { startSimulator } from '../../simulator/simulator.ts';
import { startProofTestApp } from '../proofs/support.ts';
import { filesWith } from '../session/support.ts';
import { test } from '../statements/statements-fixture.ts';

const canary = 'CANARYOFAPROOF';
const reference = 'REF-1';

/** Starts Paydesk with one plain-text proof, and confirms the notice about unencrypted copies unless `confirmsNotice` is false. */
async function startWithProof(confirmsNotice = true) {
  const testApp = await startProofTestApp();
  testApp.answer({ [reference]: { pop: canary, type: 'plain' } });
  await testApp.settle([reference]);
  const { id } = await testApp.row(reference);
  const prepare = (
    item: CommandArgs<'dragOut.copy', 'prepare'>['item'] = { kind: 'proof', id, version: null },
  ) => testApp.call('dragOut.copy', { action: 'prepare', item });
  if (confirmsNotice) await prepare();
  return { testApp, id, prepare };
}

describe('the clerk', () => {
  test('is notified once, before the first copy is created, that copies are not encrypted', async () => {
    const { testApp, prepare } = await startWithProof(false);
    expect(await prepare()).toEqual({ copy: null });
    expect(await filesWith(testApp.dataFolder, canary)).toEqual([]);
    expect((await prepare()).copy).not.toBeNull();
    expect((await prepare()).copy).not.toBeNull();
    const title = t('dragOut.notice.title');
    const detail = t('dragOut.notice.detail');
    expect(testApp.platform.seen.questions).toEqual([`${title}: ${detail}`]);
  });

  test('gets no copy after declining the notice, and gets the notice again the next time', async () => {
    const { testApp, prepare } = await startWithProof(false);
    testApp.platform.answers.ask = 1;
    for (let attempt = 0; attempt < 2; attempt += 1) expect(await prepare()).toEqual({ copy: null });
    expect(testApp.platform.seen.questions).toHaveLength(2);
    expect(await filesWith(testApp.dataFolder, canary)).toEqual([]);
  });

  test('is not notified again after a restart', async () => {
    const folder = await temporaryFolder();
    const simulator = await startSimulator();
    const start = () => startTestApp({ dataFolder: folder.path });
    let testApp = await start();
    onTestFinished(async () => {
      await testApp.close();
      await simulator.close();
      await folder.remove();
    });
    const prepare = () =>
      testApp.call('dragOut.copy', { action: 'prepare', item: { kind: 'proof', id: 1, version: null } });
    expect(await prepare()).toEqual({ copy: null });
    await testApp.close();
    testApp = await start();
    await expect(prepare()).rejects.toMatchObject({ code: 'sign-in-needed' });
    expect(testApp.platform.seen.questions).toEqual([]);
  });
});

describe('a proof', () => {
  test('is dragged out as a file of its document and recorded in the activity log', async () => {
    const { testApp, prepare } = await startWithProof();
    const { copy } = await prepare();
    await testApp.call('dragOut.copy', { action: 'start', copy: copy ?? '' });
    const [path = ''] = testApp.platform.seen.dragged;
    expect(path.startsWith(join(testApp.dataFolder, 'dragged-out'))).toBe(true);
    expect(path.endsWith(`${reference}_plain.txt`)).toBe(true);
    expect(await readFile(path)).toEqual((await testApp.content(reference, 'document')).bytes);
    expect(await filesWith(testApp.dataFolder, canary)).toEqual([path]);
    const filter = { kind: 'export', outcome: null, text: '' } as const;
    const readExportRows = async () =>
      (await testApp.call('activity.list', { offset: 0, limit: 9, filter })).rows;
    const subject = `${reference}_plain.txt (dragged out)`;
    await expect.poll(readExportRows).toEqual([expect.objectContaining({ subject })]);
  });

  test('leaves no unencrypted copy when the mouse button is released too early', async () => {
    const { testApp, prepare } = await startWithProof();
    const { copy } = await prepare();
    await testApp.call('dragOut.copy', { action: 'discard', copy: copy ?? '' });
    expect(await filesWith(testApp.dataFolder, canary)).toEqual([]);
    await expect(testApp.call('dragOut.copy', { action: 'start', copy: copy ?? '' })).rejects.toMatchObject({
      code: 'file-missing',
    });
    expect(testApp.platform.seen.dragged).toEqual([]);
  });

  test('leaves no unencrypted copy when Paydesk quits', async () => {
    const { testApp, prepare } = await startWithProof();
    const { copy } = await prepare();
    await testApp.call('dragOut.copy', { action: 'start', copy: copy ?? '' });
    await testApp.close();
    expect(await filesWith(testApp.dataFolder, canary)).toEqual([]);
  });

  test('cannot be dragged out when it is not in the library or named by a path', async () => {
    const { testApp, prepare } = await startWithProof();
    await expect(prepare({ kind: 'proof', id: 99, version: null })).rejects.toMatchObject({
      code: 'proof-unknown',
    });
    const invalidItems: unknown[] = [
      { kind: 'proof', id: '/etc/passwd', version: null },
      { kind: 'proof', id: 1, version: '../../paydesk.db' },
      { kind: 'file', path: '/etc/passwd' },
      '/etc/passwd',
    ];
    for (const item of invalidItems) {
      expect(await testApp.app.call('dragOut.copy', { action: 'prepare', item })).toMatchObject({
        error: { code: 'arguments-invalid' },
      });
    }
    expect(await testApp.app.call('dragOut.copy', { action: 'start', copy: '../paydesk.db' })).toMatchObject({
      error: { code: 'arguments-invalid' },
    });
    expect(testApp.platform.seen.dragged).toEqual([]);
  });

  test('gets no file reference when its copy is dropped on Paydesk itself', async () => {
    const { testApp, prepare } = await startWithProof();
    const { copy } = await prepare();
    await testApp.call('dragOut.copy', { action: 'start', copy: copy ?? '' });
    const [path = ''] = testApp.platform.seen.dragged;
    const paths = [path, join(testApp.dataFolder, 'invoice.pdf')];
    expect(await testApp.app.call('documents.add', {}, paths)).toMatchObject({
      ok: true,
      value: { notOnDisk: [0] },
    });
  });
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
  await fixture.call('review.export', { action: 'original', statementId: id });
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
