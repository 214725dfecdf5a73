/** @file The database cannot be written or opened during a batch: Paydesk sends nothing that it cannot record, and loses nothing. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished } from 'vitest';
import { errorOf } from '../fakes/error-of.ts';
import { eventually } from '../fakes/eventually.ts';
import { pdf } from '../fakes/files.ts';
import { temporaryFolder } from '../fakes/test-app.ts';
import { sampleDocuments, startDocumentsFixture, test } from '../integration/documents/documents-fixture.ts';
import { advanceWhenIdle, expectAttached } from './finish-batch.ts';

test('a batch waits while the disk is full and continues once there is space', async ({ skip }) => {
  const canMount = process.getuid?.() === 0 && process.platform === 'linux';
  if (!canMount) return skip('a small disk can only be mounted by root on Linux');
  const folder = await temporaryFolder();
  const dataFolder = join(folder.path, 'data');
  await mkdir(dataFolder);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', dataFolder]);
  onTestFinished(async () => {
    execFileSync('umount', [dataFolder]);
    await folder.remove();
  });
  const fixture = await startDocumentsFixture({ dataFolder });
  const ballast = join(dataFolder, 'ballast');
  const fillDisk = () => {
    try {
      for (;;) writeFileSync(ballast, Buffer.alloc(4096), { flag: 'a' });
    } catch {
      // The disk is full.
    }
  };
  let uploadCount = 0;
  fixture.simulator.faults.set('upload', {
    kind: 'delay',
    milliseconds: 0,
    when: () => {
      uploadCount += 1;
      if (uploadCount === 5) fillDisk();
      return false;
    },
  });
  const files = sampleDocuments(30);
  const { batchId } = await fixture.send(files);
  try {
    let attempt = 0;
    await eventually(async () => {
      attempt += 1;
      const beneficiary = { label: `${attempt}`, recipientId: `${attempt}` };
      const refusal = await errorOf(fixture.call('beneficiaries.add', beneficiary));
      expect(refusal.code).toBe('disk-full');
    });
    // Uploads in progress may arrive; nothing else is sent, because every step has to be committed first.
    expect(fixture.callsOf('upload').length).toBeLessThanOrEqual(8);
    expect(fixture.callsOf('updateRecipient')).toEqual([]);
  } finally {
    // Closing Paydesk needs free space too.
    rmSync(ballast, { force: true });
  }
  await eventually(async () => {
    await advanceWhenIdle(fixture, batchId, true);
    expect(new Set(Object.values(await fixture.statesOf(batchId)))).toEqual(new Set(['attached']));
  });
  await fixture.untilFinished(batchId);
  await expectAttached(fixture, batchId, files);
});

/** Functions that damage the database file, by the error code that Paydesk reports at the next start. */
const damageByErrorCode: Readonly<Record<string, (path: string) => void>> = {
  'database-corrupt': (path) => writeFileSync(path, 'This is no database. '.repeat(500)),
  'database-newer': (path) => {
    const database = new DatabaseSync(path);
    database.exec("UPDATE migration SET version = 99 WHERE name = 'documents'");
    database.close();
  },
};

test.for(Object.keys(damageByErrorCode))(
  'with %s at start, nothing is sent or changed; after the file is restored, the batch continues',
  async (code, { fixture }) => {
    fixture.simulator.faults.set('upload', { kind: 'hang', skip: 3 });
    const files = sampleDocuments(8);
    const { batchId } = await fixture.send(files);
    await eventually(async () => {
      const states = (await fixture.rowsOf(batchId)).map(({ state }) => state);
      expect(states.filter((state) => state === 'stored')).toHaveLength(3);
    });
    await fixture.testApp.close();
    fixture.simulator.faults.clear();
    const path = join(fixture.dataFolder, 'paydesk.db');
    copyFileSync(path, `${path}.kept`);
    damageByErrorCode[code]?.(path);
    const damagedContent = readFileSync(path);
    const callCount = fixture.simulator.calls().length;

    await fixture.startAfterCrash();
    expect(fixture.testApp.topic('startup')).toMatchObject({ state: 'failed', error: { code } });
    await fixture.testApp.close();
    expect(readFileSync(path)).toEqual(damagedContent);
    expect(fixture.simulator.calls()).toHaveLength(callCount);

    copyFileSync(`${path}.kept`, path);
    await fixture.startAfterCrash();
    await fixture.signIn();
    await fixture.untilFinished(batchId);
    await expectAttached(fixture, batchId, files);
  },
);

