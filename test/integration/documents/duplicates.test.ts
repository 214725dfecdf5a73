import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { pdf, writeFiles } from '../../fakes/files.ts';
import {
  assign,
  beneficiary,
  checked,
  drop,
  dropFiles,
  headOf,
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

describe('what goes to the beneficiary in another batch already', () => {
  /** A batch that was started and is paused before anything of it leaves. */
  async function waiting(work: Work) {
    const beneficiaryId = await beneficiary(work, 'A');
    work.simulator.faults.set('uploadDocuments', { kind: 'hang' });
    const earlier = await dropSame(work, 'first.pdf');
    await assign(work, earlier, beneficiaryId);
    await start(work, earlier);
    await untilRow(work, earlier, 'first.pdf', { state: 'linking' });
    await work.call('documents.pause', { batchId: earlier });
    work.simulator.faults.clear();
    return { earlier, beneficiaryId };
  }
  const reason = { code: 'same-in-other-batch', facts: { name: 'first.pdf', batch: 1 } };

  test('is a duplicate for that beneficiary alone, and is sent when the clerk wants it twice', async () => {
    const work = await startWork();
    const { earlier, beneficiaryId } = await waiting(work);
    const batchId = await dropSame(work, 'second.pdf');
    expect(await statesOf(work, batchId)).toEqual({ 'second.pdf': 'ready' });
    await assign(work, batchId, beneficiaryId);
    expect(await rowOf(work, batchId, 'second.pdf')).toMatchObject({ state: 'duplicate', reason });
    await assign(work, batchId, await beneficiary(work, 'Other'));
    expect(await statesOf(work, batchId)).toEqual({ 'second.pdf': 'ready' });
    await assign(work, batchId, beneficiaryId);
    await work.call('documents.include', await select(work, batchId));
    await start(work, batchId);
    await work.call('documents.resume', { batchId: earlier });
    for (const id of [earlier, batchId]) await over(work, id);
    expect(received(work.simulator, 'rcp-A').map(({ name }) => name)).toEqual(['first.pdf', 'second.pdf']);
  });

  test.each([
    [
      'is left out',
      async (work: Work, batchId: number) =>
        work.call('documents.cancelDocuments', await select(work, batchId)),
    ],
    [
      'is cancelled with its batch',
      (work: Work, batchId: number) => work.call('documents.cancel', { batchId }),
    ],
    [
      'gets another beneficiary',
      async (work: Work, batchId: number) => assign(work, batchId, await beneficiary(work, 'Other')),
    ],
  ])('is a duplicate no longer when it %s', async (_, act) => {
    const work = await startWork();
    const { earlier, beneficiaryId } = await waiting(work);
    const batchId = await dropSame(work, 'second.pdf');
    await assign(work, batchId, beneficiaryId);
    expect(await rowOf(work, batchId, 'second.pdf')).toMatchObject({ state: 'duplicate', reason });
    const revision = headOf(work, batchId)?.revision ?? 0;
    await act(work, earlier);
    // The window reads the list again.
    await eventually(() => expect(headOf(work, batchId)?.revision).toBeGreaterThan(revision));
    expect(await rowOf(work, batchId, 'second.pdf')).toMatchObject({ state: 'ready', reason: null });
  });

  test('stays a duplicate when its answer was lost, and when it turns out to be there', async () => {
    const work = await startWork();
    work.simulator.faults.set('updateRecipient', { kind: 'effect-then-reset', times: 1 });
    const { batchId: earlier, beneficiaryId } = await send(work, { 'first.pdf': pdf('same') });
    await untilRow(work, earlier, 'first.pdf', { state: 'attach-unknown' });
    const batchId = await dropFiles(work, { 'second.pdf': pdf('same'), 'new.pdf': pdf('new') });
    await assign(work, batchId, beneficiaryId);
    expect(await rowOf(work, batchId, 'second.pdf')).toMatchObject({ state: 'duplicate', reason });
    const [unknown] = await work.call('beneficiaries.unknownOutcomes', {});
    const attachId = unknown?.attachId ?? 0;
    await work.call('beneficiaries.settle', { decision: 'is-there', attachId, recipientId: null });
    await start(work, batchId);
    await over(work, batchId);
    expect(received(work.simulator, 'rcp-Ahlström').map(({ name }) => name)).toEqual([
      'first.pdf',
      'new.pdf',
    ]);
  });
});
