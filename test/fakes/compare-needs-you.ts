/**
 * @file Compares *Needs you* with the lists of the features: it contains all unfinished work and no finished work. The
 * definition of finished is repeated here, independently of the program's own tables.
 */
import { expect } from 'vitest';
import type { CallCommand, CommandResult } from '../../src/shared/contract/index.ts';
import type { Moving, Need, NeedKind, NeedOf } from '../../src/shared/model/needs-you/needs-you.ts';

/** Calls commands of a running Paydesk in which one profile is signed in. */
interface Caller {
  readonly call: CallCommand;
}

const pageSize = 100;

async function readAllRows<Row>(
  page: (offset: number, limit: number) => Promise<{ total: number; rows: readonly Row[] }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const next = await page(rows.length, pageSize);
    rows.push(...next.rows);
    if (next.rows.length === 0 || rows.length >= next.total) return rows;
  }
}

/** Returns the list and the work in progress, of one profile or, for `null`, of all profiles. */
export async function needsOf(
  paydesk: Caller,
  profileId: string | null = null,
): Promise<{ needs: Need[]; moving: Moving[] }> {
  let moving: Moving[] = [];
  const needs = await readAllRows(async (offset, limit) => {
    const page = await paydesk.call('needsYou.list', { offset, limit });
    ({ moving } = page);
    return page;
  });
  const isOfProfile = (line: Need | Moving) => profileId === null || line.profileId === profileId;
  return { needs: needs.filter(isOfProfile), moving: moving.filter(isOfProfile) };
}

type Found = Awaited<ReturnType<typeof needsOf>>;

function ofKind<Kind extends NeedKind>({ needs }: Found, kind: Kind): NeedOf<Kind>[] {
  return needs.filter((need): need is NeedOf<Kind> => need.kind === kind);
}

const countMoving = ({ moving }: Found, kind: Moving['kind']) =>
  moving.filter((one) => one.kind === kind).reduce((sum, { number }) => sum + number, 0);

/** States in which a document of a started batch is neither finished nor failed, missing or unknown. */
const unfinishedStates = [
  'found',
  'checking',
  'ready',
  'linking',
  'sending',
  'stored',
  'attaching',
  'waiting-to-retry',
];
const preparationStates = ['draft', 'checking'];

type Batch = CommandResult<'documents.earlier'>['rows'][number];

async function documentsOf(paydesk: Caller, batchId: number) {
  const sort = { by: 'name', descending: false } as const;
  const filter = { group: null, text: '' };
  const rows = await readAllRows((offset, limit) =>
    paydesk.call('documents.list', { batchId, filter, sort, offset, limit }),
  );
  return (...states: string[]) => rows.filter(({ state }) => states.includes(state)).length;
}

/** Compares the lines of an open batch; returns its documents in progress and whether the batch is moving. */
async function compareBatch(
  paydesk: Caller,
  found: Found,
  { id, state, documents }: Batch,
): Promise<{ documents: number; isMoving: boolean }> {
  const count = await documentsOf(paydesk, id);
  const documentsIn = (kind: 'documents-failed' | 'files-missing' | 'documents-withheld') =>
    ofKind(found, kind).find((need) => need.batchId === id)?.documents ?? 0;
  if (preparationStates.includes(state)) {
    const draft = ofKind(found, 'batch-draft').find(({ batchId }) => batchId === id);
    if (draft === undefined) return { documents: count('found', 'checking'), isMoving: true };
    expect(draft.documents).toBe(documents);
    return { documents: 0, isMoving: false };
  }
  expect(documentsIn('documents-failed')).toBe(count('failed'));
  expect(documentsIn('files-missing')).toBe(count('waiting-for-file'));
  const unfinished = count(...unfinishedStates) - documentsIn('documents-withheld');
  const paused = ofKind(found, 'batch-paused').find(({ batchId }) => batchId === id);
  if (paused !== undefined) {
    expect(paused.documents).toBe(unfinished);
    return { documents: 0, isMoving: false };
  }
  const isStarted = state === 'running' || state === 'paused';
  const isWaiting = unfinished === 0 && found.needs.some((need) => 'batchId' in need && need.batchId === id);
  return { documents: unfinished, isMoving: isStarted && !isWaiting };
}

