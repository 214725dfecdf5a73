import { expect, test } from 'vitest';
import * as intake from '../../../src/main/features/documents/tables/intake.ts';
import { openTables, profileId, type Tables } from './tables.ts';

const at = 1_000;

function claim(tables: Tables, suspects: boolean): number[] {
  return tables.run(intake.claimForCheck, { profileId, limit: 32, suspects, at }).map(({ id }) => id);
}

function recordUnfinished(tables: Tables, id: number, isSuspect: boolean): void {
  tables.run(intake.recordChecks, { checks: [], unfinished: [{ id, isSuspect }], at });
}

const restartProgram = (tables: Tables) => tables.run(intake.requeueInterruptedChecks, { at });

test('a document whose check crashes the program is checked in isolation, and the fifth crash rejects it', () => {
  const tables = openTables();
  const batchId = tables.addBatch('checking');
  const [one, other] = [tables.addDocument(batchId, 'found'), tables.addDocument(batchId, 'found')];
  expect(claim(tables, true)).toEqual([]);
  expect(claim(tables, false)).toEqual([one, other]);
  restartProgram(tables);
  expect(claim(tables, false)).toEqual([]);
  for (let end = 2; end <= 5; end += 1) {
    expect(tables.stateOf(one)).toBe('found');
    expect(tables.run(intake.claimForCheck, { profileId, limit: 1, suspects: true, at })).toHaveLength(1);
    restartProgram(tables);
  }
  expect(tables.stateOf(one)).toBe('rejected');
  expect(tables.readColumn('document', one, 'reason')).toBe('{"code":"check-failed","facts":{}}');
  // The other document was checked only once.
  expect(tables.stateOf(other)).toBe('found');
  restartProgram(tables);
  expect(claim(tables, true)).toEqual([other]);
  expect(tables.stateOf(one)).toBe('rejected');
});

test('a check that other checks interrupted is never counted', () => {
  const tables = openTables();
  const document = tables.addDocument(tables.addBatch('checking'), 'found');
  for (let time = 0; time < 5; time += 1) {
    expect(claim(tables, false)).toEqual([document]);
    recordUnfinished(tables, document, false);
  }
  expect(tables.stateOf(document)).toBe('found');
});

test('a completed check resets the count of unfinished checks', () => {
  const tables = openTables();
  const document = tables.addDocument(tables.addBatch('checking'), 'found');
  claim(tables, false);
  recordUnfinished(tables, document, true);
  expect(claim(tables, true)).toEqual([document]);
  const facts = { reason: null, warnings: [], kind: null, size: 1, modifiedAt: 1, sha256: 'a' };
  tables.run(intake.recordChecks, {
    checks: [{ id: document, state: 'ready', isSuspect: false, ...facts }],
    unfinished: [],
    at,
  });
  expect(tables.stateOf(document)).toBe('ready');
  expect(tables.readColumn('document', document, 'checks_begun')).toBe(0);
});

test("a document with two unfinished checks is checked once more on the clerk's request", () => {
  const tables = openTables();
  const document = tables.addDocument(tables.addBatch('checking'), 'found');
  claim(tables, false);
  recordUnfinished(tables, document, true);
  claim(tables, true);
  recordUnfinished(tables, document, true);
  expect(tables.stateOf(document)).toBe('rejected');
  intake.requeueForCheck(tables.database, 'recheck', JSON.stringify([document]), at);
  expect(claim(tables, false)).toEqual([]);
  expect(claim(tables, true)).toEqual([document]);
  recordUnfinished(tables, document, true);
  expect(tables.stateOf(document)).toBe('rejected');
});

test('a document of a started batch fails after two unfinished checks, because a rejection would be final', () => {
  const tables = openTables();
  const document = tables.addDocument(tables.addBatch('running'), 'found');
  claim(tables, false);
  for (let time = 0; time < 2; time += 1) {
    recordUnfinished(tables, document, true);
    claim(tables, true);
  }
  expect(tables.stateOf(document)).toBe('failed');
});
