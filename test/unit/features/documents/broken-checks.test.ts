import { expect, test } from 'vitest';
import * as intake from '../../../../src/main/features/documents/database/dropped-files.ts';
import { openTables, profileId } from './tables.ts';

const at = 1_000;

/** Documents that are found in a new batch, and what becomes of their checks. */
function openFound(batchState: 'checking' | 'running', count = 1) {
  const tables = openTables();
  const batchId = tables.addBatch(batchState);
  const documents = Array.from({ length: count }, () => tables.addDocument(batchId, 'found'));
  const [document = 0] = documents;
  return {
    tables,
    documents,
    document,
    claim: (suspects: boolean, limit = 32) =>
      tables.run(intake.claimForCheck, { profileId, limit, suspects, at }).map(({ id }) => id),
    recordUnfinished: (isSuspect: boolean) =>
      tables.run(intake.recordChecks, { checks: [], unfinished: [{ id: document, isSuspect }], at }),
    restartProgram: () => tables.run(intake.requeueInterruptedChecks, { at }),
    state: () => tables.stateOf(document),
  };
}

test('a document whose check crashes the program is checked in isolation, and the fifth crash rejects it', () => {
  const { tables, documents, claim, restartProgram, state } = openFound('checking', 2);
  const [one = 0, other = 0] = documents;
  expect(claim(true)).toEqual([]);
  expect(claim(false)).toEqual([one, other]);
  restartProgram();
  expect(claim(false)).toEqual([]);
  for (let end = 2; end <= 5; end += 1) {
    expect(state()).toBe('found');
    expect(claim(true, 1)).toHaveLength(1);
    restartProgram();
  }
  expect(state()).toBe('rejected');
  expect(tables.readColumn('document', one, 'reason')).toBe('{"code":"check-failed","facts":{}}');
  // The other document was checked only once.
  expect(tables.stateOf(other)).toBe('found');
  restartProgram();
  expect(claim(true)).toEqual([other]);
  expect(state()).toBe('rejected');
});

test('a check that other checks interrupted is never counted', () => {
  const { document, claim, recordUnfinished, state } = openFound('checking');
  for (let time = 0; time < 5; time += 1) {
    expect(claim(false)).toEqual([document]);
    recordUnfinished(false);
  }
  expect(state()).toBe('found');
});

test('a completed check resets the count of unfinished checks', () => {
  const { tables, document: id, claim, recordUnfinished, state } = openFound('checking');
  claim(false);
  recordUnfinished(true);
  expect(claim(true)).toEqual([id]);
  const facts = { reason: null, warnings: [], kind: null, size: 1, modifiedAt: 1, sha256: 'a' };
  const check = { id, state: 'ready' as const, isSuspect: false, ...facts };
  tables.run(intake.recordChecks, { checks: [check], unfinished: [], at });
  expect([state(), tables.readColumn('document', id, 'checks_begun')]).toEqual(['ready', 0]);
});

test.each([
  ['rejected, and is checked once more on the clerk’s request', 'checking', 'rejected'],
  ['failed when its batch has started, because a rejection would be final', 'running', 'failed'],
] as const)('a document with two unfinished checks is %s', (_, batchState, expected) => {
  const { tables, document, claim, recordUnfinished, state } = openFound(batchState);
  for (const isSuspect of [false, true]) {
    claim(isSuspect);
    recordUnfinished(true);
  }
  expect(state()).toBe(expected);
  if (batchState === 'running') return;
  intake.requeueForCheck(tables.database, 'recheck', JSON.stringify([document]), at);
  expect(claim(false)).toEqual([]);
  expect(claim(true)).toEqual([document]);
  recordUnfinished(true);
  expect(state()).toBe('rejected');
});
