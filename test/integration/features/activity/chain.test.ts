import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  appendEntries,
  createSeal,
  isSealed,
  verifyRange,
} from '../../../../src/main/features/activity/database.ts';
import {
  countBySubject,
  findEntriesOf,
  findPackRecord,
  selectEntries,
} from '../../../../src/main/features/activity/excerpt.ts';
import { openDatabase } from '../../../../src/main/storage/store/database.ts';
import { openStore } from '../../../../src/main/storage/store/store.ts';
import { formatDownload, formatPack } from '../../../../src/shared/model/activity-subject.ts';
import { entries as workerEntries } from '../../../fakes/entries.ts';
import { profileOf, temporaryFolder } from '../../../fakes/test-app.ts';
import { createMachine, signIn } from '../session/support.ts';
import { untilEntries } from './support.ts';

const entry = {
  at: 1_772_438_400_000,
  osUser: 'm.hansen',
  profile: 'Nordlicht',
  environment: 'sandbox',
  kind: 'upload',
  subject: 'scan.pdf',
  outcome: 'done',
  request: 'PUT storage.example',
  status: 200,
  requestId: 'req-1',
  bytesSent: 12,
  milliseconds: 3,
} as const;

/** Path of a database with nine entries. */
let template = '';

beforeAll(async () => {
  const folder = await temporaryFolder();
  template = join(folder.path, 'paydesk.db');
  const store = await openStore(workerEntries.store, template);
  for (let count = 0; count < 3; count += 1)
    await store.run(appendEntries, { entries: [entry, entry, entry], key: null });
  await store.close();
  return () => folder.remove();
});

/** Copies the database, so that a test can change it; returns its path. */
async function copyDatabase(): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const path = join(folder.path, 'paydesk.db');
  await cp(template, path);
  return path;
}

function verifyChain(path: string): unknown {
  const database = openDatabase(path);
  const result = verifyRange.execute(database, { after: 0, previous: '', limit: 2_000 });
  database.close();
  return result;
}

describe('the hash chain of entries', () => {
  test('is intact when no entry was changed', async () => {
    expect(verifyChain(await copyDatabase())).toMatchObject({ checked: 9, brokenAt: null });
  });

  test.each([
    "UPDATE activity SET outcome = 'done'",
    'DELETE FROM activity',
    'DELETE FROM activity WHERE id = 9',
  ])('rejects SQL that changes entries: %s', async (sql) => {
    const path = await copyDatabase();
    const database = new DatabaseSync(path);
    expect(() => database.exec(sql)).toThrow('activity is append-only');
    database.close();
    expect(verifyChain(path)).toMatchObject({ checked: 9, brokenAt: null });
  });

  test.each([
    ['a changed outcome', "UPDATE activity SET outcome = 'failed' WHERE id = 4", 4],
    ['a changed time', 'UPDATE activity SET at = at + 1 WHERE id = 1', 1],
    ['a changed user', "UPDATE activity SET os_user = 'somebody' WHERE id = 9", 9],
    ['a removed request ID', 'UPDATE activity SET request_id = NULL WHERE id = 5', 5],
    ['a changed hash', "UPDATE activity SET hash = 'x' WHERE id = 3", 3],
    ['a removed entry', 'DELETE FROM activity WHERE id = 6', 7],
    ['a removed beginning', 'DELETE FROM activity WHERE id <= 2', 3],
    ['a removed end', 'DELETE FROM activity WHERE id >= 8', 8],
    ['all entries removed', 'DELETE FROM activity', 1],
    [
      'two entries that were swapped',
      `UPDATE activity SET id = -id;
       UPDATE activity SET id = CASE id WHEN -2 THEN 3 WHEN -3 THEN 2 ELSE -id END`,
      2,
    ],
    [
      'an entry that was inserted with SQL',
      `INSERT INTO activity (at, os_user, kind, subject, outcome, bytes_sent, milliseconds, hash)
       SELECT at, os_user, kind, subject, outcome, bytes_sent, milliseconds, hash FROM activity WHERE id = 9`,
      10,
    ],
  ])('is reported as broken at the right entry after %s', async (_what, sql, brokenAt) => {
    const path = await copyDatabase();
    const database = new DatabaseSync(path);
    database.exec('DROP TRIGGER activity_is_not_changed; DROP TRIGGER activity_is_not_removed;');
    database.exec(sql);
    database.close();
    expect(verifyChain(path)).toMatchObject({ brokenAt });
  });
});

