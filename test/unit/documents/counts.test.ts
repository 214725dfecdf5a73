import { expect, test } from 'vitest';
import { summary } from '../../../src/main/features/documents/tables/batches.ts';
import { list } from '../../../src/main/features/documents/tables/lists.ts';
import { review } from '../../../src/main/features/documents/tables/review.ts';
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

test('the counts add up to the documents exactly, in any mixture of states, and each list has its count', () => {
  const random = createRandom(7);
  const one = <Thing>(things: readonly Thing[]): Thing => {
    const chosen = things[Math.floor(random() * things.length)];
    if (chosen === undefined) throw new Error('There is nothing to choose from');
    return chosen;
  };
  for (let round = 0; round < 60; round += 1) {
    const tables = openTables();
    const beneficiaries = ['a', 'b', 'c', 'd'].map((label) => tables.beneficiary(label));
    const batchId = tables.batch(one(batchStates));
    const other = tables.batch('running');
    tables.document(other, 'ready');
    for (const id of beneficiaries) if (random() < 0.3) tables.operation(batchId, id, 'unknown');
    const documents = Math.floor(random() * 60);
    for (let document = 0; document < documents; document += 1) {
      const state = one(documentStates);
      const assigned = assignedOnly.has(state) || random() < 0.6;
      tables.document(batchId, state, { beneficiaryId: assigned ? one(beneficiaries) : null });
    }
    const head = tables.run(summary, { batchId });
    if (head === null) throw new Error('The batch is gone');
    expect(head.documents).toBe(documents);
    expect(head.groups.reduce((sum, group) => sum + group.documents, 0)).toBe(documents);
    for (const group of documentGroups) {
      const counted = head.groups.find((entry) => entry.group === group)?.documents ?? 0;
      const { total, rows } = tables.run(list, {
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
    expect(head.bytesAttached).toBeLessThanOrEqual(head.bytesStored);
    expect(head.bytesStored).toBeLessThanOrEqual(head.bytes);
    expect(head.bytesFailed + head.bytesUnknown).toBeLessThanOrEqual(head.bytesStuck);
    expect(head.bytesStored + head.bytesStuck - head.bytesUnknown).toBeLessThanOrEqual(head.bytes);
    expect(head.beneficiariesComplete).toBeLessThanOrEqual(head.beneficiaries);
    if (head.state !== 'draft' && head.state !== 'checking') continue;
    const now = tables.run(review, { batchId, largeBytes: 1e9 });
    expect(now.dropped).toBe(documents);
  }
});
