import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { pdf } from '../../fakes/files/files.ts';
import { expectAttached } from '../../faults/finish-batch.ts';
import {
  sampleDocuments,
  startDocumentsFixture,
} from '../../integration/features/documents/documents-fixture.ts';

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
