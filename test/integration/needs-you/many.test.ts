/** @file Needs you with ten thousand items: read in pages, in one order, with the most urgent items first. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { openDatabase } from '../../../src/main/store/database.ts';
import { maxTopNeeds } from '../../../src/shared/contract/needs-you.ts';
import { keyOfNeed, type NeedKind, urgencies, urgencyOf } from '../../../src/shared/model/needs-you.ts';
import { needsOf } from '../../fakes/compare-needs-you.ts';
import { eventually } from '../../fakes/eventually.ts';
import { manyNeeds, manyNeedsTotal, writeManyNeeds } from '../../fakes/many-needs.ts';
import { type StatementsFixture, test } from '../statements/statements-fixture.ts';

const profileId = 'test-profile';

async function startWithManyNeeds(fixture: StatementsFixture) {
  await fixture.restart(async () => {
    const database = openDatabase(join(fixture.testApp.dataFolder, 'paydesk.db'));
    writeManyNeeds(database, profileId, fixture.platform.clock.now());
    database.close();
  });
  await eventually(() => expect(countNeeds(fixture.testApp.topic('needsYou'))).toBe(manyNeedsTotal));
}

const countNeeds = ({ byProfile }: { byProfile: readonly { profileId: string; number: number }[] }) =>
  byProfile.find((entry) => entry.profileId === profileId)?.number;

test('ten thousand items are read in pages, each once, sorted by urgency and age', async ({ fixture }) => {
  await startWithManyNeeds(fixture);
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
    if (previousNeed?.kind === need.kind) expect((previousNeed.since ?? '') <= (need.since ?? '')).toBe(true);
  }
});

test('the window receives only the first of ten thousand items and their number', async ({ fixture }) => {
  await startWithManyNeeds(fixture);
  const summary = fixture.testApp.topic('needsYou');
  expect(summary.top).toHaveLength(maxTopNeeds);
  expect(summary.top[0]?.kind).toBe('link-ended');
  expect(JSON.stringify(summary).length).toBeLessThan(5_000);
  const page = await fixture.call('needsYou.list', { offset: 9_000, limit: 100 });
  expect(page.rows).toHaveLength(100);
  expect(page.total).toBe(summary.total);
});

test('a statement or event that the caller names is returned first among ten thousand', async ({
  fixture,
}) => {
  await startWithManyNeeds(fixture);
  const { needs } = await needsOf(fixture.testApp, profileId);
  const refusedRequest = needs.findLast(({ kind }) => kind === 'request-refused');
  const event = needs.find(({ kind }) => kind === 'event-quarantined');
  if (refusedRequest?.kind !== 'request-refused' || event?.kind !== 'event-quarantined')
    throw new Error('The item does not exist');
  const page = { offset: 0, limit: 10 };
  const list = await fixture.call('statements.list', {
    ...page,
    state: null,
    first: refusedRequest.statementId,
  });
  expect(list.rows.map(({ id }) => id).indexOf(refusedRequest.statementId)).toBe(0);
  expect(new Set(list.rows.map(({ id }) => id)).size).toBe(10);
  const events = await fixture.call('statements.quarantine', { ...page, first: event.eventId });
  expect(events.rows.map(({ id }) => id).indexOf(event.eventId)).toBe(0);
});
