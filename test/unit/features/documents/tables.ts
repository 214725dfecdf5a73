/** @file A database in memory with functions that add batches and documents in any state. */

import { featureDatabases } from '../../../../src/main/app/feature-databases.ts';
import { createTables } from '../../../../src/main/storage/store/create-tables.ts';
import { type Database, openDatabase } from '../../../../src/main/storage/store/database.ts';
import type { Procedure } from '../../../../src/main/storage/store/procedure.ts';
import type { BatchState } from '../../../../src/shared/model/documents/batch.ts';
import { preparingBatchStates } from '../../../../src/shared/model/documents/batch-machine.ts';
import type { DocumentState } from '../../../../src/shared/model/documents/document.ts';
import { type Profile, profileOptionsSchema } from '../../../../src/shared/model/session/profile.ts';
import { hostsAt } from '../../../fakes/servers/hosts.ts';

/** The profile that owns all rows. */
export const profileId = 'test-profile';

/** No server listens on port 1. */
const host = 'http://127.0.0.1:1';

export const profile: Profile = {
  id: profileId,
  origin: 'clerk',
  name: 'Nordlicht',
  environment: 'sandbox',
  clientId: 'client-1',
  hosts: hostsAt(host),
  options: profileOptionsSchema.parse({}),
};

/** All fields of a document besides its state. */
export interface DocumentOptions {
  readonly beneficiaryId?: number | null;
  readonly key?: string | null;
  readonly attachId?: number | null;
  readonly tries?: number;
  readonly retryAt?: number | null;
}

const withoutOptions = { beneficiaryId: null, key: null, attachId: null, tries: 0, retryAt: null };

/** A database with functions to fill it. */
export interface Tables {
  readonly database: Database;
  /** Runs a procedure as the store does. */
  run<Args, Result>(procedure: Procedure<Args, Result>, args: Args): Result;
  addBeneficiary(label: string): number;
  /** Adds a batch; it is started unless its state is a state of preparation. */
  addBatch(state: BatchState): number;
  addDocument(batchId: number, state: DocumentState, options?: DocumentOptions): number;
  /** Adds an attach operation of a batch. */
  addOperation(batchId: number | null, beneficiaryId: number, state: string): number;
  stateOf(documentId: number): unknown;
  /** Reads one column of one row. */
  readColumn(table: string, id: number, column: string): unknown;
}

/** Opens an empty database. */
export function openTables(): Tables {
  const database = openDatabase(':memory:');
  createTables(database, featureDatabases);
  let rowCount = 0;

  function readColumn(table: string, id: number, column: string): unknown {
    return database.get(`SELECT ${column} AS value FROM ${table} WHERE id = $id`, { id })?.['value'];
  }

  return {
    database,
    readColumn,
    run(procedure, args) {
      if (!featureDatabases.some(({ procedures }) => procedures.includes(procedure)))
        throw new Error(`${procedure.name} is not reachable`);
      return procedure.result.parse(procedure.execute(database, args));
    },
    addBeneficiary: (label) =>
      database.run(
        `INSERT INTO beneficiary (profile_id, label, folded_label, recipient_id, stage)
         VALUES ($profileId, $label, $label, $label, 'known')`,
        { profileId, label },
      ).lastId,
    addBatch(state) {
      rowCount += 1;
      const startedAt = preparingBatchStates.some((preparing) => preparing === state) ? null : 1;
      return database.run(
        `INSERT INTO batch (profile_id, number, state, dropped_by, created_at, started_at)
         VALUES ($profileId, $number, $state, 'm.hansen', 0, $startedAt)`,
        { profileId, number: rowCount, state, startedAt },
      ).lastId;
    },
    addDocument(batchId, state, options = {}) {
      rowCount += 1;
      return database.run(
        `INSERT INTO document (batch_id, dropped_path_id, path, name, folder, folded, size, sha256, state,
           beneficiary_id, key, attach_id, tries, retry_at, changed_at)
         VALUES ($batchId, 1, $path, $name, '', $name, 10, $path, $state, $beneficiaryId, $key, $attachId, $tries,
           $retryAt, 0)`,
        {
          batchId,
          state,
          path: `/clerk/${rowCount}.pdf`,
          name: `${rowCount}.pdf`,
          ...withoutOptions,
          ...options,
        },
      ).lastId;
    },
    addOperation: (batchId, beneficiaryId, state) =>
      database.run(
        `INSERT INTO attach_operation (profile_id, batch_id, beneficiary_id, method, body, body_sha256, state, sent_at)
         VALUES ($profileId, $batchId, $beneficiaryId, 'PUT', '{}', '', $state, 0)`,
        { profileId, batchId, beneficiaryId, state },
      ).lastId,
    stateOf: (documentId) => readColumn('document', documentId, 'state'),
  };
}