async function compareBatches(paydesk: Caller, found: Found): Promise<void> {
  const batches: Batch[] = await readAllRows((offset, limit) =>
    paydesk.call('documents.earlier', { offset, limit }),
  );
  const openBatches = batches.filter(({ state }) => state !== 'cancelled');
  const results = await Promise.all(openBatches.map((batch) => compareBatch(paydesk, found, batch)));
  expect(countMoving(found, 'documents')).toBe(results.reduce((sum, { documents }) => sum + documents, 0));
  expect(countMoving(found, 'batches')).toBe(results.filter(({ isMoving }) => isMoving).length);
  const ids = openBatches.map(({ id }) => id);
  for (const need of found.needs) if ('batchId' in need) expect(ids).toContain(need.batchId);
}

async function compareBeneficiaries(paydesk: Caller, found: Found): Promise<void> {
  const unknownOutcomes = await paydesk.call('beneficiaries.unknownOutcomes', {});
  expect(ofKind(found, 'unknown-outcome').map(({ attachId }) => attachId)).toEqual(
    unknownOutcomes.map(({ attachId }) => attachId),
  );
  const rows = await readAllRows((offset, limit) =>
    paydesk.call('beneficiaries.list', { search: '', offset, limit }),
  );
  const ids = (stage: string) =>
    rows
      .filter((row) => row.stage === stage)
      .map(({ id }) => id)
      .sort((a, b) => a - b);
  const listed = (kind: 'beneficiary-draft' | 'id-needed') =>
    ofKind(found, kind)
      .map(({ beneficiaryId }) => beneficiaryId)
      .sort((a, b) => a - b);
  expect(listed('beneficiary-draft')).toEqual(ids('draft'));
  expect(listed('id-needed')).toEqual(ids('id-needed'));
  expect(countMoving(found, 'beneficiaries')).toBe(ids('creating').length);
}

async function compareProofs(paydesk: Caller, found: Found): Promise<void> {
  const rows = await readAllRows((offset, limit) =>
    paydesk.call('proofs.list', { state: null, search: '', offset, limit }),
  );
  const count = (...states: string[]) => rows.filter(({ state }) => states.includes(state)).length;
  const proofs = (kind: 'proofs-failed' | 'proofs-lost' | 'proofs-paused') =>
    ofKind(found, kind).reduce((sum, need) => sum + need.proofs, 0);
  expect(proofs('proofs-failed')).toBe(count('failed'));
  expect(proofs('proofs-lost')).toBe(count('lost'));
  expect(countMoving(found, 'proofs') + proofs('proofs-paused')).toBe(count('queued', 'loading'));
}

const statementKinds = [
  'link-ending',
  'link-ended',
  'download-failing',
  'request-unknown',
  'event-overdue',
  'request-refused',
] as const;

async function compareStatements(paydesk: Caller, found: Found): Promise<void> {
  const rows = await readAllRows((offset, limit) =>
    paydesk.call('statements.list', { state: null, offset, limit }),
  );
  const events = await readAllRows((offset, limit) =>
    paydesk.call('statements.quarantine', { offset, limit }),
  );
  expect(
    ofKind(found, 'event-quarantined')
      .map(({ eventId }) => eventId)
      .sort((a, b) => a - b),
  ).toEqual(events.map(({ id }) => id).sort((a, b) => a - b));
  // Of several requests for one statement, only the last request is listed.
  const isRepeated = (row: (typeof rows)[number]) =>
    rows.some(
      (later) =>
        later.id > row.id &&
        later.wallet.id === row.wallet.id &&
        later.since === row.since &&
        later.till === row.till &&
        later.format === row.format,
    );
  const endedRows = rows.filter((row) => ['expired', 'refused'].includes(row.state) && !isRepeated(row));
  const rowsInProgress = rows.filter(({ state }) =>
    ['asking', 'waiting', 'ready', 'downloading'].includes(state),
  );
  const listedIds = statementKinds.flatMap((kind) =>
    ofKind(found, kind).map(({ statementId }) => statementId),
  );
  expect(new Set(listedIds).size).toBe(listedIds.length);
  for (const { id } of endedRows) expect(listedIds).toContain(id);
  for (const id of listedIds) expect([...endedRows, ...rowsInProgress].map((row) => row.id)).toContain(id);
  expect(listedIds.length - endedRows.length + countMoving(found, 'statements')).toBe(rowsInProgress.length);
}

/**
 * Compares all features once. Rejects when unfinished work is missing from the list or finished work is in it. With
 * several profiles, pass the active one, because the lists of the features contain only its work.
 */
export async function compareNeedsYou(paydesk: Caller, profileId: string | null = null): Promise<void> {
  const found = await needsOf(paydesk, profileId);
  await compareBatches(paydesk, found);
  await compareBeneficiaries(paydesk, found);
  await compareProofs(paydesk, found);
  await compareStatements(paydesk, found);
}
