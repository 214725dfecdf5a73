import { describe, expect, test } from 'vitest';
import { documentsSql, groupSql, rankSql } from '../../../src/main/features/documents/tables/group-sql.ts';
import { openDatabase } from '../../../src/main/store/database.ts';
import { migrate } from '../../../src/main/store/migrate.ts';
import { tableSets } from '../../../src/main/table-sets.ts';
import { type DocumentState, documentStates, groupOf } from '../../../src/shared/model/document.ts';

const profileId = 'test-profile';

/** A database with one document per state for every kind of batch and beneficiary. */
function createCases() {
  const database = openDatabase(':memory:');
  migrate(database, tableSets);
  const beneficiary = (label: string) =>
    database.run(
      `INSERT INTO beneficiary (profile_id, label, folded_label, recipient_id, stage)
       VALUES ($profileId, $label, $label, $label, 'known')`,
      { profileId, label },
    ).lastId;
  const freeBeneficiaryId = beneficiary('free');
  const held = beneficiary('held');
  database.run(
    `INSERT INTO attach_operation (profile_id, beneficiary_id, method, body, body_sha256, state, sent_at)
     VALUES ($profileId, $held, 'PUT', '{}', '', 'unknown', 0)`,
    { profileId, held },
  );
  const cases = [true, false].flatMap((started) => {
    const batchId = database.run(
      `INSERT INTO batch (profile_id, number, state, dropped_by, created_at, started_at)
       VALUES ($profileId, $number, 'draft', 'm.hansen', 0, $startedAt)`,
      { profileId, number: Number(started), startedAt: started ? 1 : null },
    ).lastId;
    return [null, freeBeneficiaryId, held].flatMap((beneficiaryId) =>
      documentStates.map((state) => ({ state, started, beneficiaryId, batchId })),
    );
  });
  for (const { state, beneficiaryId, batchId } of cases) {
    database.run(
      `INSERT INTO document (batch_id, dropped_path_id, path, name, folder, folded, state, beneficiary_id, changed_at)
       VALUES ($batchId, 1, $path, $path, '', $path, $state, $beneficiaryId, 0)`,
      { batchId, path: `${batchId}-${state}-${beneficiaryId}`, state, beneficiaryId },
    );
  }
  const evaluateSql = (path: string, sql: string) =>
    database.get(`SELECT ${sql} AS value FROM ${documentsSql} WHERE d.path = $path`, { path })?.['value'];
  return { cases, held, evaluateSql };
}

describe('the group that the database counts a document in', () => {
  const { cases, held, evaluateSql } = createCases();

  test.each(
    cases.map(({ state, started, beneficiaryId, batchId }) => ({
      path: `${batchId}-${state}-${beneficiaryId}`,
      state,
      started,
      assigned: beneficiaryId !== null,
      held: beneficiaryId === held,
    })),
  )(
    'equals the group of the model: $state, started $started, assigned $assigned, held $held',
    (documentCase) => {
      expect(evaluateSql(documentCase.path, groupSql)).toBe(groupOf(documentCase.state, documentCase));
    },
  );

  test('decides the default order, with rejected documents first before the start', () => {
    const rankOf = (started: boolean, state: DocumentState) => {
      const found = cases.find(
        (documentCase) => documentCase.started === started && documentCase.state === state,
      );
      return evaluateSql(`${found?.batchId}-${state}-${found?.beneficiaryId}`, rankSql);
    };
    expect(rankOf(false, 'rejected')).toBe(0);
    const ranks = (['failed', 'attach-unknown', 'sending', 'attached', 'ready', 'rejected'] as const).map(
      (state) => Number(rankOf(true, state)),
    );
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
    expect(new Set(ranks).size).toBe(ranks.length);
  });
});
