/** @file Every state of every state machine is final, moving, or in the list. */
import { expect, test } from 'vitest';
import { openWork as openBeneficiaries } from '../../../../src/main/features/beneficiaries/open-work.ts';
import { summarizeBatch } from '../../../../src/main/features/documents/database/batches.ts';
import { openWork as openDocuments } from '../../../../src/main/features/documents/database/open-work.ts';
import { listOpenWork as openProofs } from '../../../../src/main/features/proofs/open-work.ts';
import {
  closeStatement,
  listOpenWork as openStatements,
} from '../../../../src/main/features/statements/database/open-work.ts';
import { type ErrorCode, PaydeskError, toWire } from '../../../../src/shared/errors.ts';
import { beneficiaryAttention } from '../../../../src/shared/model/beneficiary.ts';
import { attachAttention } from '../../../../src/shared/model/documents/attach-operation.ts';
import type { Attention } from '../../../../src/shared/model/documents/attention.ts';
import { attentions } from '../../../../src/shared/model/documents/attention.ts';
import {
  type BatchState,
  batchAttention,
  batchStateSchema,
  type PauseReason,
  pauseReasonSchema,
  phaseOfBatch,
} from '../../../../src/shared/model/documents/batch.ts';
import {
  type DocumentState,
  documentAttention,
  documentStates,
  finalDocumentStates,
} from '../../../../src/shared/model/documents/document.ts';
import type { OpenWork } from '../../../../src/shared/model/needs-you/needs-you.ts';
import { proofAttention } from '../../../../src/shared/model/proofs/proof.ts';
import {
  eventAttention,
  type StatementSituation,
  statementAttention,
  statementStateSchema,
} from '../../../../src/shared/model/statements/statements.ts';
import { openTables, profileId, type Tables } from '../documents/tables.ts';

/** States that the CHECK constraint of a table allows. */
function allowedStates({ database }: Tables, table: string): string[] {
  const row = database.get(`SELECT sql FROM sqlite_master WHERE name = $table`, { table });
  const list = /CHECK \((?:state|stage) IN\s+\(([^)]*)\)\)/.exec(String(row?.['sql']))?.[1] ?? '';
  return [...list.matchAll(/'([^']+)'/g)].map((match) => match[1] ?? '').sort();
}

test('the state machines contain every state that the tables allow', () => {
  const tables = openTables();
  const sortedStates = (attention: object, ...onlyShown: string[]) =>
    Object.keys(attention)
      .filter((state) => !onlyShown.includes(state))
      .sort();
  expect(allowedStates(tables, 'attach_operation')).toEqual(sortedStates(attachAttention));
  expect(allowedStates(tables, 'beneficiary')).toEqual(sortedStates(beneficiaryAttention));
  expect(allowedStates(tables, 'proof_reference')).toEqual(sortedStates(proofAttention, 'loading', 'lost'));
  expect(allowedStates(tables, 'statement_event')).toEqual(sortedStates(eventAttention));
  expect(allowedStates(tables, 'statement')).toEqual(
    statementStateSchema.options.filter((state) => state !== 'quarantined').sort(),
  );
});

/** The attention that the only object of a database gets. */
function attentionOf({ needs, moving }: OpenWork): Attention {
  if (needs.length > 0) return 'needs-you';
  return moving.length > 0 ? 'moving' : 'final';
}

const batchCases: { state: BatchState; reason: PauseReason | null }[] = [
  ...batchStateSchema.options.map((state) => ({ state, reason: null })),
  ...pauseReasonSchema.options.map((reason) => ({ state: 'paused' as const, reason })),
];

test.each(batchCases)(
  'a batch that is $state ($reason) is shown as its machine says',
  ({ state, reason }) => {
    const tables = openTables();
    const batchId = tables.addBatch(state);
    tables.database.run('UPDATE batch SET pause_reason = $reason', { reason });
    const attention = batchAttention(state, reason);
    const active = tables.run(openDocuments, { active: [profileId] });
    expect(attentionOf(active)).toBe(attention);
    // A signed-out profile sends nothing, so its batches need the clerk; checks continue at the next sign-in.
    const signedOut = tables.run(openDocuments, { active: [] });
    const waits = attention === 'moving' && phaseOfBatch[state] === 'sending';
    expect(attentionOf(signedOut)).toBe(waits ? 'needs-you' : attention);
    for (const { needs } of [active, signedOut]) {
      for (const need of needs)
        expect(need).toMatchObject({ batchId, batchNumber: 1, droppedBy: 'm.hansen', profileId });
    }
  },
);