test('a pack is recorded by its fingerprint, not by a folder that has the text of another one', async () => {
  const database = openDatabase(await copyDatabase());
  const [written, forged] = ['a'.repeat(64), 'b'.repeat(64)];
  const subject = formatPack(formatPack('/packs/January', forged), written);
  appendEntries.execute(database, { entries: [{ ...entry, kind: 'evidence-pack', subject }], key: null });
  expect(findPackRecord.execute(database, { fingerprint: forged, folder: 'January' })).toEqual({
    state: 'unknown',
  });
  const recorded = { state: 'recorded', at: new Date(entry.at).toISOString() };
  expect(findPackRecord.execute(database, { fingerprint: written, folder: 'January' })).toEqual(recorded);
  const [first, last] = [1, 2].map((minutes) => ({ ...entry, at: entry.at + minutes * 60_000 }));
  const entries = [first, last].map((pack) => ({ ...pack, kind: 'evidence-pack', subject }));
  appendEntries.execute(database, { entries, key: null });
  expect(findPackRecord.execute(database, { fingerprint: written, folder: 'January' })).toEqual(recorded);
  const folder = formatPack('/packs/January', forged);
  expect(findPackRecord.execute(database, { fingerprint: forged, folder })).toEqual({
    state: 'other',
    at: new Date(entry.at + 120_000).toISOString(),
  });
  database.close();
});

test('an excerpt has the entries about statements, proofs and ledgers of a profile, also under its former name', async () => {
  const database = openDatabase(await copyDatabase());
  const statement = { id: 7, walletId: 1001, since: '2026-01-01', till: '2026-01-31' };
  const rows: readonly (readonly [kind: string, subject: string, isFound: boolean, facts?: object])[] = [
    ['statement-request', '2026-01-01 to 2026-01-31: 1000, 1001', true],
    ['statement-request', '2026-01-01 to 2026-01-31: 1000, 1002, …', true, { profile: 'Former' }],
    ['statement-request', '2026-01-01 to 2026-01-31: 1000, 1002', false],
    ['statement-request', '2026-01-01 to 2026-02-28: 1001', false],
    ['statement-request', '2026-01-01 to 2026-01-31: 1001', false, { profile: 'Other' }],
    ['statement-request', 'undefined undefined: 1001', false],
    ['proof', 'TX-1', true],
    ['proof', 'TX-2', false],
    ['proof', 'TX-1', false, { environment: 'production' }],
    ['match-settings', 'books.csv: exact', true],
    ['match-settings', 'other.csv: exact', false],
    ['match-settings', 'books.csv: exact', false, { profile: 'Other' }],
    ['upload', '7', false],
    ['sign-off', '7', true],
    ['statement-download', formatDownload({ ...statement, id: 8 }), false],
    ['statement-download', formatDownload(statement), true, { profile: 'Former' }],
  ];
  const entries = rows.map(([kind, subject, , facts]) => ({ ...entry, kind, subject, ...facts }));
  appendEntries.execute(database, { entries, key: null });
  const statements = [statement, { ...statement, walletId: 9 }];
  const subjects = { statements, references: ['TX-1'], ledgers: ['books.csv', 'more.csv'] };
  const numbers = findEntriesOf.execute(database, { ...entry, ...subjects });
  expect(numbers).toEqual(rows.flatMap(([, , isFound], index) => (isFound ? [10 + index] : [])));
  expect(selectEntries.execute(database, { numbers: [12, 11] })).toMatchObject([{ id: 11 }, { id: 12 }]);
  const counted = { kind: 'proof', subject: 'TX-1', entries: 2 };
  expect(countBySubject.execute(database, { kinds: ['proof'] })).toContainEqual(counted);
  database.close();
});

const removeAll = "DELETE FROM activity; DELETE FROM sqlite_sequence WHERE name = 'activity'";

