import { expect, test } from 'vitest';
import { discardBatch, summarizeBatch } from '../../../../src/main/features/documents/database/batches.ts';
import {
  documentsSql,
  groupSql,
  rankSql,
} from '../../../../src/main/features/documents/database/group-sql.ts';
import { listDocuments } from '../../../../src/main/features/documents/database/lists.ts';
import { reviewNumbers } from '../../../../src/main/features/documents/database/review.ts';
import { createRandom } from '../../../../src/main/practice/data/random.ts';
import { documentGroups, documentStates } from '../../../../src/shared/model/documents/document.ts';
import { readStateCounts } from '../../../fakes/state-counts.ts';
import { openTables, type Tables } from './tables.ts';

const random = createRandom(11);
const pick = <Thing>(things: readonly Thing[]): Thing => {
  const chosen = things[Math.floor(random() * things.length)];
  if (chosen === undefined) throw new Error('There is nothing to choose from');
  return chosen;
};

/** States that documents can have without a beneficiary. */
const unassignedStates = documentStates.filter((state) => !/^(linking|sending|stored|attach)/.test(state));

/** A batch with a random mixture of states, beneficiaries, held documents and times of change, beside another batch. */
function addMixedBatch(tables: Tables): number {
  const beneficiaries = ['a', 'b', 'c', 'd'].map((label) => tables.addBeneficiary(label));
  const batchId = tables.addBatch(
    pick(['draft', 'checking', 'running', 'paused', 'done', 'done-with-problems']),
  );
  tables.addDocument(tables.addBatch('running'), 'ready');
  for (const id of beneficiaries) if (random() < 0.4) tables.addOperation(batchId, id, 'unknown');
  for (let document = 0; document < 60; document += 1) {
    const isAssigned = random() < 0.7;
    const state = pick(isAssigned ? documentStates : unassignedStates);
    const id = tables.addDocument(batchId, state, { beneficiaryId: isAssigned ? pick(beneficiaries) : null });
    tables.database.run('UPDATE document SET changed_at = $at WHERE id = $id', { id, at: pick([1, 2, 3]) });
  }
  return batchId;
}

/** The order of the list, computed from every document. */
function computeOrder(tables: Tables, batchId: number, group: string | null, descending: boolean): number[] {
  const rows = tables.database.all(
    `SELECT d.id FROM ${documentsSql} WHERE d.batch_id = $batchId AND ($group IS NULL OR ${groupSql} = $group)
     ORDER BY ${rankSql} ${descending ? 'DESC' : 'ASC'},
       CASE WHEN d.state IN ('attached', 'stored', 'attaching') THEN -d.changed_at ELSE d.id END, d.id`,
    { batchId, group },
  );
  return rows.map(({ id }) => Number(id));
}

test('pages follow the order of states in every group, and the counts of a batch agree with them', () => {
  for (let round = 0; round < 12; round += 1) {
    const tables = openTables();
    const batchId = addMixedBatch(tables);
    const summary = tables.run(summarizeBatch, { batchId }) ?? expect.fail('The batch is gone');
    for (const group of [null, ...documentGroups]) {
      const descending = random() < 0.5;
      const expected = computeOrder(tables, batchId, group, descending);
      const counted = summary.groups.find((entry) => entry.group === group)?.documents ?? 0;
      expect([group, expected.length]).toEqual([group, group === null ? summary.documents : counted]);
      const shown: number[] = [];
      for (let offset = 0; offset <= expected.length; offset += 7) {
        const { total, rows } = tables.run(listDocuments, {
          batchId,
          filter: { group, text: '' },
          sort: { by: 'state', descending },
          offset,
          limit: 7,
        });
        expect(total).toBe(expected.length);
        expect(rows.filter((row) => row.group !== (group ?? row.group))).toEqual([]);
        shown.push(...rows.map(({ id }) => id));
      }
      expect(shown).toEqual(expected);
    }
    expect(summary.documents).toBe(60);
    expect(summary.groups.reduce((sum, { documents }) => sum + documents, 0)).toBe(60);
    const { bytes, bytesAttached, bytesStored, bytesFailed, bytesUnknown, bytesStuck } = summary;
    expect(bytesAttached).toBeLessThanOrEqual(bytesStored);
    expect(bytesStored).toBeLessThanOrEqual(bytes);
    expect(bytesFailed + bytesUnknown).toBeLessThanOrEqual(bytesStuck);
    expect(bytesStored + bytesStuck - bytesUnknown).toBeLessThanOrEqual(bytes);
    expect(summary.beneficiariesComplete).toBeLessThanOrEqual(summary.beneficiaries);
    if (summary.state === 'draft' || summary.state === 'checking')
      expect(tables.run(reviewNumbers, { batchId, largeBytes: 1e9 }).dropped).toBe(60);
  }
});

test('the kept numbers of documents agree with the documents after any change', () => {
  const tables = openTables();
  const { database } = tables;
  const batchIds = [tables.addBatch('draft'), tables.addBatch('running')];
  const beneficiaryId = tables.addBeneficiary('a');
  const documentIds = [tables.addDocument(pick(batchIds), 'found')];
  for (let change = 0; change < 300; change += 1) {
    const id = pick(documentIds);
    if (random() < 0.4) {
      const options = { beneficiaryId: pick([beneficiaryId, null]) };
      documentIds.push(tables.addDocument(pick(batchIds), pick(documentStates), options));
    } else if (random() < 0.2) {
      database.run('DELETE FROM document WHERE id = $id', { id });
    } else {
      database.run('UPDATE document SET state = $state, beneficiary_id = $beneficiaryId WHERE id = $id', {
        id,
        state: pick(documentStates),
        beneficiaryId: pick([beneficiaryId, null]),
      });
    }
    const { kept, counted } = readStateCounts(database);
    expect(kept).toEqual(counted);
  }
  const [draftId = 0] = batchIds;
  tables.run(discardBatch, { batchId: draftId });
  const { kept, counted } = readStateCounts(database);
  expect(kept).toEqual(counted);
  const sql = 'SELECT * FROM document_state_count WHERE batch_id = $draftId';
  expect(database.all(sql, { draftId })).toEqual([]);
});

test('a page visits only its own documents, in every direction of the default order', () => {
  const tables = openTables();
  const batchId = tables.addBatch('draft');
  const beneficiaryId = tables.addBeneficiary('a');
  for (const state of documentStates) tables.addDocument(batchId, state, { beneficiaryId });
  const plans: string[] = [];
  const { database } = tables;
  const explained: typeof database = {
    ...database,
    all(sql, values) {
      plans.push(...database.all(`EXPLAIN QUERY PLAN ${sql}`, values).map(({ detail }) => String(detail)));
      return database.all(sql, values);
    },
  };
  const page = { batchId, filter: { group: null, text: '' }, offset: 0, limit: documentStates.length };
  for (const descending of [true, false])
    listDocuments.execute(explained, { ...page, sort: { by: 'state', descending } });
  const visits = plans.filter((plan) => /^(SEARCH|SCAN) d\b/u.test(plan)).sort();
  expect([...new Set(visits)]).toEqual([
    // Documents of beneficiaries on hold.
    'SEARCH d USING COVERING INDEX document_beneficiary (beneficiary_id=? AND batch_id=?)',
    'SEARCH d USING COVERING INDEX document_order (batch_id=? AND state=?)',
    'SEARCH d USING INTEGER PRIMARY KEY (rowid=?)',
  ]);
  expect(plans.filter((plan) => plan.endsWith('FOR ORDER BY'))).toEqual([]);
});
