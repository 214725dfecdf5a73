/** @file A database with ten thousand needs. */
import type { Database } from '../../src/main/storage/store/database.ts';

const dayMs = 86_400_000;

/** A name of realistic maximum length. */
const longName = 'Vereinigte Westfälische Maschinenbau- und Anlagentechnik Handelsgesellschaft mbH';

/** Number of lines of each kind; ten thousand in total. */
export const manyNeeds = {
  'link-ended': 2_000,
  'request-refused': 1_000,
  'event-overdue': 1_000,
  'event-quarantined': 2_000,
  'unknown-outcome': 1_000,
  'id-needed': 500,
  'beneficiary-draft': 500,
  'documents-failed': 1_000,
  'batch-draft': 1_000,
} as const;

/** Sum of {@link manyNeeds}. */
export const manyNeedsTotal = Object.values(manyNeeds).reduce((sum, count) => sum + count, 0);

const statementStates = {
  'link-ended': 'expired',
  'request-refused': 'refused',
  'event-overdue': 'waiting',
} as const;

/** Writes {@link manyNeeds} for a profile; the times are not in the order of the rows. */
export function writeManyNeeds(database: Database, profileId: string, now: number): void {
  let count = 0;
  /** Returns a time from 301 to 2 days ago; a multiple of a prime modulo 300 mixes the order of the times. */
  const nextTime = () => {
    count += 1;
    return now - (2 + ((count * 7919) % 300)) * dayMs;
  };
  const repeat = (number: number, write: (index: number, at: number) => void) => {
    for (let index = 0; index < number; index += 1) write(index, nextTime());
  };
  database.runScript('BEGIN');
  let walletId = 100_000;
  for (const [kind, state] of Object.entries(statementStates)) {
    const number = manyNeeds[kind as keyof typeof statementStates];
    repeat(number, (_, at) => {
      walletId += 1;
      const place = { profileId, at, since: '2026-01-01', till: '2026-01-31' };
      const { lastId: requestId } = database.run(
        `INSERT INTO statement_request (profile_id, company_id, asked_at, since, till, format, email)
         VALUES ($profileId, 'c', $at, $since, $till, 'csv', '')`,
        place,
      );
      database.run(
        `INSERT INTO statement (request_id, profile_id, company_id, wallet_id, since, till, format, state, changed_at)
         VALUES ($requestId, $profileId, 'c', $walletId, $since, $till, 'csv', $state, $at)`,
        { ...place, requestId, walletId, state },
      );
    });
  }
  repeat(manyNeeds['event-quarantined'], (_, at) => {
    database.run(
      `INSERT INTO statement_event (profile_id, seen_at, came_by, state, reason)
       VALUES ($profileId, $at, 'folder', 'quarantined', 'not-json')`,
      { profileId, at },
    );
  });
  const beneficiary = (label: string, stage: string, draftedAt: number | null) =>
    database.run(
      `INSERT INTO beneficiary (profile_id, label, folded_label, stage, drafted_at)
       VALUES ($profileId, $label, $label, $stage, $draftedAt)`,
      { profileId, label, stage, draftedAt },
    ).lastId;
  const operation = (beneficiaryId: number, state: string, at: number) =>
    database.run(
      `INSERT INTO attach_operation (profile_id, beneficiary_id, method, body, body_sha256, state, sent_at)
       VALUES ($profileId, $beneficiaryId, 'PUT', '{}', '', $state, $at)`,
      { profileId, beneficiaryId, state, at },
    );
  repeat(manyNeeds['unknown-outcome'], (index, at) => {
    operation(beneficiary(`${longName} ${index}`, 'known', null), 'unknown', at);
  });
  repeat(manyNeeds['id-needed'], (index, at) => {
    operation(beneficiary(`Without ID ${index}`, 'id-needed', null), 'attached', at);
  });
  repeat(manyNeeds['beneficiary-draft'], (index, at) => beneficiary(`Draft ${index}`, 'draft', at));
  const batch = (number: number, state: string, at: number) =>
    database.run(
      `INSERT INTO batch (profile_id, number, state, dropped_by, created_at, started_at)
       VALUES ($profileId, $number, $state, 'm.hansen', $at, $startedAt)`,
      { profileId, number, state, at, startedAt: state === 'draft' ? null : at },
    ).lastId;
  repeat(manyNeeds['documents-failed'], (index, at) => {
    const batchId = batch(index + 1, 'done-with-problems', at);
    database.run(
      `INSERT INTO document (batch_id, dropped_path_id, path, name, folder, folded, size, state, changed_at)
       VALUES ($batchId, $batchId, 'a.pdf', 'a.pdf', '', 'a.pdf', 10, 'failed', $at)`,
      { batchId, at },
    );
  });
  repeat(manyNeeds['batch-draft'], (index, at) => {
    batch(manyNeeds['documents-failed'] + index + 1, 'draft', at);
  });
  database.runScript('COMMIT');
}
