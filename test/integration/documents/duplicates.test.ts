import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pdf, writeFiles } from '../../fakes/files.ts';
import {
  assign,
  beneficiary,
  checked,
  drop,
  dropFiles,
  over,
  received,
  rowOf,
  rowsOf,
  select,
  send,
  shareWork,
  start,
  startWork,
  statesOf,
  untilRow,
  type Work,
} from './work.ts';

/** Writes the same content under several names and drops them. */
function dropSame(work: Work, ...names: string[]): Promise<number> {
  return dropFiles(work, Object.fromEntries(names.map((name) => [name, pdf('same')])));
}

describe('before the start', () => {
  const shared = shareWork();
  let beneficiaries = 0;
  const twoBeneficiaries = async (work: Work) => {
    beneficiaries += 2;
    return [
      await beneficiary(work, `B ${beneficiaries}`),
      await beneficiary(work, `B ${beneficiaries + 1}`),
    ] as const;
  };

  test('a file that is dropped twice at once is sent once', async () => {
    const work = shared();
    const [path = ''] = await writeFiles(work.folder, { 'scan.pdf': pdf('a') });
    const batchId = await drop(work, path, path);
    const [first, second] = await rowsOf(work, batchId);
    expect(first).toMatchObject({ name: 'scan.pdf', state: 'ready' });
    expect(second).toMatchObject({
      name: 'scan.pdf',
      state: 'duplicate',
      group: 'duplicate',
      reason: { code: 'same-in-batch', facts: { name: 'scan.pdf', id: first?.id } },
    });
  });

  test('a file that is dropped once more later is sent once', async () => {
    const work = shared();
    const [path = ''] = await writeFiles(work.folder, { 'scan.pdf': pdf('a') });
    const batchId = await drop(work, path);
    expect(await drop(work, path)).toBe(batchId);
    expect((await rowsOf(work, batchId)).map(({ state }) => state)).toEqual(['ready', 'duplicate']);
  });

  test('a file that is dropped with its folder is sent once', async () => {
    const work = shared();
    const [path = ''] = await writeFiles(work.folder, { 'drop/scan.pdf': pdf('a') });
    const batchId = await drop(work, join(work.folder, 'drop'), path);
    expect((await rowsOf(work, batchId)).map(({ state }) => state)).toEqual(['ready', 'duplicate']);
  });

  test('the same content under two names is a duplicate only while both go to the same beneficiary', async () => {
    const work = shared();
    const [one, other] = await twoBeneficiaries(work);
    const batchId = await dropSame(work, 'a.pdf', 'b.pdf');
    expect(await statesOf(work, batchId)).toEqual({ 'a.pdf': 'ready', 'b.pdf': 'duplicate' });
    await assign(work, batchId, one, 'a.pdf');
    await assign(work, batchId, other, 'b.pdf');
    expect(await statesOf(work, batchId)).toEqual({ 'a.pdf': 'ready', 'b.pdf': 'ready' });
    await assign(work, batchId, one, 'b.pdf');
    expect(await statesOf(work, batchId)).toEqual({ 'a.pdf': 'ready', 'b.pdf': 'duplicate' });
    await assign(work, batchId, other, 'a.pdf');
    expect(await statesOf(work, batchId)).toEqual({ 'a.pdf': 'ready', 'b.pdf': 'ready' });
  });

  test('a duplicate takes the place of an original that is left out, and gives it back', async () => {
    const work = shared();
    const batchId = await dropSame(work, 'a.pdf', 'b.pdf', 'c.pdf');
    await work.call('documents.exclude', await select(work, batchId, 'a.pdf'));
    expect(await statesOf(work, batchId)).toEqual({
      'a.pdf': 'excluded',
      'b.pdf': 'ready',
      'c.pdf': 'duplicate',
    });
    expect((await rowOf(work, batchId, 'c.pdf')).reason?.facts).toMatchObject({ name: 'b.pdf' });
    await work.call('documents.include', await select(work, batchId, 'a.pdf'));
    await checked(work, batchId);
    expect(await statesOf(work, batchId)).toEqual({
      'a.pdf': 'ready',
      'b.pdf': 'duplicate',
      'c.pdf': 'duplicate',
    });
  });

  test('a duplicate that the clerk wants is kept, whatever else is assigned', async () => {
    const work = shared();
    const [one] = await twoBeneficiaries(work);
    const batchId = await dropSame(work, 'a.pdf', 'b.pdf');
    expect(await work.call('documents.include', await select(work, batchId, 'b.pdf'))).toEqual({
      changed: 1,
    });
    await assign(work, batchId, one);
    expect(await statesOf(work, batchId)).toEqual({ 'a.pdf': 'ready', 'b.pdf': 'ready' });
  });

  test('a duplicate is one no longer when the original got other content, or is gone', async () => {
    const work = shared();
    const batchId = await dropSame(work, 'a.pdf', 'b.pdf');
    await writeFile(join(work.folder, 'a.pdf'), pdf('other'));
    await work.call('documents.recheck', await select(work, batchId, 'a.pdf'));
    await checked(work, batchId);
    expect(await statesOf(work, batchId)).toEqual({ 'a.pdf': 'ready', 'b.pdf': 'ready' });
    await copyFile(join(work.folder, 'b.pdf'), join(work.folder, 'a.pdf'));
    await work.call('documents.recheck', await select(work, batchId, 'a.pdf'));
    await checked(work, batchId);
    expect(await statesOf(work, batchId)).toEqual({ 'a.pdf': 'ready', 'b.pdf': 'duplicate' });
  });
});

