/** @file Proofs that crash the reader thread: the other proofs are still read, and no proof is lost or retried forever. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../../src/main/clock.ts';
import { maxReadings } from '../../../src/main/features/proofs/reading/reader.ts';
import { beginReading } from '../../../src/main/features/proofs/tables.ts';
import type { Clock } from '../../../src/main/platform.ts';
import { openStore } from '../../../src/main/store/store.ts';
import { entries } from '../../fakes/entries.ts';
import { eventually } from '../../fakes/eventually.ts';
import { pdf } from '../../fakes/files.ts';
import { createFakePlatform } from '../../fakes/platform.ts';
import { profileOf, startTestApp, type TestApp, temporaryFolder } from '../../fakes/test-app.ts';
import { startSimulator } from '../../simulator/simulator.ts';

/** Deadline in milliseconds for a proof below 1 MB. */
const deadlineMs = 31_000;

/** Creates a clock with real time, except that the test triggers the reader's deadlines. */
function createDeadlineClock() {
  const deadlines = new Set<() => void>();
  const clock: Clock = {
    ...systemClock,
    after(milliseconds, action) {
      if (milliseconds !== deadlineMs) return systemClock.after(milliseconds, action);
      const deadline = () => action();
      deadlines.add(deadline);
      return () => deadlines.delete(deadline);
    },
  };
  return {
    clock,
    passDeadlines() {
      for (const deadline of deadlines) {
        deadlines.delete(deadline);
        deadline();
      }
    },
  };
}

/** Creates a practice company with configurable proofs, and a data folder and a keychain that survive restarts. */
async function createComputer() {
  const folder = await temporaryFolder();
  const simulator = await startSimulator();
  const faultLog = join(folder.path, 'faults.txt');
  vi.stubEnv('PAYDESK_FILE_KEYCHAIN', join(folder.path, 'keychain.json'));
  await writeFile(faultLog, '');
  const { clock, passDeadlines } = createDeadlineClock();
  const platform = createFakePlatform(clock);
  let testApp: TestApp | null = null;
  onTestFinished(async () => {
    await testApp?.close();
    await simulator.close();
    await folder.remove();
    vi.unstubAllEnvs();
  });
  return {
    passDeadlines,
    platform,
    faultLog,
    folder: folder.path,
    /** Sets the proofs by reference; `type` is the type of the proof STUCK. */
    answer(answers: Readonly<Record<string, string>>, type = 'A') {
      const faults = Object.entries(answers).map(([reference, pop]) => ({
        kind: 'status' as const,
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ pop, type: reference === 'STUCK' ? type : 'A' }),
        when: ({ path }: { path: string }) => path.endsWith(`/${reference}`),
      }));
      simulator.faults.set('proof', ...faults);
    },
    /** Makes all proof requests hang. */
    hangRequests: () => simulator.faults.set('proof', { kind: 'hang' }),
    async start(): Promise<TestApp> {
      testApp = await startTestApp({
        dataFolder: folder.path,
        managed: { profiles: [profileOf(simulator)] },
        platform,
        keychainEntry: new URL('../../fakes/file-keychain.ts', import.meta.url),
        proofReaderEntry: new URL('crashing-reader.ts', import.meta.url),
      });
      const { apiKey } = simulator.credentials;
      await testApp.call('session.signIn', { profileId: 'test-profile', apiKey, keep: 'session' });
      return testApp;
    },
    /** Waits until threads were stuck or crashed `times` times in total. */
    async waitForCrashes(count: number): Promise<void> {
      await eventually(async () =>
        expect((await readFile(faultLog, 'utf8')).split('\n')).toHaveLength(count + 1),
      );
    },
  };
}

const waitUntilSettled = (testApp: TestApp) =>
  testApp.until('proofs', ({ running, total }) => running === null && total > 0);

async function findRow(testApp: TestApp, reference: string) {
  const { rows } = await testApp.call('proofs.list', { offset: 0, limit: 50, state: null, search: '' });
  const matchingRow = rows.find((proofRow) => proofRow.reference === reference);
  if (matchingRow === undefined) throw new Error(`${reference} is not in the list`);
  return matchingRow;
}

async function loadContent(testApp: TestApp, reference: string): Promise<string> {
  const { id } = await findRow(testApp, reference);
  const { received } = await testApp.call('proofs.open', { action: 'contents', id, version: null });
  const content = await testApp.app.contents.load(received);
  return Buffer.from(content?.bytes ?? []).toString();
}

test('a proof of 445 bytes of comments is read, shown as text, and delays no other proof', async () => {
  const computer = await createComputer();
  const comments = '<!---->'.repeat(63);
  computer.answer({ COMMENTS: comments, OTHER: 'some words' });
  const testApp = await computer.start();
  await testApp.call('proofs.fetch', { references: ['COMMENTS', 'OTHER'], refresh: false });
  await waitUntilSettled(testApp);
  expect(await findRow(testApp, 'COMMENTS')).toMatchObject({ state: 'saved', kind: 'xml' });
  expect(await findRow(testApp, 'OTHER')).toMatchObject({ state: 'saved', kind: 'text' });
  expect(await loadContent(testApp, 'COMMENTS')).toBe(comments);
});

