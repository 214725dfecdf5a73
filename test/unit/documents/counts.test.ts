import { expect, test } from 'vitest';
import { summarizeBatch } from '../../../src/main/features/documents/tables/batches.ts';
import { listDocuments } from '../../../src/main/features/documents/tables/lists.ts';
import { reviewNumbers } from '../../../src/main/features/documents/tables/review.ts';
import { createRandom } from '../../../src/main/simulator/random.ts';
import type { BatchState } from '../../../src/shared/model/batch.ts';
import { documentGroups, documentStates } from '../../../src/shared/model/document.ts';
import { openTables } from './tables.ts';

const batchStates: readonly BatchState[] = [
  'draft',
  'checking',
  'running',
  'paused',
  'done',
  'done-with-problems',
];

/** States that only documents with a beneficiary can have. */
const assignedOnly = new Set<string>([
  'linking',
  'sending',
  'stored',
  'attaching',
  'attached',
  'attach-unknown',
]);

test('the counts of a batch add up to its documents in any mixture of states, and each group lists what it counts', () => {
  const random = createRandom(7);
  const pick = <Thing>(things: readonly Thing[]): Thing => {
    const chosen = things[Math.floor(random() * things.length)];
    if (chosen === undefined) throw new Error('There is nothing to choose from');
    return chosen;
  };
  for (let round = 0; round < 60; round += 1) {
    const tables = openTables();
    const beneficiaries = ['a', 'b', 'c', 'd'].map((label) => tables.addBeneficiary(label));
    const batchId = tables.addBatch(pick(batchStates));
    const other = tables.addBatch('running');
    tables.addDocument(other, 'ready');
    for (const id of beneficiaries) if (random() < 0.3) tables.addOperation(batchId, id, 'unknown');
    const documents = Math.floor(random() * 60);
    for (let document = 0; document < documents; document += 1) {
      const state = pick(documentStates);
      const assigned = assignedOnly.has(state) || random() < 0.6;
      tables.addDocument(batchId, state, { beneficiaryId: assigned ? pick(beneficiaries) : null });
    }
    const summary = tables.run(summarizeBatch, { batchId });
    if (summary === null) throw new Error('The batch is gone');
    expect(summary.documents).toBe(documents);
    expect(summary.groups.reduce((sum, group) => sum + group.documents, 0)).toBe(documents);
    for (const group of documentGroups) {
      const counted = summary.groups.find((entry) => entry.group === group)?.documents ?? 0;
      const { total, rows } = tables.run(listDocuments, {
        batchId,
        filter: { group, text: '' },
        sort: { by: 'state', descending: false },
        offset: 0,
        limit: 200,
      });
      expect({ group, total, rows: rows.length }).toEqual({ group, total: counted, rows: counted });
      expect(rows.every((row) => row.group === group)).toBe(true);
    }
    // Every document that is sent is ten bytes long.
    expect(summary.bytesAttached).toBeLessThanOrEqual(summary.bytesStored);
    expect(summary.bytesStored).toBeLessThanOrEqual(summary.bytes);
    expect(summary.bytesFailed + summary.bytesUnknown).toBeLessThanOrEqual(summary.bytesStuck);
    expect(summary.bytesStored + summary.bytesStuck - summary.bytesUnknown).toBeLessThanOrEqual(
      summary.bytes,
    );
    expect(summary.beneficiariesComplete).toBeLessThanOrEqual(summary.beneficiaries);
    if (summary.state !== 'draft' && summary.state !== 'checking') continue;
    const review = tables.run(reviewNumbers, { batchId, largeBytes: 1e9 });
    expect(review.dropped).toBe(documents);
  }
});
