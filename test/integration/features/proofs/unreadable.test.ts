/** @file Proofs that crash the reader thread: the other proofs are still read, and no proof is lost or retried forever. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { afterAll, expect, test } from 'vitest';
import { systemClock } from '../../../../src/main/concurrency/clock.ts';
import { beginReading } from '../../../../src/main/features/proofs/database.ts';
import { maxReadings } from '../../../../src/main/features/proofs/extraction/reader.ts';
import type { Clock } from '../../../../src/main/platform/platform.ts';
import { openStore } from '../../../../src/main/storage/store/store.ts';
import { entries } from '../../../fakes/entries.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { pdf } from '../../../fakes/files/files.ts';
import { closeComputer, openProofProfile, type ProofTestApp } from './support.ts';

afterAll(closeComputer);

/** Deadline in milliseconds for a proof below 1 MB. */
const deadlineMs = 31_000;

/** Actions at the deadlines of the reader, which only the tests call. */
const deadlines = new Set<() => void>();

/** A clock with real time, except for the reader's deadlines. */
const clock: Clock = {
  ...systemClock,
  after(milliseconds, action) {
    if (milliseconds !== deadlineMs) return systemClock.after(milliseconds, action);
    const deadline = () => action();
    deadlines.add(deadline);
    return () => deadlines.delete(deadline);
  },
};

async function openProfile() {
  const testApp = await openProofProfile({
    clock,
    proofReaderEntry: new URL('crashing-reader.ts', import.meta.url),
  });
  const faultLog = join(testApp.folder, 'faults.txt');
  await writeFile(faultLog, '');
  /** Waits until threads were stuck or crashed `count` times in total. */
  const waitForCrashes = (count: number) =>
    eventually(async () => expect((await readFile(faultLog, 'utf8')).split('\n')).toHaveLength(count + 1));
  return {
    testApp,
    faultLog,
    waitForCrashes,
    /** Passes the deadline of two attempts that hang. */
    async passDeadlines() {
      for (const count of [1, 2]) {
        await waitForCrashes(count);
        for (const deadline of deadlines) {
          deadlines.delete(deadline);
          deadline();
        }
      }
    },
  };
}

const received = async (testApp: ProofTestApp, reference: string) =>
  (await testApp.content(reference, 'received')).bytes.toString();

test('a proof that cannot be read in time is stored as received after two attempts, and the other proofs are read', async () => {
  const { testApp, faultLog, waitForCrashes, passDeadlines } = await openProfile();
  const stuck = { pop: `STUCK READ ${faultLog}`, type: 'A' };
  testApp.answer({ STUCK: stuck, OTHER: { pop: 'some words' } });
  await testApp.call('proofs.fetch', { references: ['STUCK', 'OTHER'], refresh: false });
  await passDeadlines();
  await testApp.untilSettled();
  expect(await testApp.row('STUCK')).toMatchObject({ state: 'saved', kind: 'unreadable', error: null });
  expect(await testApp.row('OTHER')).toMatchObject({ state: 'saved', kind: 'text' });
  expect(await received(testApp, 'STUCK')).toBe(JSON.stringify(stuck));

  // The clerk saves the received text, and the thread does not read the proof.
  const { id } = await testApp.row('STUCK');
  const path = join(testApp.folder, 'saved.txt');
  testApp.platform.answers.savePath = path;
  await testApp.call('proofs.save', { action: 'one', id, version: null, form: 'document' });
  expect(await readFile(path, 'utf8')).toBe(JSON.stringify(stuck));
  await waitForCrashes(2);
});

test('a proof that crashed Paydesk twice is read again only when the clerk fetches it again', async () => {
  const { testApp, faultLog, waitForCrashes } = await openProfile();
  testApp.simulator.faults.set('proof', { kind: 'hang' });
  await testApp.call('proofs.fetch', { references: ['STUCK', 'OTHER'], refresh: false });
  const { id } = await testApp.row('STUCK');
  await testApp.restart(async () => {
    // The state of the database after Paydesk has crashed twice while it read the proof.
    const store = await openStore(entries.store, join(testApp.dataFolder, 'paydesk.db'));
    for (const mayRead of [true, true, false]) {
      expect(await store.run(beginReading, { id, max: maxReadings })).toBe(mayRead);
    }
    await store.close();
    testApp.answer({ STUCK: { pop: `STUCK READ ${faultLog}` }, OTHER: { pop: 'some words' } });
  });
  await testApp.untilSettled();
  expect(await testApp.row('STUCK')).toMatchObject({ state: 'saved', kind: 'unreadable' });
  expect(await testApp.row('OTHER')).toMatchObject({ state: 'saved', kind: 'text' });

  await testApp.restart();
  expect(await testApp.row('STUCK')).toMatchObject({ state: 'saved', kind: 'unreadable' });
  await waitForCrashes(0);
  testApp.answer({ STUCK: { pop: 'harmless now' } });
  await testApp.call('proofs.change', { action: 'refresh', chosen: { what: 'selected', ids: [id] } });
  await eventually(async () =>
    expect(await testApp.row('STUCK')).toMatchObject({ kind: 'text', versions: 2 }),
  );
});

test('a proof that cannot be added to a PDF in time is saved beside it after two attempts', async () => {
  const { testApp, faultLog, passDeadlines } = await openProfile();
  const proofOf = (text: string, type = 'A') => ({ pop: pdf(text).toString('base64'), type });
  testApp.answer({
    ONE: proofOf('one'),
    STUCK: proofOf('two', `STUCK COMBINE ${faultLog}`),
    TWO: proofOf('three'),
  });
  await testApp.settle(['ONE', 'STUCK', 'TWO']);
  const path = join(testApp.folder, 'all.pdf');
  testApp.platform.answers.savePath = path;
  const chosen = { what: 'filter', state: null, search: '' } as const;
  const saving = testApp.call('proofs.save', { action: 'all', chosen, as: 'pdf' });
  await passDeadlines();
  expect(await saving).toMatchObject({
    saved: 3,
    left: [],
    beside: { proofs: [{ reference: 'STUCK', reason: 'unreadable' }], total: 1 },
  });
  expect((await PDFDocument.load(await readFile(path))).getPageCount()).toBe(2);
});

test('a stored proof that crashes the thread twice when opened becomes unreadable, also after a restart', async () => {
  const { testApp, faultLog, waitForCrashes } = await openProfile();
  const end = { pop: `DEAD OPEN ${faultLog}`, type: 'A' };
  testApp.answer({ END: end, OTHER: { pop: 'some words' } });
  await testApp.settle(['END', 'OTHER']);
  expect(await testApp.row('END')).toMatchObject({ state: 'saved', kind: 'text' });
  await expect(received(testApp, 'END')).rejects.toMatchObject({ code: 'proof-unreadable' });
  await waitForCrashes(2);
  await eventually(async () =>
    expect(await testApp.row('END')).toMatchObject({ state: 'saved', kind: 'unreadable' }),
  );
  expect(await received(testApp, 'OTHER')).toBe('some words');

  await testApp.restart();
  await testApp.untilSettled();
  expect(await testApp.row('END')).toMatchObject({ kind: 'unreadable' });
  expect(await received(testApp, 'END')).toBe(JSON.stringify(end));
  await waitForCrashes(2);
});