test('a document of an ended batch is final exactly when its state is a final document state', () => {
  const finalStates = documentStates.filter((state) =>
    [true, false].every((withheld) => documentAttention(state, { phase: 'resting', withheld }) === 'final'),
  );
  expect(finalStates.toSorted()).toEqual(finalDocumentStates.toSorted());
});

const batchStates = ['draft', 'checking', 'running', 'done-with-problems', 'done', 'cancelled'] as const;
const documentCases = documentStates.flatMap((state) =>
  batchStates.flatMap((batch) => [true, false].map((held) => ({ state, batch, held }))),
);

test.each(documentCases)(
  'a document that is $state in a batch that is $batch (held: $held) is shown as its state machine says',
  ({ state, batch, held }) => {
    const tables = openTables();
    const batchId = tables.addBatch(batch);
    const beneficiaryId = tables.addBeneficiary('A');
    if (held) tables.addOperation(null, beneficiaryId, 'unknown');
    tables.addDocument(batchId, state, { beneficiaryId });
    const work = tables.run(openDocuments, { active: [profileId] });
    const phase = phaseOfBatch[batch];
    const attention = documentAttention(state, { phase, withheld: held });
    const needs = work.needs.filter((need) => 'batchId' in need);
    const moving = work.moving.find(({ kind }) => kind === 'documents')?.number ?? 0;
    // Attach outcomes are listed by their operation, and a batch in preparation stands for its documents.
    if (phase === 'cancelled') return expect([needs, moving]).toEqual([[], 0]);
    if (phase === 'preparing')
      return expect(moving).toBe(batch === 'checking' && attention === 'moving' ? 1 : 0);
    expect(moving).toBe(attention === 'moving' ? 1 : 0);
    const counted = needs.flatMap((need) => ('documents' in need ? [need.documents] : []));
    expect(counted).toEqual(attention === 'needs-you' && state !== 'attach-unknown' ? [1] : []);
  },
);

test.each(Object.entries(attachAttention))('an operation that is %s is shown as %s', (state, attention) => {
  const tables = openTables();
  tables.addOperation(null, tables.addBeneficiary('A'), state);
  expect(attentionOf(tables.run(openDocuments, { active: [] }))).toBe(attention);
});

test('stored documents of a set with a failed document are withheld until the clerk consents', () => {
  const { tables, batchId, beneficiaryId, work } = openIncompleteSet('failed');
  expect(work()).toEqual({ kinds: ['documents-withheld', 'documents-failed'], movingKinds: [], withheld: 2 });
  tables.database.run('INSERT INTO consent VALUES ($batchId, $beneficiaryId)', { batchId, beneficiaryId });
  expect(work()).toEqual({ kinds: ['documents-failed'], movingKinds: ['batches', 'documents'], withheld: 0 });
});

test('stored documents of a set with a missing file are withheld until the file is there', () => {
  const { tables, batchId, work } = openIncompleteSet('waiting-for-file');
  expect(work()).toEqual({ kinds: ['documents-withheld', 'files-missing'], movingKinds: [], withheld: 2 });
  tables.database.run("UPDATE document SET state = 'found' WHERE state = 'waiting-for-file'", { batchId });
  expect(work()).toEqual({ kinds: [], movingKinds: ['batches', 'documents'], withheld: 0 });
});

/** Opens a running batch with two stored documents of a beneficiary and one in another state. */
function openIncompleteSet(state: DocumentState) {
  const tables = openTables();
  const batchId = tables.addBatch('running');
  const beneficiaryId = tables.addBeneficiary('A');
  for (const one of ['stored', 'stored', state] as const) tables.addDocument(batchId, one, { beneficiaryId });
  function work() {
    const { needs, moving } = tables.run(openDocuments, { active: [profileId] });
    return {
      kinds: needs.map(({ kind }) => kind),
      movingKinds: moving.map(({ kind }) => kind),
      withheld: tables.run(summarizeBatch, { batchId })?.withheld,
    };
  }
  return { tables, batchId, beneficiaryId, work };
}

test.each(Object.entries(beneficiaryAttention))('a beneficiary at %s is shown as %s', (stage, attention) => {
  const tables = openTables();
  tables.addBeneficiary('A');
  tables.database.run('UPDATE beneficiary SET stage = $stage', { stage });
  expect(attentionOf(tables.run(openBeneficiaries, null))).toBe(attention);
});