test.each([
  ['an entry that was written with the key', '', true],
  [
    'an end that was removed with its numbers',
    "DELETE FROM activity WHERE id > 8; UPDATE sqlite_sequence SET seq = 8 WHERE name = 'activity'",
    false,
  ],
  ['all entries removed with their numbers', removeAll, false],
  ['all entries and the seal removed', `${removeAll}; DELETE FROM activity_seal`, false],
  ['a forged seal', `${removeAll}; UPDATE activity_seal SET entries = 0`, false],
  ['a seal of another key', "UPDATE activity_seal SET mac = 'x'", false],
])('after %s, the seal is extended only when it fits: %s', async (_what, sql, isIntact) => {
  const database = openDatabase(await copyDatabase());
  const key = new Uint8Array(32).fill(7);
  const append = () => appendEntries.execute(database, { entries: [entry], key });
  createSeal.execute(database, { key });
  append();
  database.runScript('DROP TRIGGER activity_is_not_removed');
  database.runScript(sql);
  append();
  expect(isSealed.execute(database, { key })).toEqual({ sealed: isIntact });
  database.close();
});

test('the integrity check of the whole chain accepts texts with any characters, covers entries from before a restart, and more entries than are checked in one step', async () => {
  const machine = await createMachine();
  const path = join(machine.folder, 'paydesk.db');
  const testApp = await machine.start();
  const { id: _id, ...fields } = profileOf(machine.simulator);
  const names = ['Škoda 🙂', 'half an emoji \ud83d', 'a\u0000b', 'line\nbreak', '"quoted"', '\u202egnp.exe'];
  for (const name of names)
    await testApp.call('session.saveProfile', { id: null, fields: { ...fields, name } });
  await untilEntries(testApp, names.length);
  expect(await testApp.call('activity.verify', {})).toMatchObject({ entries: names.length, brokenAt: null });
  await machine.stop();
  const store = await openStore(workerEntries.store, path);
  await store.run(appendEntries, { entries: Array<typeof entry>(4_500).fill(entry), key: null });
  await store.close();
  const restarted = await machine.start();
  await signIn(restarted, machine);
  const entries = names.length + 4_501;
  expect(await restarted.call('activity.verify', {})).toMatchObject({ entries, brokenAt: null });
  await machine.stop();
  const database = new DatabaseSync(path);
  database.exec('DROP TRIGGER activity_is_not_changed; UPDATE activity SET status = 201 WHERE id = 4400');
  database.close();
  expect(await (await machine.start()).call('activity.verify', {})).toMatchObject({ brokenAt: 4_400 });
});

test('the log of a library is sealed from its first entry, and no other log takes its place', async () => {
  const machine = await createMachine();
  const path = join(machine.folder, 'paydesk.db');
  const testApp = await machine.start();
  await signIn(testApp, machine);
  await untilEntries(testApp, 1);
  expect(await testApp.call('activity.verify', {})).toMatchObject({ brokenAt: null, seal: 'unknown' });
  const references = machine.simulator.exampleReferences(2);
  await testApp.call('proofs.fetch', { references, refresh: false });
  await testApp.until('proofs', ({ counts }) => counts.saved === 2);
  expect(await testApp.call('activity.verify', {})).toMatchObject({ brokenAt: null, seal: 'intact' });
  await machine.stop();

  // Entries that were written without the key are sealed at the next start.
  const store = await openStore(workerEntries.store, path);
  await store.run(appendEntries, { entries: [entry], key: null });
  await store.close();
  const sealed = await machine.start();
  await sealed.until('library', ({ state }) => state === 'kept');
  expect(await sealed.call('activity.verify', {})).toMatchObject({ brokenAt: null, seal: 'intact' });
  await machine.stop();

  // What a new installation looks like is no new log for the library that exists.
  const database = new DatabaseSync(path);
  database.exec(`DROP TRIGGER activity_is_not_removed; DELETE FROM activity; DELETE FROM activity_seal;
    DELETE FROM sqlite_sequence WHERE name = 'activity'`);
  database.close();
  const forged = await machine.start();
  await forged.until('library', ({ state }) => state === 'kept');
  await forged.call('session.signOut', { forgetKey: false });
  expect(await forged.call('activity.verify', {})).toMatchObject({ brokenAt: null, seal: 'broken' });
});
