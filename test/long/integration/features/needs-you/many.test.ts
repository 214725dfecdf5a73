/** @file Needs you with ten thousand items: read in pages, in one order, with the most urgent items first. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { openDatabase } from '../../../../../src/main/storage/store/database.ts';
import { maxTopNeeds } from '../../../../../src/shared/contract/needs-you.ts';
import {
  keyOfNeed,
  type NeedKind,
  urgencies,
  urgencyOf,
} from '../../../../../src/shared/model/needs-you/needs-you.ts';
import { needsOf } from '../../../../fakes/compare-needs-you.ts';
import { manyNeeds, manyNeedsTotal, writeManyNeeds } from '../../../../fakes/many-needs.ts';
import { test } from '../../../../integration/features/statements/statements-fixture.ts';

const profileId = 'test-profile';

test('ten thousand items are read in pages, each once, sorted by urgency and age', async ({ fixture }) => {
  await fixture.restart(async () => {
    const database = openDatabase(join(fixture.testApp.dataFolder, 'paydesk.db'));
    writeManyNeeds(database, profileId, fixture.platform.clock.now());
    database.close();
  });
  await fixture.testApp.until('needsYou', ({ byProfile }) =>
    byProfile.some((entry) => entry.profileId === profileId && entry.number === manyNeedsTotal),
  );
  const allNeeds = (await needsOf(fixture.testApp)).needs;
  const needs = allNeeds.filter((need) => need.profileId === profileId);
  expect(needs).toHaveLength(manyNeedsTotal);
  expect(new Set(allNeeds.map(keyOfNeed)).size).toBe(allNeeds.length);
  const counts: Partial<Record<NeedKind, number>> = {};
  for (const { kind } of needs) counts[kind] = (counts[kind] ?? 0) + 1;
  expect(counts).toEqual(manyNeeds);
  const ranks = allNeeds.map(({ kind }) => urgencies.indexOf(urgencyOf[kind]));
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
  for (const [index, need] of needs.entries()) {
    const previousNeed = needs[index - 1];
    if (previousNeed?.kind === need.kind && (previousNeed.since ?? '') > (need.since ?? ''))
      expect.unreachable(`Item ${index} is older than the item before`);
  }

  // The window receives only the first items and their number.
  const summary = fixture.testApp.topic('needsYou');
  expect(summary.top).toHaveLength(maxTopNeeds);
  expect(summary.top[0]?.kind).toBe('unknown-outcome');
  expect(JSON.stringify(summary).length).toBeLessThan(5_000);
  const page = await fixture.call('needsYou.list', { offset: 9_000, limit: 100 });
  expect([page.rows.length, page.total]).toEqual([100, summary.total]);

  // A statement or event that the caller names is returned first.
  const refusedRequest = needs.findLast(({ kind }) => kind === 'request-refused');
  const event = needs.find(({ kind }) => kind === 'event-quarantined');
  if (refusedRequest?.kind !== 'request-refused' || event?.kind !== 'event-quarantined')
    throw new Error('The item does not exist');
  const first = { state: null, first: refusedRequest.statementId, offset: 0, limit: 10 };
  const { rows: statements } = await fixture.call('statements.list', first);
  expect(statements[0]?.id).toBe(refusedRequest.statementId);
  expect(new Set(statements.map(({ id }) => id)).size).toBe(10);
  const { rows: events } = await fixture.call('statements.quarantine', {
    offset: 0,
    limit: 10,
    first: event.eventId,
  });
  expect(events[0]?.id).toBe(event.eventId);
});
