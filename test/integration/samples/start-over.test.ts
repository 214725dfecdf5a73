/** @file The reset of the practice company keeps only its activity; other profiles cannot be reset. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startSignedIn } from '../../fakes/test-app.ts';
import { practiceId, startPracticeCompany } from './support.ts';

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

async function createPracticeData() {
  const { computer, testApp } = await startPracticeCompany();
  const { references, statements } = await testApp.call('samples.offered', {});
  const { batchId } = await testApp.call('samples.change', { action: 'addDocuments' });
  await testApp.until('batches', ([batch]) => batch?.state === 'draft' && batch.counts.unassigned === 7);
  const { rows } = await testApp.call('beneficiaries.list', { offset: 0, limit: 10, search: '' });
  const selection = { kind: 'all' as const, filter: { group: null, text: '' } };
  await testApp.call('documents.change', {
    action: 'assign',
    batchId,
    selection,
    beneficiaryId: rows[0]?.id ?? 0,
  });
  await testApp.call('documents.batch', { action: 'start', batchId, documents: 7, beneficiaries: 1 });
  await testApp.until('batches', ([batch]) => batch?.state === 'done');
  await testApp.call('proofs.fetch', { references, refresh: false });
  await testApp.until('proofs', ({ running, total }) => total === 9 && running === null);
  const periods = statements?.periods.slice(-1) ?? [];
  const walletIds = [1001, 1010];
  await testApp.call('statements.request', {
    profileId: practiceId,
    format: 'csv',
    email: '',
    walletIds,
    periods,
  });
  await testApp.until('statements', ({ counts }) => counts.stored === 1 && counts.ready === 1);
  const [storedStatement] = (await testApp.call('statements.list', { state: 'stored', offset: 0, limit: 1 }))
    .rows;
  const { handle } = await testApp.call('review.open', {
    statementId: storedStatement?.id ?? 0,
    options: {},
  });
  await testApp.call('review.keepLayout', { handle, layout: { columns: [], reference: null } });
  return { computer, testApp };
}

describe('resetting the practice company', () => {
  test('removes batches, beneficiaries, proofs, statements and layouts, and keeps the activity', async () => {
    const { computer, testApp } = await createPracticeData();
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
    const entriesBefore = testApp.topic('activity').entries;
    await testApp.call('samples.change', { action: 'startOver', profileId: practiceId });
    expect(remainingRows(computer.folder)).toEqual({ profile_use: 1 });
    expect(await countSealedFiles(computer.folder)).toBe(0);
    expect(testApp.topic('session')).toMatchObject({ state: 'signed-in', profile: { id: practiceId } });
    const filter = { kind: 'start-over', outcome: null, text: '' } as const;
    const { rows } = await testApp.call('activity.list', { offset: 0, limit: 50, filter });
    expect(rows).toMatchObject([{ kind: 'start-over', profile: 'Practice company', outcome: 'done' }]);
    expect(await testApp.call('activity.verify', {})).toMatchObject({ brokenAt: null });
    expect(testApp.topic('activity').entries).toBeGreaterThan(entriesBefore);
    await testApp.until('beneficiaries', ({ total }) => total === 0);
    await testApp.until('proofs', ({ total }) => total === 0);
    await testApp.until('statements', ({ counts }) => Object.keys(counts).length === 0);
    expect(testApp.topic('batches')).toEqual([]);
  }, 60_000);

  test('resets the service of the practice company, which then has a new secret and no recipients', async () => {
    const { computer, testApp } = await createPracticeData();
    const journal = join(computer.folder, 'practice.jsonl');
    const journalBefore = await readFile(journal, 'utf8');
    expect(journalBefore).toContain('"kind":"recipient"');
    await testApp.call('samples.change', { action: 'startOver', profileId: practiceId });
    const journalAfter = await readFile(journal, 'utf8');
    expect(journalAfter).not.toContain('"kind":"recipient"');
    expect(journalAfter.split('\n')[0]).not.toBe(journalBefore.split('\n')[0]);
    const { batchId } = await testApp.call('samples.change', { action: 'addDocuments' });
    await testApp.until('batches', ([batch]) => batch?.id === batchId && batch.state === 'draft');
    expect(testApp.topic('batches')).toMatchObject([{ number: 1 }]);
  }, 60_000);

  test('aborts running downloads and requests without storing their results', async () => {
    const { computer, testApp } = await startPracticeCompany();
    const { statements } = await testApp.call('samples.offered', {});
    if (statements === null) throw new Error('No statements are offered');
    const request = testApp.call('statements.request', {
      profileId: practiceId,
      format: 'csv',
      email: '',
      ...statements,
    });
    await testApp.until('statements', ({ counts }) => (counts.stored ?? 0) > 5);
    await testApp.call('samples.change', { action: 'startOver', profileId: practiceId });
    await request.catch(() => undefined);
    expect(remainingRows(computer.folder)).toEqual({ profile_use: 1 });
    expect(await countSealedFiles(computer.folder)).toBe(0);
  }, 60_000);

  test('is refused for other profiles without changing them', async () => {
    const testApp = await startSignedIn();
    try {
      await testApp.call('beneficiaries.add', { label: 'Balticum', recipientId: 'rcp_1' });
      await expect(
        testApp.call('samples.change', { action: 'startOver', profileId: 'test-profile' }),
      ).rejects.toMatchObject({
        code: 'profile-not-practice',
      });
      await expect(
        testApp.call('samples.change', { action: 'startOver', profileId: 'unknown' }),
      ).rejects.toMatchObject({
        code: 'profile-not-practice',
      });
      expect(testApp.topic('session').state).toBe('signed-in');
      const { total } = await testApp.call('beneficiaries.list', { offset: 0, limit: 10, search: '' });
      expect(total).toBe(1);
    } finally {
      await testApp.end();
    }
  });
});