test('what was attached to the beneficiary before is a duplicate there, and nowhere else', async () => {
  const work = await startWork();
  const { batchId: earlier, beneficiaryId } = await send(work, { 'first.pdf': pdf('same') });
  await over(work, earlier);
  const other = await beneficiary(work, 'Other');
  const batchId = await dropFiles(work, { 'second.pdf': pdf('same') });
  expect(await statesOf(work, batchId)).toEqual({ 'second.pdf': 'ready' });
  await assign(work, batchId, beneficiaryId);
  expect(await rowOf(work, batchId, 'second.pdf')).toMatchObject({
    state: 'duplicate',
    reason: { code: 'attached-earlier' },
  });
  await assign(work, batchId, other);
  expect(await statesOf(work, batchId)).toEqual({ 'second.pdf': 'ready' });

  await assign(work, batchId, beneficiaryId);
  await work.call('documents.include', await select(work, batchId));
  await start(work, batchId);
  await over(work, batchId);
  expect(received(work.simulator, 'rcp-Ahlström').map(({ name }) => name)).toEqual([
    'first.pdf',
    'second.pdf',
  ]);
});

test('an original that is taken back in after its duplicate was sent is a duplicate itself', async () => {
  const work = await startWork();
  const id = await beneficiary(work, 'A');
  const batchId = await dropSame(work, 'a.pdf', 'b.pdf');
  await assign(work, batchId, id);
  await work.call('documents.exclude', await select(work, batchId, 'a.pdf'));
  work.simulator.faults.set('updateRecipient', { kind: 'hang' });
  await start(work, batchId);
  await untilRow(work, batchId, 'b.pdf', { state: 'attaching' });
  await work.call('documents.include', await select(work, batchId, 'a.pdf'));
  await untilRow(work, batchId, 'a.pdf', {
    state: 'duplicate',
    reason: { code: 'same-in-batch', facts: { name: 'b.pdf', id: (await rowOf(work, batchId, 'b.pdf')).id } },
  });
});

test('a duplicate that the clerk sends anyway after its batch was done is sent, and the batch is done again', async () => {
  const work = await startWork();
  const batchId = await dropSame(work, 'a.pdf', 'b.pdf');
  await assign(work, batchId, await beneficiary(work, 'A'));
  await start(work, batchId);
  await over(work, batchId);
  expect(await statesOf(work, batchId)).toEqual({ 'a.pdf': 'attached', 'b.pdf': 'duplicate' });
  await work.call('documents.include', await select(work, batchId, 'b.pdf'));
  await untilRow(work, batchId, 'b.pdf', { state: 'attached' });
  await over(work, batchId);
  expect(received(work.simulator, 'rcp-A').map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf']);
});