test('a proof that cannot be read in time is stored as received after two attempts, and the other proofs are read', async () => {
  const computer = await createComputer();
  const stuck = `STUCK READ ${computer.faultLog}`;
  computer.answer({ STUCK: stuck, OTHER: 'some words' });
  const testApp = await computer.start();
  await testApp.call('proofs.fetch', { references: ['STUCK', 'OTHER'], refresh: false });
  for (const count of [1, 2]) {
    await computer.waitForCrashes(count);
    computer.passDeadlines();
  }
  await waitUntilSettled(testApp);
  expect(await findRow(testApp, 'STUCK')).toMatchObject({ state: 'saved', kind: 'unreadable', error: null });
  expect(await findRow(testApp, 'OTHER')).toMatchObject({ state: 'saved', kind: 'text' });
  expect(await loadContent(testApp, 'STUCK')).toBe(JSON.stringify({ pop: stuck, type: 'A' }));

  // The clerk saves the received text, and the thread does not read the proof.
  const { id } = await findRow(testApp, 'STUCK');
  const path = join(computer.folder, 'saved.txt');
  computer.platform.answers.savePath = path;
  await testApp.call('proofs.save', { action: 'one', id, version: null, form: 'document' });
  expect(await readFile(path, 'utf8')).toBe(JSON.stringify({ pop: stuck, type: 'A' }));
  await computer.waitForCrashes(2);
});

test('a proof that crashes the thread twice is stored as received', async () => {
  const computer = await createComputer();
  computer.answer({ END: `DEAD READ ${computer.faultLog}`, OTHER: 'some words' });
  const testApp = await computer.start();
  await testApp.call('proofs.fetch', { references: ['END', 'OTHER'], refresh: false });
  await waitUntilSettled(testApp);
  await computer.waitForCrashes(2);
  expect(await findRow(testApp, 'END')).toMatchObject({ state: 'saved', kind: 'unreadable' });
  expect(await findRow(testApp, 'OTHER')).toMatchObject({ state: 'saved', kind: 'text' });
});

test('a proof that crashed Paydesk twice is read again only when the clerk fetches it again', async () => {
  const computer = await createComputer();
  const stuck = `STUCK READ ${computer.faultLog}`;
  computer.hangRequests();
  const firstApp = await computer.start();
  await firstApp.call('proofs.fetch', { references: ['STUCK', 'OTHER'], refresh: false });
  const { id } = await findRow(firstApp, 'STUCK');
  await firstApp.close();
  // The state of the database after Paydesk has crashed twice while it read the proof.
  const store = await openStore(entries.store, join(computer.folder, 'paydesk.db'));
  for (const mayRead of [true, true, false]) {
    expect(await store.run(beginReading, { id, max: maxReadings })).toBe(mayRead);
  }
  await store.close();

  computer.answer({ STUCK: stuck, OTHER: 'some words' });
  const secondApp = await computer.start();
  await waitUntilSettled(secondApp);
  expect(await findRow(secondApp, 'STUCK')).toMatchObject({ state: 'saved', kind: 'unreadable' });
  expect(await findRow(secondApp, 'OTHER')).toMatchObject({ state: 'saved', kind: 'text' });
  await computer.waitForCrashes(0);
  await secondApp.close();

  const thirdApp = await computer.start();
  expect(await findRow(thirdApp, 'STUCK')).toMatchObject({ state: 'saved', kind: 'unreadable' });
  await computer.waitForCrashes(0);
  computer.answer({ STUCK: 'harmless now' });
  await thirdApp.call('proofs.change', { action: 'refresh', chosen: { what: 'these', ids: [id] } });
  await thirdApp.until('proofs', ({ running }) => running === null);
  await eventually(async () =>
    expect(await findRow(thirdApp, 'STUCK')).toMatchObject({ kind: 'text', versions: 2 }),
  );
});

test('a proof that cannot be added to a PDF in time is saved beside it after two attempts', async () => {
  const computer = await createComputer();
  const base64 = (text: string) => pdf(text).toString('base64');
  const answers = { ONE: base64('one'), STUCK: base64('two'), TWO: base64('three') };
  computer.answer(answers, `STUCK COMBINE ${computer.faultLog}`);
  const testApp = await computer.start();
  await testApp.call('proofs.fetch', { references: ['ONE', 'STUCK', 'TWO'], refresh: false });
  await waitUntilSettled(testApp);
  const path = join(computer.folder, 'all.pdf');
  computer.platform.answers.savePath = path;
  const saving = testApp.call('proofs.save', {
    action: 'all',
    chosen: { what: 'filter', state: null, search: '' },
    as: 'pdf',
  });
  for (const count of [1, 2]) {
    await computer.waitForCrashes(count);
    computer.passDeadlines();
  }
  expect(await saving).toMatchObject({
    saved: 3,
    left: [],
    beside: { proofs: [{ reference: 'STUCK', reason: 'unreadable' }], total: 1 },
  });
  expect((await PDFDocument.load(await readFile(path))).getPageCount()).toBe(2);
});

test('a stored proof that crashes the thread twice when opened becomes unreadable, also after a restart', async () => {
  const computer = await createComputer();
  const pop = `DEAD OPEN ${computer.faultLog}`;
  computer.answer({ END: pop, OTHER: 'some words' });
  const firstApp = await computer.start();
  await firstApp.call('proofs.fetch', { references: ['END', 'OTHER'], refresh: false });
  await waitUntilSettled(firstApp);
  expect(await findRow(firstApp, 'END')).toMatchObject({ state: 'saved', kind: 'text' });
  await expect(loadContent(firstApp, 'END')).rejects.toMatchObject({ code: 'proof-unreadable' });
  await computer.waitForCrashes(2);
  await eventually(async () =>
    expect(await findRow(firstApp, 'END')).toMatchObject({ state: 'saved', kind: 'unreadable' }),
  );
  expect(await loadContent(firstApp, 'OTHER')).toBe('some words');
  await firstApp.close();

  const secondApp = await computer.start();
  await waitUntilSettled(secondApp);
  expect(await findRow(secondApp, 'END')).toMatchObject({ kind: 'unreadable' });
  expect(await loadContent(secondApp, 'END')).toBe(JSON.stringify({ pop, type: 'A' }));
  await computer.waitForCrashes(2);
});
