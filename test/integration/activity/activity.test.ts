import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ActivityKind } from '../../../src/shared/model/activity.ts';
import { eventually } from '../../fakes/eventually.ts';
import { pdf, writeFiles } from '../../fakes/files.ts';
import { savedAt } from '../../fakes/saved-file.ts';
import type { TestApp } from '../../fakes/test-app.ts';
import { startStatementsFixture } from '../statements/statements-fixture.ts';
import { allEntries, createMachine, listActivity, untilEntries } from './support.ts';

const profileId = 'test-profile';

/** Attaches one document to one beneficiary and waits for the result. */
async function attachOne(testApp: TestApp, folder: string, name: string): Promise<void> {
  const paths = await writeFiles(join(folder, 'drop'), { [name]: pdf(name) });
  const { id } = await testApp.call('beneficiaries.add', { label: 'Balticum', recipientId: 'rcp_1' });
  const batchId = await testApp.drop(paths);
  await testApp.until('batches', ([batch]) => batch?.state === 'draft' && batch.counts.unassigned === 1);
  const selection = { kind: 'all' as const, filter: { group: null, text: '' } };
  await testApp.call('documents.change', { action: 'assign', batchId, selection, beneficiaryId: id });
  await testApp.call('documents.batch', { action: 'start', batchId, documents: 1, beneficiaries: 1 });
  await testApp.until('batches', ([batch]) => batch?.state === 'done');
}

const rowsOf = async (file: string) =>
  z.array(z.record(z.string(), z.string())).parse(parse(await readFile(file), { bom: true, columns: true }));

