import { describe, expect, test } from 'vitest';
import {
  documentsSql,
  groupSql,
  rankSql,
} from '../../../../src/main/features/documents/database/group-sql.ts';
import {
  type DocumentState,
  documentStates,
  groupOf,
} from '../../../../src/shared/model/documents/document.ts';
import { openTables } from './tables.ts';

/** A database with one document per state for every kind of batch and beneficiary. */
function createCases() {
  const tables = openTables();
  const [free, held] = [tables.addBeneficiary('free'), tables.addBeneficiary('held')];
  tables.addOperation(null, held, 'unknown');
  const cases = [true, false].flatMap((started) => {
    const batchId = tables.addBatch(started ? 'running' : 'draft');
    return [null, free, held].flatMap((beneficiaryId) =>
      documentStates.map((state) => {
        const id = tables.addDocument(batchId, state, { beneficiaryId });
        return { id, state, started, assigned: beneficiaryId !== null, held: beneficiaryId === held };
      }),
    );
  });
  const evaluateSql = (id: number, sql: string) =>
    tables.database.get(`SELECT ${sql} AS value FROM ${documentsSql} WHERE d.id = $id`, { id })?.['value'];
  return { cases, evaluateSql };
}

describe('the group that the database counts a document in', () => {
  const { cases, evaluateSql } = createCases();

  test.each(cases)(
    'equals that of the model: $state, started $started, assigned $assigned, held $held',
    (documentCase) => {
      expect(evaluateSql(documentCase.id, groupSql)).toBe(groupOf(documentCase.state, documentCase));
    },
  );

  test('decides the default order, with rejected documents first before the start', () => {
    const rankOf = (started: boolean, state: DocumentState) => {
      const found = cases.find((one) => one.started === started && one.state === state);
      return evaluateSql(found?.id ?? 0, rankSql);
    };
    expect(rankOf(false, 'rejected')).toBe(0);
    const ranks = (['failed', 'attach-unknown', 'sending', 'attached', 'ready', 'rejected'] as const).map(
      (state) => Number(rankOf(true, state)),
    );
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
    expect(new Set(ranks).size).toBe(ranks.length);
  });
});
