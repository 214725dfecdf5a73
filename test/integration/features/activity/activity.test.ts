/** @file The activity log of one computer: what is recorded, how it is listed and exported, and the objects of its entries. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ActivityFilter } from '../../../../src/shared/contract/activity.ts';
import type { ActivityKind } from '../../../../src/shared/model/activity.ts';
import { pdf } from '../../../fakes/files/files.ts';
import { savedAt } from '../../../fakes/files/saved-file.ts';
import type { TestApp } from '../../../fakes/test-app.ts';
import type { Fault } from '../../../practice/faults.ts';
import { type Machine, openMachine, profileId, sendFiles, signIn } from '../session/support.ts';
import { january } from '../statements/statements-fixture.ts';
import { allEntries, listActivity, untilEntries } from './support.ts';

const scan = 'Überweisung Škoda.pdf';

let machine: Machine;
let testApp: TestApp;

/** Attaches one document to one beneficiary and waits for the result. */
async function attachOne(): Promise<void> {
  const beneficiary = { label: 'Balticum', recipientId: 'rcp_1' };
  await sendFiles(testApp, join(machine.folder, 'drop'), { [scan]: pdf(scan) }, beneficiary);
  await testApp.until('batches', ([batch]) => batch?.state === 'done');
}

/** The time of the entries that most tests list. */
const clerksWork = { since: new Date().toISOString(), before: '' };

const failures: readonly Fault[] = [
  { kind: 'status', status: 401 },
  { kind: 'status', status: 500 },
  { kind: 'reset', at: 'headers' },
];

/** A clerk fails three times to sign in, signs in, attaches a document, asks for a proof that does not exist, and signs out. */
beforeAll(async () => {
  const opened = await openMachine();
  machine = opened;
  testApp = await machine.start();
  for (const fault of failures) {
    machine.simulator.faults.set('login', fault);
    await signIn(testApp, machine).catch(() => undefined);
  }
  machine.simulator.faults.clear();
  await signIn(testApp, machine);
  await attachOne();
  await untilEntries(testApp, 7);
  await testApp.call('proofs.fetch', { references: ['PX-NONE-1'], refresh: false });
  await untilEntries(testApp, 8);
  await testApp.call('session.signOut', { forgetKey: false });
  await untilEntries(testApp, 9);
  // Later tests add entries.
  clerksWork.before = new Date(Date.now() + 1).toISOString();
  return opened.end;
});

const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);
const list = (filter: Partial<ActivityFilter> = {}, offset?: number, limit?: number) =>
  listActivity(testApp, { ...clerksWork, ...filter }, offset, limit);
const listIds = async (...args: Parameters<typeof list>) => idsOf((await list(...args)).rows);

const rowsOf = async (file: string) =>
  z.array(z.record(z.string(), z.string())).parse(parse(await readFile(file), { bom: true, columns: true }));