describe('the activity log', () => {
  test('records user, kind, target, outcome and request ID of each request, newest first', async () => {
    const machine = await createMachine();
    const testApp = await machine.start();
    await machine.signIn(testApp);
    await attachOne(testApp, machine.folder, 'scan.pdf');
    await untilEntries(testApp, 4);
    const { total, rows } = await listActivity(testApp);
    expect(total).toBe(4);
    const hosts = Object.fromEntries(
      Object.entries({ ...machine.simulator.hosts, storage: machine.simulator.storage }).map(
        ([name, base]) => [name, new URL(base).host],
      ),
    );
    expect(
      rows.map(({ id, kind, subject, request, outcome, status }) => [
        id,
        kind,
        subject,
        request,
        outcome,
        status,
      ]),
    ).toEqual([
      [4, 'attach', 'Balticum (1)', `PUT ${hosts['beneficiary']}/recipients/rcp_1`, 'done', 200],
      [3, 'upload', 'scan.pdf', `PUT ${hosts['storage']}`, 'done', 200],
      [2, 'upload-link', 'scan.pdf', `POST ${hosts['beneficiary']}/uploadDocuments`, 'done', 200],
      [1, 'sign-in', 'Nordlicht Maschinenbau GmbH', `POST ${hosts['auth']}/users/login`, 'done', 200],
    ]);
    for (const row of rows) {
      expect(row).toMatchObject({
        osUser: 'm.hansen',
        profile: 'Nordlicht Maschinenbau GmbH',
        environment: 'sandbox',
      });
      expect(row.requestId).toMatch(/\S/);
      expect(row.at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
      expect(row.bytesSent).toBeGreaterThan(0);
    }
    const requestIds = machine.simulator.calls().map(({ requestId }) => requestId);
    expect(rows.map(({ requestId }) => requestId).reverse()).toEqual(requestIds);
  });

  test('contains no token, key, link or query, neither in the database nor in the log', async () => {
    const machine = await createMachine();
    const testApp = await machine.start();
    await machine.signIn(testApp);
    await attachOne(testApp, machine.folder, 'scan.pdf');
    await untilEntries(testApp, 4);
    const { rows } = await listActivity(testApp);
    for (const { request } of rows) expect(request).not.toMatch(/[?#]/);
    await testApp.close();
    const bytes = await readFile(machine.database, 'latin1');
    expect(bytes).toContain('scan.pdf');
    expect(bytes).not.toContain(machine.simulator.credentials.apiKey);
    expect(bytes).not.toMatch(/pct_sandbox_|Bearer|signature=|expires=/i);
  });

  test.each([
    ['refused', { kind: 'status', status: 401 }, 401],
    ['failed', { kind: 'status', status: 500 }, 500],
    ['unknown', { kind: 'reset', at: 'headers' }, null],
  ] as const)('records a sign-in that was %s', async (outcome, fault, status) => {
    const machine = await createMachine();
    const testApp = await machine.start();
    machine.simulator.faults.set('login', fault);
    await machine.signIn(testApp).catch(() => undefined);
    await untilEntries(testApp, 1);
    expect((await listActivity(testApp)).rows).toMatchObject([{ kind: 'sign-in', outcome, status }]);
  });

  test('records local actions without a request', async () => {
    const machine = await createMachine();
    const testApp = await machine.start();
    await machine.signIn(testApp);
    await testApp.call('session.signOut', { forgetKey: false });
    await untilEntries(testApp, 2);
    expect((await listActivity(testApp)).rows[0]).toMatchObject({
      kind: 'sign-out',
      request: null,
      status: null,
      requestId: null,
      bytesSent: 0,
      outcome: 'done',
    });
  });
});

describe('the activity list', () => {
  async function startWithEntries() {
    const machine = await createMachine();
    const testApp = await machine.start();
    machine.simulator.faults.set('login', { kind: 'status', status: 401, times: 1 });
    await machine.signIn(testApp).catch(() => undefined);
    await machine.signIn(testApp);
    await testApp.call('session.profile', { action: 'checkHosts', profileId: 'test-profile' });
    await testApp.call('session.signOut', { forgetKey: false });
    await untilEntries(testApp, 6);
    return { machine, testApp };
  }

  test('filters by kind, outcome and text, and returns the total', async () => {
    const { testApp } = await startWithEntries();
    expect((await listActivity(testApp)).total).toBe(6);
    expect(await listActivity(testApp, { kind: 'sign-in' })).toMatchObject({
      total: 2,
      rows: [{ id: 2 }, { id: 1 }],
    });
    expect((await listActivity(testApp, { outcome: 'refused' })).rows.map(({ id }) => id)).toContain(1);
    expect((await listActivity(testApp, { kind: 'sign-in', outcome: 'done' })).rows).toMatchObject([
      { id: 2 },
    ]);
    expect((await listActivity(testApp, { kind: 'attach' })).total).toBe(0);
    expect((await listActivity(testApp, { text: ' UPLOADdocuments ' })).total).toBe(1);
    const [row] = (await listActivity(testApp, { kind: 'sign-in' })).rows;
    expect((await listActivity(testApp, { text: row?.requestId ?? '' })).rows).toMatchObject([{ id: 2 }]);
    expect((await listActivity(testApp, { text: 'M.HANSEN' })).total).toBe(6);
    for (const text of ['%', '_', "' OR 1=1 --"])
      expect((await listActivity(testApp, { text })).total, text).toBe(text === '_' ? 0 : 0);
  });

  test('filters by time, the end excluded, and by problems', async () => {
    const { testApp } = await startWithEntries();
    const { rows } = await listActivity(testApp);
    const idsBetween = async (since: string | null, before: string | null) =>
      (await listActivity(testApp, { since, before })).rows.map(({ id }) => id);
    const at = rows.at(-2)?.at ?? '';
    const isBefore = (row: { at: string }) => row.at < at;
    const idsOf = (entries: typeof rows) => entries.map(({ id }) => id);
    expect(await idsBetween(at, null)).toEqual(idsOf(rows.filter((row) => !isBefore(row))));
    expect(await idsBetween(null, at)).toEqual(idsOf(rows.filter(isBefore)));
    expect(await idsBetween('2000-01-01T00:00:00.000Z', '2000-01-02T00:00:00.000Z')).toEqual([]);
    const problems = (await listActivity(testApp, { outcome: 'problems' })).rows;
    expect(idsOf(problems)).toEqual(
      idsOf(rows.filter(({ outcome }) => ['refused', 'failed', 'unknown'].includes(outcome))),
    );
    expect(idsOf(problems)).toContain(1);
  });

  test('finds names regardless of case and accents', async () => {
    const machine = await createMachine();
    const testApp = await machine.start();
    await machine.signIn(testApp);
    await attachOne(testApp, machine.folder, 'Überweisung Škoda.pdf');
    await untilEntries(testApp, 4);
    for (const text of ['Überweisung', 'ÜBERWEISUNG', 'überweisung'.normalize('NFD'), 'uberweisung skoda'])
      expect(
        (await listActivity(testApp, { text })).rows.map(({ kind }) => kind),
        text,
      ).toEqual(['upload', 'upload-link']);
  });

  test('returns entries in pages', async () => {
    const { testApp } = await startWithEntries();
    expect((await listActivity(testApp, {}, 1, 2)).rows.map(({ id }) => id)).toEqual([5, 4]);
    expect(await listActivity(testApp, {}, 6, 2)).toMatchObject({ total: 6, rows: [] });
  });

  test('exports all entries that match the filter, with no cell that can run as a formula', async () => {
    const { machine, testApp } = await startWithEntries();
    await testApp.close();
    const database = new DatabaseSync(machine.database);
    database.exec(
      `INSERT INTO activity (at, os_user, kind, subject, outcome, bytes_sent, milliseconds, hash)
       VALUES (0, '@SUM(A1)', 'export', '=cmd|''/c calc''!A1', 'done', 0, 0, '')`,
    );
    database.close();
    const restarted = await machine.start();
    const file = join(machine.folder, 'activity.csv');
    restarted.platform.answers.savePath = file;
    expect(await restarted.call('activity.export', { filter: allEntries })).toEqual({
      savedAs: savedAt(file),
    });
    const rows = await rowsOf(file);
    expect(rows.map((row) => row['Number'])).toEqual(['1', '2', '3', '4', '5', '6', '7']);
    expect(rows[0]).toMatchObject({ Action: 'Signed in', Outcome: 'Refused', Environment: 'sandbox' });
    expect(rows[6]).toMatchObject({ User: "'@SUM(A1)", Item: "'=cmd|'/c calc'!A1" });
    await restarted.call('activity.export', { filter: { ...allEntries, kind: 'sign-in' } });
    const filteredRows = await rowsOf(file);
    expect(filteredRows.map((row) => row['Number'])).toEqual(['1', '2']);
    restarted.platform.answers.savePath = null;
    expect(await restarted.call('activity.export', { filter: allEntries })).toEqual({ savedAs: null });
  });
});

describe('the object of an entry', () => {
  /** Returns the object of the newest entry of a kind. */
  async function objectOf(testApp: Pick<TestApp, 'call'>, kind: ActivityKind) {
    const [entry] = (await listActivity(testApp, { kind })).rows;
    return testApp.call('activity.object', { id: entry?.id ?? 0 });
  }

  test('is the batch, the beneficiary or the profile', async () => {
    const machine = await createMachine();
    const testApp = await machine.start();
    await machine.signIn(testApp);
    await attachOne(testApp, machine.folder, 'scan.pdf');
    await untilEntries(testApp, 4);
    const batch = { profileId, target: { screen: 'documents', batchId: 1, group: null } };
    expect(await objectOf(testApp, 'upload')).toEqual(batch);
    expect(await objectOf(testApp, 'upload-link')).toEqual(batch);
    expect(await objectOf(testApp, 'attach')).toEqual({
      profileId,
      target: { screen: 'beneficiaries', beneficiaryId: 1, state: null },
    });
    expect(await objectOf(testApp, 'sign-in')).toEqual({
      profileId: null,
      target: { screen: 'settings', section: 'profiles' },
    });
    expect(await testApp.call('activity.object', { id: 99 })).toBeNull();
  });

  test('is gone once its proof was removed, or once its profile has another name', async () => {
    const machine = await createMachine();
    const testApp = await machine.start();
    await machine.signIn(testApp);
    await testApp.call('proofs.fetch', { references: ['PX-NONE-1'], refresh: false });
    await untilEntries(testApp, 2);
    expect((await listActivity(testApp, { outcome: 'no-proof' })).rows).toMatchObject([{ kind: 'proof' }]);
    expect((await listActivity(testApp, { outcome: 'refused' })).total).toBe(0);
    const found = await objectOf(testApp, 'proof');
    expect(found).toMatchObject({ profileId, target: { screen: 'proofs', state: null } });
    const database = new DatabaseSync(machine.database);
    database.exec('DELETE FROM proof_reference');
    expect(await objectOf(testApp, 'proof')).toBeNull();
    database.exec(`INSERT INTO activity (at, os_user, profile, environment, kind, subject, outcome, bytes_sent,
      milliseconds, hash) VALUES (0, '', 'Former name', 'sandbox', 'sign-out', 'Former name', 'done', 0, 0, '')`);
    database.close();
    expect(await objectOf(testApp, 'sign-out')).toBeNull();
  });

  test('is the first statement of a request', async () => {
    const fixture = await startStatementsFixture();
    await fixture.request([1001, 1002]);
    await eventually(async () => {
      expect((await listActivity(fixture, { kind: 'statement-request' })).total).toBe(1);
    });
    expect(await objectOf(fixture, 'statement-request')).toEqual({
      profileId,
      target: { screen: 'statement', statementId: 1 },
    });
  });
});

test('the number of activity entries is published right after a start', async () => {
  const machine = await createMachine();
  const testApp = await machine.start();
  await machine.signIn(testApp);
  await untilEntries(testApp, 1);
  const restarted = await machine.start();
  await untilEntries(restarted, 1);
});
