/** @file Proofs and statements that are dragged out of the window: what is in the clear, for how long, and who is told. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startSimulator } from '../../../src/main/simulator/simulator.ts';
import type { CommandArgs } from '../../../src/shared/contract/index.ts';
import { dragOutWords } from '../../../src/shared/words/drag-out.ts';
import { startTestApp, temporaryFolder } from '../../fakes/test-app.ts';
import { startProofTestApp } from '../proofs/support.ts';
import { filesWith } from '../session/support.ts';
import { eventsOf, startWork } from '../statements/work.ts';

const canary = 'CANARYOFAPROOF';
const reference = 'REF-1';

/** A desk with one proof in plain text, whose clerk may have been told of copies. */
async function withProof(told = true) {
  const testApp = await startProofTestApp();
  testApp.answer({ [reference]: { pop: canary, type: 'plain' } });
  await testApp.settle([reference]);
  const { id } = await testApp.row(reference);
  const prepare = (item: CommandArgs<'dragOut.prepare'>['item'] = { kind: 'proof', id, version: null }) =>
    testApp.call('dragOut.prepare', { item });
  if (told) await prepare();
  return { desk: testApp, id, prepare };
}

describe('the clerk', () => {
  test('is told that copies are not sealed, once, before the first one is made', async () => {
    const { desk: testApp, prepare } = await withProof(false);
    expect(await prepare()).toEqual({ copy: null });
    expect(await filesWith(testApp.dataFolder, canary)).toEqual([]);
    expect((await prepare()).copy).not.toBeNull();
    expect((await prepare()).copy).not.toBeNull();
    const { title, detail } = dragOutWords.notice;
    expect(testApp.platform.seen.questions).toEqual([`${title}: ${detail}`]);
  });

  test('who does not want copies is told again the next time, and none is made', async () => {
    const { desk: testApp, prepare } = await withProof(false);
    testApp.platform.answers.ask = 1;
    for (let time = 0; time < 2; time += 1) expect(await prepare()).toEqual({ copy: null });
    expect(testApp.platform.seen.questions).toHaveLength(2);
    expect(await filesWith(testApp.dataFolder, canary)).toEqual([]);
  });

  test('is not told again after a restart', async () => {
    const folder = await temporaryFolder();
    const simulator = await startSimulator();
    const start = () => startTestApp({ dataFolder: folder.path });
    let testApp = await start();
    onTestFinished(async () => {
      await testApp.close();
      await simulator.close();
      await folder.remove();
    });
    const prepare = () => testApp.call('dragOut.prepare', { item: { kind: 'proof', id: 1, version: null } });
    expect(await prepare()).toEqual({ copy: null });
    await testApp.close();
    testApp = await start();
    await expect(prepare()).rejects.toMatchObject({ code: 'sign-in-needed' });
    expect(testApp.platform.seen.questions).toEqual([]);
  });
});

describe('a proof', () => {
  test('is dragged as the document that it is, and written down', async () => {
    const { desk: testApp, prepare } = await withProof();
    const { copy } = await prepare();
    await testApp.call('dragOut.start', { copy: copy ?? '' });
    const [path = ''] = testApp.platform.seen.dragged;
    expect(path.startsWith(join(testApp.dataFolder, 'dragged-out'))).toBe(true);
    expect(path.endsWith(`${reference}_plain.txt`)).toBe(true);
    expect(await readFile(path)).toEqual((await testApp.content(reference, 'document')).bytes);
    expect(await filesWith(testApp.dataFolder, canary)).toEqual([path]);
    const filter = { kind: 'export', outcome: null, text: '' } as const;
    const exported = async () => (await testApp.call('activity.list', { offset: 0, limit: 9, filter })).rows;
    const subject = `${reference}_plain.txt (dragged out)`;
    await expect.poll(exported).toEqual([expect.objectContaining({ subject })]);
  });

  test('leaves nothing in the clear when the button was let go too early', async () => {
    const { desk: testApp, prepare } = await withProof();
    const { copy } = await prepare();
    await testApp.call('dragOut.discard', { copy: copy ?? '' });
    expect(await filesWith(testApp.dataFolder, canary)).toEqual([]);
    await expect(testApp.call('dragOut.start', { copy: copy ?? '' })).rejects.toMatchObject({
      code: 'file-missing',
    });
    expect(testApp.platform.seen.dragged).toEqual([]);
  });

  test('leaves nothing in the clear when Paydesk ends', async () => {
    const { desk: testApp, prepare } = await withProof();
    const { copy } = await prepare();
    await testApp.call('dragOut.start', { copy: copy ?? '' });
    await testApp.close();
    expect(await filesWith(testApp.dataFolder, canary)).toEqual([]);
  });

  test('that is not kept is not dragged, and what is not in the library cannot be named', async () => {
    const { desk: testApp, prepare } = await withProof();
    await expect(prepare({ kind: 'proof', id: 99, version: null })).rejects.toMatchObject({
      code: 'proof-unknown',
    });
    const paths: unknown[] = [
      { kind: 'proof', id: '/etc/passwd', version: null },
      { kind: 'proof', id: 1, version: '../../paydesk.db' },
      { kind: 'file', path: '/etc/passwd' },
      '/etc/passwd',
    ];
    for (const item of paths) {
      expect(await testApp.app.call('dragOut.prepare', { item })).toMatchObject({
        error: { code: 'arguments-invalid' },
      });
    }
    expect(await testApp.app.call('dragOut.start', { copy: '../paydesk.db' })).toMatchObject({
      error: { code: 'arguments-invalid' },
    });
    expect(testApp.platform.seen.dragged).toEqual([]);
  });

  test('that was dropped on Paydesk itself has no place: its copy would be gone', async () => {
    const { desk: testApp, prepare } = await withProof();
    const { copy } = await prepare();
    await testApp.call('dragOut.start', { copy: copy ?? '' });
    const [path = ''] = testApp.platform.seen.dragged;
    const [own, other] = testApp.references([path, join(testApp.dataFolder, 'invoice.pdf')]);
    expect(own).toBe('');
    expect(other).not.toBe('');
  });
});

test('a statement is dragged byte for byte, by its wallet and its period', async () => {
  const work = await startWork();
  await work.ask([1001]);
  const [event] = eventsOf(work.simulator, 1001);
  if (event !== undefined) await work.paste(event);
  const id = (await work.list())[0]?.id ?? 0;
  await work.until(id, 'stored');
  const prepare = () => work.call('dragOut.prepare', { item: { kind: 'statement', id } });
  await prepare();
  const { copy } = await prepare();
  await work.call('dragOut.start', { copy: copy ?? '' });
  const [path = ''] = work.platform.seen.dragged;
  expect(path.endsWith('Statement 1001 2026-01-01 to 2026-01-31.csv')).toBe(true);
  const saved = join(work.folder, 'saved.csv');
  work.platform.answers.saveFile = saved;
  await work.call('review.exportOriginal', { statementId: id });
  expect(await readFile(path)).toEqual(await readFile(saved));
});

test('copies of a run that was cut off are gone after the next start', async () => {
  const folder = await temporaryFolder();
  const left = join(folder.path, 'dragged-out', 'of-another-run');
  await mkdir(left, { recursive: true });
  await writeFile(join(left, 'proof.txt'), canary);
  const testApp = await startTestApp({ dataFolder: folder.path });
  onTestFinished(async () => {
    await testApp.close();
    await folder.remove();
  });
  expect(existsSync(join(folder.path, 'dragged-out'))).toBe(false);
  expect((await readdir(folder.path)).includes('paydesk.db')).toBe(true);
});
