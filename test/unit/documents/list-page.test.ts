import { expect, test } from 'vitest';
import { documentsSql, groupSql, rankSql } from '../../../src/main/features/documents/tables/group-sql.ts';
import { listDocuments } from '../../../src/main/features/documents/tables/lists.ts';
import { createRandom } from '../../../src/main/simulator/random.ts';
import { documentGroups, documentStates } from '../../../src/shared/model/document.ts';
import { openTables, type Tables } from './tables.ts';

const random = createRandom(11);
const pick = <Thing>(things: readonly Thing[]): Thing => {
  const chosen = things[Math.floor(random() * things.length)];
  if (chosen === undefined) throw new Error('There is nothing to choose from');
  return chosen;
};

/** A batch with a random mixture of states, beneficiaries, held documents and times of change. */
function addMixedBatch(tables: Tables): number {
  const beneficiaries = ['a', 'b', 'c', 'd'].map((label) => tables.addBeneficiary(label));
  const batchId = tables.addBatch(pick(['draft', 'running', 'done'] as const));
  for (const id of beneficiaries) if (random() < 0.4) tables.addOperation(batchId, id, 'unknown');
  for (let document = 0; document < 60; document += 1) {
    const id = tables.addDocument(batchId, pick(documentStates), {
      beneficiaryId: pick([...beneficiaries, null]),
    });
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

test('consecutive pages follow the order of states, in every group and both directions', () => {
  for (let round = 0; round < 20; round += 1) {
    const tables = openTables();
    const batchId = addMixedBatch(tables);
    for (const group of [null, ...documentGroups]) {
      const descending = random() < 0.5;
      const expected = computeOrder(tables, batchId, group, descending);
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
        shown.push(...rows.map(({ id }) => id));
      }
      expect(shown).toEqual(expected);
    }
  }
});