const historySize = 100_000;

/** Inserts finished batches with `historySize` documents attached to one beneficiary. */
function writeHistory(path: string, beneficiaryId: number): void {
  const database = new DatabaseSync(path);
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${historySize})`;
  const batchCount = historySize / 1_000;
  database.exec('BEGIN');
  database.exec(`${numbers} INSERT INTO batch (id, profile_id, number, state, dropped_by, created_at, started_at, finished_at)
    SELECT i, 'test-profile', i, 'done', 'm.hansen', i, i, i FROM n WHERE i <= ${batchCount};
    ${numbers} INSERT INTO attach_operation (id, profile_id, batch_id, beneficiary_id, method, recipient_id, body,
      body_sha256, state, sent_at, ended_at, status)
    SELECT i, 'test-profile', i, ${beneficiaryId}, 'PUT', 'rcp-old', '{}', '', 'attached', i, i, 200
    FROM n WHERE i <= ${batchCount};
    ${numbers} INSERT INTO document (batch_id, dropped_path_id, path, name, folder, folded, size, kind, sha256, state,
      beneficiary_id, key, attach_id, changed_at)
    SELECT 1 + (i - 1) / 1000, i, '/old/' || i, i || '.pdf', 'old', i || '.pdf', 1000, 'pdf', printf('%064x', i),
      'attached', ${beneficiaryId}, 'old-' || i, 1 + (i - 1) / 1000, i FROM n;
    ${numbers} INSERT INTO attach_item (attach_id, position, key, name, sha256, is_new)
    SELECT 1 + (i - 1) / 1000, i, 'old-' || i, i || '.pdf', printf('%064x', i), 1 FROM n;
    ${numbers} INSERT INTO document_event (document_id, at, kind) SELECT id, 1, 'attached' FROM document;`);
  database.exec('COMMIT');
  database.close();
}

test('a batch is added, recovered, sent and listed with 100,000 documents of history', async () => {
  const fixture = await startDocumentsFixture({ profile: { recipientUpdate: 'send-new' } });
  const beneficiary = await fixture.call('beneficiaries.add', { label: 'Old', recipientId: 'rcp-old' });
  await fixture.testApp.close();
  writeHistory(join(fixture.dataFolder, 'paydesk.db'), beneficiary.id);
  await fixture.startAfterCrash();
  await fixture.signIn();
  const files = { ...sampleDocuments(20), 'large.pdf': pdf('large', 1_000_000) };
  fixture.simulator.faults.set('upload', { kind: 'hang', skip: 10 });
  const { batchId } = await fixture.send(files, 'Old');
  await eventually(async () => {
    const states = Object.values(await fixture.statesOf(batchId));
    expect(states.filter((state) => state === 'stored')).toHaveLength(10);
  });
  await fixture.restart();
  fixture.simulator.faults.clear();
  await fixture.call('documents.batch', { action: 'resume', batchId }).catch(() => undefined);
  await fixture.untilFinished(batchId);
  await expectAttached(fixture, batchId, files, 'rcp-old');
  const attached = await fixture.call('beneficiaries.attached', { id: beneficiary.id, offset: 0, limit: 1 });
  expect(attached.total).toBe(historySize + 21);
  const { total } = await fixture.call('documents.earlier', { offset: 0, limit: 1 });
  expect(total).toBe(historySize / 1_000 + 1);
});
