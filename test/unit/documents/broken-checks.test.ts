import { expect, test } from 'vitest';
import * as intake from '../../../src/main/features/documents/tables/intake.ts';
import { openTables, profileId, type Tables } from './tables.ts';

const at = 1_000;

function take(tables: Tables, suspects: boolean): number[] {
  return tables.run(intake.claimForCheck, { profileId, limit: 32, suspects, at }).map(({ id }) => id);
}

function unfinished(tables: Tables, id: number, isSuspect: boolean): void {
  tables.run(intake.recordChecks, { checks: [], unfinished: [{ id, isSuspect }], at });
}

const restart = (tables: Tables) => tables.run(intake.resetChecking, { at });

test('a document whose check crashes the program is checked in isolation, and the fifth crash rejects it', () => {
  const tables = openTables();
  const batchId = tables.batch('checking');
  const [one, other] = [tables.document(batchId, 'found'), tables.document(batchId, 'found')];
  expect(take(tables, true)).toEqual([]);
  expect(take(tables, false)).toEqual([one, other]);
  restart(tables);
  expect(take(tables, false)).toEqual([]);
  for (let end = 2; end <= 5; end += 1) {
    expect(tables.stateOf(one)).toBe('found');
    expect(tables.run(intake.claimForCheck, { profileId, limit: 1, suspects: true, at })).toHaveLength(1);
    restart(tables);
  }
  expect(tables.stateOf(one)).toBe('rejected');
  expect(tables.value('document', one, 'reason')).toBe('{"code":"check-failed","facts":{}}');
  // It was not being checked the second time.
  expect(tables.stateOf(other)).toBe('found');
  restart(tables);
  expect(take(tables, true)).toEqual([other]);
  expect(tables.stateOf(one)).toBe('rejected');
});

test('a check that other checks interrupted is never counted', () => {
  const tables = openTables();
  const document = tables.document(tables.batch('checking'), 'found');
  for (let time = 0; time < 5; time += 1) {
    expect(take(tables, false)).toEqual([document]);
    unfinished(tables, document, false);
  }
  expect(tables.stateOf(document)).toBe('found');
});

test('a check that completes resets the count of unfinished ones', () => {
  const tables = openTables();
  const document = tables.document(tables.batch('checking'), 'found');
  take(tables, false);
  unfinished(tables, document, true);
  expect(take(tables, true)).toEqual([document]);
  const facts = { reason: null, warnings: [], kind: null, size: 1, modifiedAt: 1, sha256: 'a' };
  tables.run(intake.recordChecks, {
    checks: [{ id: document, state: 'ready', isSuspect: false, ...facts }],
    unfinished: [],
    at,
  });
  expect(tables.stateOf(document)).toBe('ready');
  expect(tables.value('document', document, 'checks_begun')).toBe(0);
});

test('the clerk can have the document checked once more, and only once', () => {
  const tables = openTables();
  const document = tables.document(tables.batch('checking'), 'found');
  take(tables, false);
  unfinished(tables, document, true);
  take(tables, true);
  unfinished(tables, document, true);
  expect(tables.stateOf(document)).toBe('rejected');
  intake.recheckDocuments(tables.database, 'id = $id', { id: document }, at);
  expect(take(tables, false)).toEqual([]);
  expect(take(tables, true)).toEqual([document]);
  unfinished(tables, document, true);
  expect(tables.stateOf(document)).toBe('rejected');
});

test('in a started batch the document fails, because rejected documents are final there', () => {
  const tables = openTables();
  const document = tables.document(tables.batch('running'), 'found');
  take(tables, false);
  for (let time = 0; time < 2; time += 1) {
    unfinished(tables, document, true);
    take(tables, true);
  }
  expect(tables.stateOf(document)).toBe('failed');
});