test.each(Object.entries(proofAttention).filter(([state]) => state !== 'loading' && state !== 'lost'))(
  'a reference that is %s is shown as %s',
  (state, attention) => {
    const tables = openTables();
    tables.database.run(
      `INSERT INTO proof_reference (profile_id, reference, paste, position, state, asked_at)
       VALUES ($profileId, 'R', 1, 0, $state, 0)`,
      { profileId, state },
    );
    expect(attentionOf(tables.run(openProofs, { active: [profileId] }))).toBe(attention);
    const signedOut = attentionOf(tables.run(openProofs, { active: [] }));
    expect(signedOut).toBe(attention === 'moving' ? 'needs-you' : attention);
  },
);

const minute = 60_000;
const day = 86_400_000;
const damaged = 'download-damaged';
const now = 100 * day;

/** Adds a statement that was requested `age` milliseconds ago and whose link expires in `endsIn` milliseconds. */
function addStatement(
  tables: Tables,
  state: string,
  options: { age?: number; endsIn?: number; problem?: ErrorCode; source?: string } = {},
): number {
  const requestedAt = now - (options.age ?? 0);
  const { lastId: requestId } = tables.database.run(
    `INSERT INTO statement_request (profile_id, company_id, asked_at, since, till, format, email)
     VALUES ($profileId, 'c', $requestedAt, '2026-01-01', '2026-01-31', 'csv', '')`,
    { profileId, requestedAt: requestedAt },
  );
  return tables.database.run(
    `INSERT INTO statement (request_id, profile_id, company_id, wallet_id, since, till, format, state, changed_at,
       expires_at, came_by, problem)
     VALUES ($requestId, $profileId, 'c', 7, '2026-01-01', '2026-01-31', 'csv', $state, $requestedAt, $ends, $source,
       $problem)`,
    {
      requestId,
      profileId,
      state,
      requestedAt: requestedAt,
      ends: options.endsIn === undefined ? null : now + options.endsIn,
      source: options.source ?? null,
      problem:
        options.problem === undefined ? null : JSON.stringify(toWire(new PaydeskError(options.problem, ''))),
    },
  ).lastId;
}

const freshSituation: StatementSituation = {
  now,
  requestedAt: now,
  changedAt: now,
  expiresAt: null,
  hasProblem: false,
  hasBadAnswer: false,
  isSettled: false,
  isSuperseded: false,
};

test.each(statementStateSchema.options.filter((state) => state !== 'quarantined'))(
  'a statement that is %s is shown as its state machine says',
  (state) => {
    const tables = openTables();
    addStatement(tables, state);
    expect(attentionOf(tables.run(openStatements, { at: now, signed: [] }))).toBe(
      statementAttention(state, freshSituation),
    );
  },
);

test.each<[string, string, Parameters<typeof addStatement>[2], string[]]>([
  ['whose event has not come for a day', 'waiting', { age: day }, ['event-overdue']],
  ['whose request may not have arrived', 'waiting', { problem: 'answer-lost' }, ['request-unknown']],
  ['whose link ends within the hour', 'ready', { age: 120_000, endsIn: 60_000 }, ['link-ending']],
  ['whose link has just come and ends soon', 'ready', { endsIn: 60_000 }, []],
  ['whose link ends tomorrow', 'ready', { age: 120_000, endsIn: day }, []],
  [
    'that its storage does not send',
    'ready',
    { age: minute, endsIn: day, problem: damaged },
    ['download-failing'],
  ],
  ['that is tried once more', 'downloading', { age: minute, problem: damaged }, ['download-failing']],
  ['whose first answer was no statement', 'ready', { age: minute - 1, problem: damaged }, []],
  ['that the network does not let through', 'ready', { age: day, problem: 'host-unreachable' }, []],
  ['whose link ended', 'expired', {}, ['link-ended']],
  ['that was refused', 'refused', {}, ['request-refused']],
])('a statement %s is listed with the expected line', (_, state, options, kinds) => {
  const tables = openTables();
  const statementId = addStatement(tables, state, options);
  const { needs } = tables.run(openStatements, { at: now, signed: [] });
  expect(needs.map(({ kind }) => kind)).toEqual(kinds);
  for (const need of needs)
    expect(need).toMatchObject({ statementId, walletId: 7, from: '2026-01-01', profileId });
});

