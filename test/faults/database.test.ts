/** @file The database cannot be written or opened in the middle of a batch: nothing is done without it, and nothing is lost. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../fakes/eventually.ts';
import { pdf } from '../fakes/files.ts';
import { temporaryFolder } from '../fakes/test-app.ts';
import {
  callsOf,
  documents,
  errorOf,
  over,
  rowsOf,
  send,
  startWork,
  statesOf,
} from '../integration/documents/work.ts';
import { expectAttached, passTime } from './end.ts';

test('a disk that is full while transitions are committed: work waits for room and goes on where it was', async (context) => {
  const small = process.getuid?.() === 0 && process.platform === 'linux';
  if (!small) return context.skip('a small disk can only be mounted by root on Linux');
  const folder = await temporaryFolder();
  const dataFolder = join(folder.path, 'data');
  await mkdir(dataFolder);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', dataFolder]);
  onTestFinished(async () => {
    execFileSync('umount', [dataFolder]);
    await folder.remove();
  });
  const work = await startWork({ dataFolder });
  const ballast = join(dataFolder, 'ballast');
  // Nothing comes to rest on a full disk.
  onTestFinished(() => rmSync(ballast, { force: true }));
  const fill = () => {
    try {
      for (;;) writeFileSync(ballast, Buffer.alloc(4096), { flag: 'a' });
    } catch {
      // The disk is full, as it should be.
    }
  };
  let calls = 0;
  work.simulator.faults.set('upload', {
    kind: 'delay',
    milliseconds: 0,
    when: () => {
      calls += 1;
      if (calls === 5) fill();
      return false;
    },
  });
  const files = documents(30);
  const { batchId } = await send(work, files);
  let added = 0;
  await eventually(async () => {
    added += 1;
    const another = { label: `${added}`, recipientId: `${added}` };
    const refused = await errorOf(work.call('beneficiaries.add', another));
    expect(refused.code).toBe('disk-full');
  });
  // What was on its way may arrive, and nothing else leaves: no step is taken that is not on the disk.
  expect(callsOf(work.simulator, 'upload').length).toBeLessThanOrEqual(8);
  expect(callsOf(work.simulator, 'updateRecipient')).toEqual([]);
  rmSync(ballast);
  await eventually(async () => {
    await passTime(work, batchId, true);
    expect(new Set(Object.values(await statesOf(work, batchId)))).toEqual(new Set(['attached']));
  });
  await over(work, batchId);
  await expectAttached(work, batchId, files);
});

/** What can be wrong with the file when Paydesk starts again. */
const troubles: Readonly<Record<string, (path: string) => void>> = {
  'database-corrupt': (path) => writeFileSync(path, 'This is no database. '.repeat(500)),
  'database-newer': (path) => {
    const database = new DatabaseSync(path);
    database.exec("UPDATE migration SET version = 99 WHERE name = 'documents'");
    database.close();
  },
};

test.each(Object.keys(troubles))(
  '%s at the start in the middle of a batch: nothing is sent or changed, and it goes on with the right file',
  async (code) => {
    const work = await startWork();
    work.simulator.faults.set('upload', { kind: 'hang', skip: 3 });
    const files = documents(8);
    const { batchId } = await send(work, files);
    await eventually(async () => {
      const states = (await rowsOf(work, batchId)).map(({ state }) => state);
      expect(states.filter((state) => state === 'stored')).toHaveLength(3);
    });
    await work.testApp.close();
    work.simulator.faults.clear();
    const path = join(work.dataFolder, 'paydesk.db');
    copyFileSync(path, `${path}.kept`);
    troubles[code]?.(path);
    const damaged = readFileSync(path);
    const calls = work.simulator.calls().length;

    await work.startAfterDeath();
    expect(work.testApp.topic('startup')).toMatchObject({ state: 'failed', error: { code } });
    await work.testApp.close();
    expect(readFileSync(path)).toEqual(damaged);
    expect(work.simulator.calls()).toHaveLength(calls);

    copyFileSync(`${path}.kept`, path);
    await work.startAfterDeath();
    await work.signIn();
    await over(work, batchId);
    await expectAttached(work, batchId, files);
  },
);

const history = 100_000;

/** Batches that are over, with so many documents that were attached to one beneficiary. */
function writeHistory(path: string, beneficiaryId: number): void {
  const database = new DatabaseSync(path);
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${history})`;
  const batches = history / 1_000;
  database.exec('BEGIN');
  database.exec(`${numbers} INSERT INTO batch (id, profile_id, number, state, dropped_by, created_at, started_at, finished_at)
    SELECT i, 'test-profile', i, 'done', 'm.hansen', i, i, i FROM n WHERE i <= ${batches};
    ${numbers} INSERT INTO attach_operation (id, profile_id, batch_id, beneficiary_id, method, recipient_id, body,
      body_sha256, state, sent_at, ended_at, status)
    SELECT i, 'test-profile', i, ${beneficiaryId}, 'PUT', 'rcp-old', '{}', '', 'attached', i, i, 200
    FROM n WHERE i <= ${batches};
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

test('100,000 documents of history: a batch is taken in, recovered, sent and listed as with none', async () => {
  const work = await startWork({ profile: { recipientUpdate: 'send-new' } });
  const old = await work.call('beneficiaries.add', { label: 'Old', recipientId: 'rcp-old' });
  await work.testApp.close();
  writeHistory(join(work.dataFolder, 'paydesk.db'), old.id);
  await work.startAfterDeath();
  await work.signIn();
  const files = { ...documents(20), 'large.pdf': pdf('large', 1_000_000) };
  work.simulator.faults.set('upload', { kind: 'hang', skip: 10 });
  const { batchId } = await send(work, files, 'Old');
  await eventually(async () => {
    const states = Object.values(await statesOf(work, batchId));
    expect(states.filter((state) => state === 'stored')).toHaveLength(10);
  });
  await work.restart();
  work.simulator.faults.clear();
  await work.call('documents.resume', { batchId }).catch(() => undefined);
  await over(work, batchId);
  await expectAttached(work, batchId, files, 'rcp-old');
  const attached = await work.call('beneficiaries.attached', { id: old.id, offset: 0, limit: 1 });
  expect(attached.total).toBe(history + 21);
  const { total } = await work.call('documents.earlier', { offset: 0, limit: 1 });
  expect(total).toBe(history / 1_000 + 1);
});
