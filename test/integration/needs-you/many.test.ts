/** @file Ten thousand real lines: read by pages, in one order, with what is lost first at the top. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/main/store/database.ts';
import { maxTopNeeds } from '../../../src/shared/contract/needs-you.ts';
import { keyOfNeed, type NeedKind, urgencies, urgencyOf } from '../../../src/shared/model/needs-you.ts';
import { needsOf } from '../../fakes/compare-needs-you.ts';
import { eventually } from '../../fakes/eventually.ts';
import { manyNeeds, manyNeedsTotal, writeManyNeeds } from '../../fakes/many-needs.ts';
import { startWork } from '../statements/work.ts';

const profileId = 'test-profile';

async function startWithMany() {
  const work = await startWork();
  await work.restart(async () => {
    const database = openDatabase(join(work.testApp.dataFolder, 'paydesk.db'));
    writeManyNeeds(database, profileId, work.platform.clock.now());
    database.close();
  });
  await eventually(() => expect(ownOf(work.testApp.topic('needsYou'))).toBe(manyNeedsTotal));
  return work;
}

const ownOf = ({ byProfile }: { byProfile: readonly { profileId: string; number: number }[] }) =>
  byProfile.find((one) => one.profileId === profileId)?.number;

test('ten thousand lines come by pages, each once, sorted by what is lost first and waits longest', async () => {
  const work = await startWithMany();
  const all = (await needsOf(work.testApp)).needs;
  const needs = all.filter((need) => need.profileId === profileId);
  expect(needs).toHaveLength(manyNeedsTotal);
  expect(new Set(all.map(keyOfNeed)).size).toBe(all.length);
  const counts: Partial<Record<NeedKind, number>> = {};
  for (const { kind } of needs) counts[kind] = (counts[kind] ?? 0) + 1;
  expect(counts).toEqual(manyNeeds);
  const ranks = all.map(({ kind }) => urgencies.indexOf(urgencyOf[kind]));
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
  for (const [index, need] of needs.entries()) {
    const before = needs[index - 1];
    if (before?.kind === need.kind) expect((before.since ?? '') <= (need.since ?? '')).toBe(true);
  }
});

test('of ten thousand lines the window is told of the first and of their number alone', async () => {
  const work = await startWithMany();
  const summary = work.testApp.topic('needsYou');
  expect(summary.top).toHaveLength(maxTopNeeds);
  expect(summary.top[0]?.kind).toBe('link-ended');
  expect(JSON.stringify(summary).length).toBeLessThan(5_000);
  const page = await work.call('needsYou.list', { offset: 9_000, limit: 100 });
  expect(page.rows).toHaveLength(100);
  expect(page.total).toBe(summary.total);
});

test('a thing of ten thousand is found at once: the wanted request and event stand first', async () => {
  const work = await startWithMany();
  const { needs } = await needsOf(work.testApp, profileId);
  const last = needs.findLast(({ kind }) => kind === 'request-refused');
  const event = needs.find(({ kind }) => kind === 'event-quarantined');
  if (last?.kind !== 'request-refused' || event?.kind !== 'event-quarantined') throw new Error('Not there');
  const page = { offset: 0, limit: 10 };
  const list = await work.call('statements.list', { ...page, state: null, first: last.statementId });
  expect(list.rows.map(({ id }) => id).indexOf(last.statementId)).toBe(0);
  expect(new Set(list.rows.map(({ id }) => id)).size).toBe(10);
  const events = await work.call('statements.quarantine', { ...page, first: event.eventId });
  expect(events.rows.map(({ id }) => id).indexOf(event.eventId)).toBe(0);
});
