/** @file The reset of the practice company keeps only its activity; other profiles cannot be reset. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startSignedIn, type TestApp } from '../../../fakes/test-app.ts';
import { type Computer, practiceId, startPracticeCompany } from './support.ts';

const namesSchema = z.array(z.object({ name: z.string() }));

/** Returns the tables with rows of the practice company's profile, and their numbers of rows. */
function remainingRows(folder: string): Record<string, number> {
  const database = new DatabaseSync(join(folder, 'paydesk.db'), { readOnly: true });
  try {
    const tables = namesSchema.parse(
      database
        .prepare(
          `SELECT m.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c ON c.name = 'profile_id'
           WHERE m.type = 'table'`,
        )
        .all(),
    );
    const countSchema = z.object({ rows: z.number() });
    const rowCounts = tables.map(({ name }): [string, number] => {
      const row = database
        .prepare(`SELECT count(*) AS rows FROM "${name}" WHERE profile_id = ?`)
        .get(practiceId);
      return [name, countSchema.parse(row).rows];
    });
    const layouts = database.prepare(
      "SELECT count(*) AS rows FROM setting WHERE name LIKE 'statement columns%'",
    );
    return Object.fromEntries(
      [...rowCounts, ['column layouts', countSchema.parse(layouts.get()).rows] as const].filter(
        ([, rows]) => rows > 0,
      ),
    );
  } finally {
    database.close();
  }
}

const countSealedFiles = async (folder: string) =>
  (await readdir(join(folder, 'library', 'files'))).filter((name) => name.endsWith('.sealed')).length;

let computer: Computer;
let testApp: TestApp;

beforeAll(async () => {
  ({ computer, testApp } = await startPracticeCompany());
  return computer.close;
});

async function createPracticeData(): Promise<void> {
  const { references, statements } = await testApp.call('samples.offered', {});
  const { batchId } = await testApp.call('samples.change', { action: 'addDocuments' });
  await testApp.until('batches', ([batch]) => batch?.state === 'draft' && batch.counts.unassigned === 7);
  const { rows } = await testApp.call('beneficiaries.list', { offset: 0, limit: 10, search: '' });
  const selection = { kind: 'all' as const, filter: { group: null, text: '' } };
  const beneficiaryId = rows[0]?.id ?? 0;
  await testApp.call('documents.change', { action: 'assign', batchId, selection, beneficiaryId });
  await testApp.call('documents.batch', { action: 'start', batchId, documents: 7, beneficiaries: 1 });
  await testApp.until('batches', ([batch]) => batch?.state === 'done');
  await testApp.call('proofs.fetch', { references, refresh: false });
  await testApp.until('proofs', ({ running, total }) => total === 9 && running === null);
  const periods = statements?.periods.slice(-1) ?? [];
  const request = { profileId: practiceId, walletIds: [1001, 1010], periods, email: '' };
  await testApp.call('statements.request', { ...request, format: 'csv' });
  await testApp.until('statements', ({ counts }) => counts.stored === 1 && counts.ready === 1);
  const stored = await testApp.call('statements.list', { state: 'stored', offset: 0, limit: 1 });
  const statementId = stored.rows[0]?.id ?? 0;
  const { handle } = await testApp.call('viewer.open', { statementId, options: {} });
  await testApp.call('viewer.keepLayout', { handle, layout: { columns: [], reference: null } });
}

const startOver = () => testApp.call('samples.change', { action: 'startOver', profileId: practiceId });

describe('resetting the practice company', () => {
  test('removes batches, beneficiaries, proofs, statements and layouts, resets its service, and keeps the activity', async () => {
    await createPracticeData();
    expect(Object.keys(remainingRows(computer.folder))).toEqual(
      expect.arrayContaining([
        'batch',
        'attach_operation',
        'beneficiary',
        'proof_reference',
        'statement',
        'column layouts',
      ]),
    );
    expect(await countSealedFiles(computer.folder)).toBeGreaterThan(7);
    const journal = join(computer.folder, 'practice.jsonl');
    const journalBefore = await readFile(journal, 'utf8');
    expect(journalBefore).toContain('"kind":"recipient"');
    const entriesBefore = testApp.topic('activity').entries;
    await startOver();
    expect(remainingRows(computer.folder)).toEqual({ profile_use: 1 });
    expect(await countSealedFiles(computer.folder)).toBe(0);
    expect(testApp.topic('session')).toMatchObject({ state: 'signed-in', profile: { id: practiceId } });
    const filter = { kind: 'start-over', outcome: null, text: '' } as const;
    const { rows } = await testApp.call('activity.list', { offset: 0, limit: 50, filter });
    expect(rows[0]).toMatchObject({ profile: 'Practice company', outcome: 'done' });
    expect(await testApp.call('activity.verify', {})).toMatchObject({ brokenAt: null });
    expect(testApp.topic('activity').entries).toBeGreaterThan(entriesBefore);
    await testApp.until('beneficiaries', ({ total }) => total === 0);
    await testApp.until('proofs', ({ total }) => total === 0);
    await testApp.until('statements', ({ counts }) => Object.keys(counts).length === 0);
    expect(testApp.topic('batches')).toEqual([]);

    // The service has a new secret and no recipients.
    const journalAfter = await readFile(journal, 'utf8');
    expect(journalAfter).not.toContain('"kind":"recipient"');
    expect(journalAfter.split('\n')[0]).not.toBe(journalBefore.split('\n')[0]);
    const { batchId } = await testApp.call('samples.change', { action: 'addDocuments' });
    await testApp.until('batches', ([batch]) => batch?.id === batchId && batch.state === 'draft');
    expect(testApp.topic('batches')).toMatchObject([{ number: 1 }]);
  });

  test('aborts running downloads and requests without storing their results', async () => {
    const { statements } = await testApp.call('samples.offered', {});
    if (statements === null) throw new Error('No statements are offered');
    const args = { profileId: practiceId, format: 'csv', email: '', ...statements } as const;
    const request = testApp.call('statements.request', args);
    await testApp.until('statements', ({ counts }) => (counts.stored ?? 0) > 5);
    await startOver();
    await request.catch(() => undefined);
    expect(remainingRows(computer.folder)).toEqual({ profile_use: 1 });
    expect(await countSealedFiles(computer.folder)).toBe(0);
  });

  test('and samples are not offered by other profiles, which stay unchanged', async () => {
    const other = await startSignedIn();
    onTestFinished(other.end);
    expect(await other.call('samples.offered', {})).toEqual({
      documents: false,
      references: [],
      statements: null,
      unbalanced: null,
      startsOver: false,
    });
    await other.call('beneficiaries.add', { label: 'Balticum', recipientId: 'rcp_1' });
    const refused = { code: 'profile-not-practice' };
    await expect(other.call('samples.change', { action: 'addDocuments' })).rejects.toMatchObject(refused);
    for (const profileId of ['test-profile', 'unknown'])
      await expect(other.call('samples.change', { action: 'startOver', profileId })).rejects.toMatchObject(
        refused,
      );
    expect(other.topic('session').state).toBe('signed-in');
    const { total } = await other.call('beneficiaries.list', { offset: 0, limit: 10, search: '' });
    expect(total).toBe(1);
  });
});