test.each([
  ['folder', false],
  ['pasted', true],
  ['listener', true],
])(
  'the link of a failing download by an event from the %s is lost on a restart: %s',
  (source, isLostOnRestart) => {
    const tables = openTables();
    addStatement(tables, 'ready', { age: day, problem: damaged, source });
    expect(tables.run(openStatements, { at: now, signed: [] }).needs).toMatchObject([{ isLostOnRestart }]);
  },
);

test('only the last of several requests for one statement is listed', () => {
  const tables = openTables();
  addStatement(tables, 'expired');
  addStatement(tables, 'refused');
  const last = addStatement(tables, 'expired', { problem: 'link-lost' });
  expect(tables.run(openStatements, { at: now, signed: [] }).needs).toMatchObject([
    { kind: 'link-ended', statementId: last, failure: 'link-lost' },
  ]);
  addStatement(tables, 'stored');
  expect(tables.run(openStatements, { at: now, signed: [] })).toEqual({ needs: [], moving: [] });
});

test.each([
  [-1, []],
  [0, ['link-ended']],
])('a statement is listed unless an earlier request stored it after its own request (%i)', (age, kinds) => {
  const tables = openTables();
  addStatement(tables, 'stored', { age });
  addStatement(tables, 'expired');
  const { needs } = tables.run(openStatements, { at: now, signed: [] });
  expect(needs.map(({ kind }) => kind)).toEqual(kinds);
});

test.each<[string, string, string[]]>([
  ['that failed checks', `failed_checks = '["balance","dates"]'`, ['balance', 'dates']],
  ['that is damaged', `damaged = 1, failed_checks = '["balance"]'`, ['damaged']],
  ['that ended the process that read it', 'readings_broken = 2', ['unreadable']],
  ['that passed its checks', `failed_checks = '[]'`, []],
  ['whose line the clerk closed', `failed_checks = '["balance"]', closed_at = 1`, []],
])('a stored file %s is listed unless it is signed off or stored again', (_, change, problems) => {
  const tables = openTables();
  const statementId = addStatement(tables, 'stored');
  tables.database.run(`UPDATE statement SET sha256 = 'a', ${change}`, {});
  const problemsOf = (...signed: string[]) =>
    tables
      .run(openStatements, { at: now, signed })
      .needs.flatMap((need) => (need.kind === 'checks-failed' ? [need.kind, need.problems] : []));
  expect(problemsOf('other-profile a')).toEqual(problems.length === 0 ? [] : ['checks-failed', problems]);
  expect(problemsOf(`${profileId} a`)).toEqual([]);
  expect(tables.run(openStatements, { at: now, signed: null }).needs).toEqual([]);
  tables.run(closeStatement, { profileId, id: statementId, at: now });
  expect(problemsOf()).toEqual([]);
  tables.database.run('UPDATE statement SET closed_at = NULL', {});
  addStatement(tables, 'stored');
  expect(problemsOf()).toEqual([]);
});

test('months before this one are listed from the first that was signed off, while a statement is not signed', () => {
  const tables = openTables();
  for (const [index, month] of ['01', '02', '02', '03', '04'].entries()) {
    const id = addStatement(tables, 'stored');
    tables.database.run(
      `UPDATE statement SET sha256 = $sha256, wallet_id = $id, till = $till WHERE id = $id`,
      {
        id,
        sha256: String(index),
        till: `2026-${month}-28`,
      },
    );
  }
  const monthsOf = (...signed: number[]) =>
    tables
      .run(openStatements, {
        at: Date.parse('2026-04-15'),
        signed: signed.map((sha256) => `${profileId} ${sha256}`),
      })
      .needs.flatMap((need) => (need.kind === 'month-unsigned' ? [[need.month, need.statements]] : []));
  expect(monthsOf()).toEqual([]);
  expect(monthsOf(1)).toEqual([
    ['2026-02', 1],
    ['2026-03', 1],
  ]);
  expect(monthsOf(1, 2, 3)).toEqual([]);
});

test.each(Object.entries(eventAttention))('an event that is %s is shown as %s', (state, attention) => {
  const tables = openTables();
  tables.database.run(
    `INSERT INTO statement_event (profile_id, seen_at, came_by, state, reason)
     VALUES ($profileId, 0, 'pasted', $state, 'not-json')`,
    { profileId, state },
  );
  expect(attentionOf(tables.run(openStatements, { at: now, signed: [] }))).toBe(attention);
  expect(attentions).toContain(attention);
});