describe('the activity log', () => {
  test('records user, kind, target, outcome and request ID of each request and local action, newest first', async () => {
    const { total, rows } = await list();
    expect(total).toBe(9);
    const { hosts, storage } = machine.simulator;
    const [auth, beneficiary, store, legacy] = [hosts.auth, hosts.beneficiary, storage, hosts.legacy].map(
      (base) => new URL(base).host,
    );
    const login = `POST ${auth}/users/login`;
    const company = 'Nordlicht Maschinenbau GmbH';
    const facts = rows.map(({ id, kind, subject, request, outcome, status }) => [
      id,
      kind,
      subject,
      request,
      outcome,
      status,
    ]);
    expect(facts).toEqual([
      [9, 'sign-out', company, null, 'done', null],
      [8, 'proof', 'PX-NONE-1', expect.stringContaining(legacy ?? ''), 'refused', 404],
      [7, 'attach', 'Balticum (1)', `PUT ${beneficiary}/recipients/rcp_1`, 'done', 200],
      [6, 'upload', scan, `PUT ${store}`, 'done', 200],
      [5, 'upload-link', scan, `POST ${beneficiary}/uploadDocuments`, 'done', 200],
      [4, 'sign-in', company, login, 'done', 200],
      [3, 'sign-in', company, login, 'unknown', null],
      [2, 'sign-in', company, login, 'failed', 500],
      [1, 'sign-in', company, login, 'refused', 401],
    ]);
    for (const row of rows) {
      expect(row).toMatchObject({ osUser: 'm.hansen', profile: company, environment: 'sandbox' });
      expect(row.at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
      expect(row.request ?? '').not.toMatch(/[?#]/);
    }
    expect(rows[0]).toMatchObject({ requestId: null, bytesSent: 0 });
    for (const row of rows.slice(2, 6)) {
      expect(row.requestId).toMatch(/\S/);
      expect(row.bytesSent).toBeGreaterThan(0);
    }
    const requestIds = machine.simulator.calls().map(({ requestId }) => requestId);
    expect(requestIds).toEqual(expect.arrayContaining(rows.slice(1, 6).map(({ requestId }) => requestId)));
  });

  test('is filtered by kind, outcome and text, in pages with the total', async () => {
    expect(await list({ kind: 'attach' })).toMatchObject({ total: 1, rows: [{ id: 7 }] });
    // A proof that does not exist is not refused.
    expect(await listIds({ outcome: 'refused' })).toEqual([1]);
    expect(await listIds({ outcome: 'no-proof' })).toEqual([8]);
    expect(await listIds({ kind: 'sign-in', outcome: 'done' })).toEqual([4]);
    expect((await list({ kind: 'evidence-pack' })).total).toBe(0);
    expect(await listIds({ text: ' UPLOADdocuments ' })).toEqual([5]);
    const [row] = (await list({ kind: 'upload' })).rows;
    expect(await listIds({ text: row?.requestId ?? '' })).toEqual([6]);
    expect((await list({ text: 'M.HANSEN' })).total).toBe(9);
    expect(await listIds({ text: 'uberweisung SKODA' })).toEqual([6, 5]);
    expect(await listIds({}, 1, 2)).toEqual([8, 7]);
    expect(await list({}, 9, 2)).toMatchObject({ total: 9, rows: [] });
    for (const text of ['%', "' OR 1=1 --"]) expect((await list({ text })).total, text).toBe(0);
  });

  test('is filtered by time, the end excluded, and by problems', async () => {
    const { rows } = await list();
    const at = rows[4]?.at ?? '';
    const isBefore = (row: { at: string }) => row.at < at;
    const between = (since: string, before: string) => listIds({ since, before });
    expect(await between(at, clerksWork.before)).toEqual(idsOf(rows.filter((row) => !isBefore(row))));
    expect(await between(clerksWork.since, at)).toEqual(idsOf(rows.filter(isBefore)));
    expect(await between('2000-01-01T00:00:00.000Z', '2000-01-02T00:00:00.000Z')).toEqual([]);
    expect(await listIds({ kind: 'sign-in', outcome: 'problems' })).toEqual([3, 2, 1]);
  });
});

test('the object of an entry is its batch, beneficiary, profile, proof or first statement, which may be gone, and all entries are exported after a restart', async () => {
  /** Returns the object of the newest entry of a kind. */
  async function objectOf(kind: ActivityKind) {
    const [entry] = (await listActivity(testApp, { kind })).rows;
    return testApp.call('activity.object', { id: entry?.id ?? 0 });
  }
  await signIn(testApp, machine);
  const request = { profileId, walletIds: [1001, 1002], periods: [january], email: '' };
  await testApp.call('statements.request', { ...request, format: 'csv' });
  await untilEntries(testApp, 11);
  const batch = { profileId, target: { screen: 'documents', batchId: 1, group: null } };
  expect(await objectOf('upload')).toEqual(batch);
  expect(await objectOf('upload-link')).toEqual(batch);
  const beneficiary = { screen: 'beneficiaries', beneficiaryId: 1, state: null };
  expect(await objectOf('attach')).toEqual({ profileId, target: beneficiary });
  const profiles = { screen: 'settings', section: 'profiles' };
  expect(await objectOf('sign-in')).toEqual({ profileId: null, target: profiles });
  const statement = { screen: 'statement', tab: 'inbox', statementId: 1 };
  expect(await objectOf('statement-request')).toEqual({ profileId, target: statement });
  expect(await objectOf('proof')).toMatchObject({ profileId, target: { screen: 'proofs', state: null } });
  expect(await testApp.call('activity.object', { id: 99 })).toBeNull();

  const insert =
    'INSERT INTO activity (at, os_user, profile, environment, kind, subject, outcome, bytes_sent, milliseconds, hash)';
  const database = new DatabaseSync(join(machine.folder, 'paydesk.db'), { timeout: 10_000 });
  database.exec(`DELETE FROM proof_reference;
    ${insert} VALUES (0, '', 'Former name', 'sandbox', 'sign-out', 'Former name', 'done', 0, 0, '');
    ${insert} VALUES (0, '@SUM(A1)', NULL, NULL, 'export', '=cmd|''/c calc''!A1', 'done', 0, 0, '')`);
  database.close();
  expect(await objectOf('proof')).toBeNull();
  expect(await objectOf('sign-out')).toBeNull();

  testApp = await machine.start();
  // The number of entries is published right after the start.
  await untilEntries(testApp, 13);
  const file = join(machine.folder, 'activity.csv');
  testApp.platform.answers.savePath = file;
  const exportAll = () => testApp.call('activity.export', { filter: allEntries });
  expect(await exportAll()).toEqual({ savedAs: savedAt(file) });
  const rows = await rowsOf(file);
  expect(rows.map((row) => row['Number'])).toEqual(Array.from({ length: 13 }, (_, index) => `${index + 1}`));
  expect(rows[0]).toMatchObject({ Action: 'Signed in', Outcome: 'Refused', Environment: 'sandbox' });
  expect(rows.at(-1)).toMatchObject({ User: "'@SUM(A1)", Item: "'=cmd|'/c calc'!A1" });
  await testApp.call('activity.export', { filter: { ...allEntries, kind: 'attach' } });
  expect((await rowsOf(file)).map((row) => row['Number'])).toEqual(['7']);
  testApp.platform.answers.savePath = null;
  expect(await exportAll()).toEqual({ savedAs: null });
});

test('the database contains no token, key, link or query', async () => {
  await machine.stop();
  const bytes = await readFile(join(machine.folder, 'paydesk.db'), 'latin1');
  expect(bytes).toContain('PX-NONE-1');
  expect(bytes).not.toContain(machine.simulator.credentials.apiKey);
  expect(bytes).not.toMatch(/pct_sandbox_|Bearer|signature=|expires=/i);
  testApp = await machine.start();
});
