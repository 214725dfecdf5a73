import { expect, test } from 'vitest';
import * as intake from '../../../../src/main/features/documents/database/dropped-files.ts';
import { recordStatements } from '../../../fakes/servers/recorded-statements.ts';
import { openTables, profileId } from './tables.ts';

const args = { profileId, limit: 2, suspects: false, at: 1_000 };

test('a claim takes the oldest documents of the oldest batch that has any', () => {
  const tables = openTables();
  const [older, newer] = [tables.addBatch('checking'), tables.addBatch('checking')];
  const ended = tables.addBatch('cancelled');
  tables.addDocument(ended, 'found');
  tables.addDocument(older, 'ready');
  const ofNewer = tables.addDocument(newer, 'found');
  const ofOlder = [1, 2, 3].map(() => tables.addDocument(older, 'found'));
  const claim = () => tables.run(intake.claimForCheck, args).map(({ id }) => id);
  expect([claim(), claim(), claim(), claim()]).toEqual([ofOlder.slice(0, 2), [ofOlder[2]], [ofNewer], []]);
});

test('a claim neither sorts nor reads documents that it does not take', () => {
  const tables = openTables();
  const recorded = recordStatements(tables.database);
  for (const suspects of [false, true])
    intake.claimForCheck.execute(recorded.database, { ...args, suspects });
  const plans = recorded.statements.flatMap((sql) => tables.database.all(`EXPLAIN QUERY PLAN ${sql}`));
  const details = plans.map(({ detail }) => String(detail));
  expect(details.filter((detail) => detail.startsWith('SEARCH d '))).toEqual(
    details.filter((detail) => detail.includes('document_found (batch_id=? AND <expr>=?)')),
  );
  expect(details.filter((detail) => detail.startsWith('SEARCH d '))).toHaveLength(4);
  expect(details.filter((detail) => /^SCAN|TEMP B-TREE/.test(detail))).toEqual([]);
});
