import { describe, expect, test } from 'vitest';
import {
  type IncomingEvent,
  ingestEvent,
  quarantineEvent,
  settleReceived,
} from '../../../../src/main/features/statements/database/events.ts';
import { maxQuarantined } from '../../../../src/main/features/statements/database/inbox.ts';
import { getOverview } from '../../../../src/main/features/statements/database/listing.ts';
import {
  discardEvent,
  discardShown,
  listQuarantined,
} from '../../../../src/main/features/statements/database/quarantine.ts';
import { createInbox } from '../../../../src/main/features/statements/inbox/inbox.ts';
import { allEvents, type EventFilter } from '../../../../src/shared/model/statements/statements.ts';
import { createFakeClock } from '../../../fakes/clock.ts';
import { codeOf } from '../../../fakes/error-of.ts';
import { openTables, profile, profileId } from '../documents/tables.ts';

const unreadable = { at: 1_000, source: 'listener', reason: 'not-json', detail: '' } as const;
const event: Omit<IncomingEvent, 'eventId'> = {
  profileId,
  at: 1_000,
  source: 'listener',
  walletId: 1001,
  companyId: 'company-1',
  since: '2026-01-01',
  till: '2026-01-31',
  transactions: 4,
  madeAt: null,
  link: 'usable',
  host: 'files.example',
  expiresAt: null,
  format: null,
  digest: 'one',
  unknownFields: [],
};

/** Opens a database with the maximum number of quarantined events of two profiles. */
function openFullQuarantine() {
  const tables = openTables();
  for (const profile of [profileId, 'other'])
    tables.database.run(
      `WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < $max)
       INSERT INTO statement_event (profile_id, seen_at, came_by, state, reason)
       SELECT $profile, 1000, 'listener', 'quarantined', 'not-json' FROM number`,
      { profile, max: maxQuarantined },
    );
  const oldestEventId = () =>
    tables.database.get(
      `SELECT min(id) AS id FROM statement_event WHERE profile_id = $profileId AND state = 'quarantined'`,
      { profileId },
    )?.['id'];
  const countQuarantined = (profile: string) =>
    tables.run(listQuarantined, {
      profileId: profile,
      companyId: null,
      filter: allEvents,
      offset: 0,
      limit: 1,
      first: null,
    }).total;
  return { tables, oldest: oldestEventId, total: countQuarantined };
}

test('beyond the limit, the oldest quarantined events of the profile are removed and counted, and events of other profiles stay', () => {
  const { tables, oldest, total } = openFullQuarantine();
  expect(oldest()).toBe(1);
  expect(tables.run(getOverview, { profileId }).removedEvents).toBe(0);
  expect(tables.run(quarantineEvent, { profileId, ...unreadable }).removed).toEqual([1]);
  const result = tables.run(ingestEvent, { ...event, eventId: 'one' });
  expect(result).toMatchObject({ kind: 'quarantined', removed: [2] });
  // A repeated event replaces its earlier entry.
  expect(tables.run(ingestEvent, { ...event, eventId: 'one' })).toMatchObject({ removed: [] });
  expect([oldest(), total(profileId), total('other')]).toEqual([3, maxQuarantined, maxQuarantined]);
  expect(tables.run(getOverview, { profileId })).toMatchObject({
    quarantined: maxQuarantined,
    removedEvents: 2,
  });
  expect(tables.run(getOverview, { profileId: 'other' }).removedEvents).toBe(0);
});

describe('a second event for a statement', () => {
  function openTaken() {
    const tables = openTables();
    tables.database.run(
      `INSERT INTO statement_request (id, profile_id, company_id, asked_at, since, till, format, email)
       VALUES (1, $profileId, 'company-1', 1, '2026-01-01', '2026-01-31', 'csv', '')`,
      { profileId },
    );
    tables.database.run(
      `INSERT INTO statement (request_id, profile_id, company_id, wallet_id, since, till, format, state, changed_at)
       VALUES (1, $profileId, 'company-1', 1001, '2026-01-01', '2026-01-31', 'csv', 'waiting', 1)`,
      { profileId },
    );
    const ingest = (changed: Partial<IncomingEvent> & Pick<IncomingEvent, 'eventId'>) =>
      tables.run(ingestEvent, { ...event, ...changed });
    const list = () =>
      tables.run(listQuarantined, {
        profileId,
        companyId: null,
        filter: allEvents,
        offset: 0,
        limit: 10,
        first: null,
      }).rows;
    return { tables, ingest, list };
  }
  const otherEvent = { digest: 'two', transactions: 5, host: 'other.example' } as const;

  test.each(['first', 'second'])(
    'that differs is quarantined beside the first one, with the ID %s',
    (eventId) => {
      const { tables, ingest, list } = openTaken();
      expect(ingest({ eventId: 'first' })).toMatchObject({ kind: 'taken' });
      const differing = { eventId, ...otherEvent } as const;
      expect(ingest(differing)).toMatchObject({ kind: 'quarantined', reason: 'differs' });
      for (const repeated of ['first', 'third']) expect(ingest({ eventId: repeated }).kind).toBe('repeated');
      const first = { source: 'listener', transactions: 4, madeAt: null, host: 'files.example' };
      const [row, ...others] = list();
      expect(row).toMatchObject({
        eventId,
        reason: 'differs',
        transactions: 5,
        host: 'other.example',
        first,
      });
      expect(others).toEqual([]);
      tables.run(discardEvent, { profileId, id: row?.id ?? 0 });
      for (const repeated of [differing, { eventId: 'first' }, differing])
        expect(ingest(repeated).kind).toBe('repeated');
      expect(list()).toEqual([]);
    },
  );

  test.each([
    ['host-unknown', 'two', ['differs']],
    ['host-unknown', 'one', []],
    ['expired', 'two', []],
  ] as const)(
    'that waited as %s with the digest %s stays as %j once the statement is stored',
    (link, digest, reasons) => {
      const { tables, ingest, list } = openTaken();
      expect(ingest({ eventId: 'second', ...otherEvent, digest, link }).kind).toBe('quarantined');
      ingest({ eventId: 'first' });
      tables.database.run(`UPDATE statement SET state = 'stored'`, {});
      settleReceived(tables.database, 1);
      expect(list().map(({ reason }) => reason)).toEqual(reasons);
    },
  );
});

test('the link of a quarantined event is neither used nor asked about for another profile', async () => {
  const tables = openTables();
  const clock = createFakeClock();
  const inbox = createInbox({
    store: { run: async (procedure, args) => tables.run(procedure, args), close: async () => undefined },
    clock,
    serviceClock: clock,
    allowHttpLoopback: () => false,
    storageHosts: () => [],
    confirmPlace: () => expect.unreachable('The clerk is not asked'),
    onReady: () => expect.unreachable('Nothing is downloaded'),
  });
  const createdAt = '2026-02-01T08:00:00Z';
  const period = { dateFrom: '2026-01-01T00:00:00Z', dateTill: '2026-01-31T23:59:59Z', transactionCount: 4 };
  const content = { companyId: 'company-1', createdAt, ...period, url: 'https://files.example/a' };
  async function ingest(walletId: number): Promise<number> {
    const eventType = 'wallet.statement.generated';
    const payload = { eventId: `${walletId}`, eventType, createdAt, event: { ...content, walletId } };
    const result = await inbox.ingest(profile, Buffer.from(JSON.stringify(payload)), 'pasted');
    return result.kind === 'quarantined' ? result.id : 0;
  }
  const id = await ingest(1001);
  expect(inbox.hasLink(id)).toBe(true);
  for (const decided of [
    inbox.accept({ ...profile, id: 'other' }, id),
    inbox.claim({ ...profile, id: 'other' }, 'company-1', id),
  ])
    expect(await codeOf(decided)).toBe('link-lost');
  // Only the oldest link is forgotten beyond 2,000.
  const others: number[] = [];
  for (let count = 1; count <= 2_000; count += 1) others.push(await ingest(1001 + count));
  expect([id, ...others].filter((other) => !inbox.hasLink(other))).toEqual([id]);
  await inbox.discard(profile.id, others[0] ?? 0);
  inbox.forgetProfile('other');
  expect(others.filter((other) => !inbox.hasLink(other))).toEqual(others.slice(0, 1));
  inbox.forgetProfile(profile.id);
  expect(others.filter(inbox.hasLink)).toEqual([]);
});

test('the count of removed events is shown until the clerk has discarded all remaining events', () => {
  const tables = openTables();
  tables.database.run('INSERT INTO statement_inbox (profile_id, removed_events) VALUES ($profileId, 7)', {
    profileId,
  });
  const ids = [1, 2].map(() => tables.run(quarantineEvent, { profileId, ...unreadable }).id);
  const counts = ids.map((id) => {
    tables.run(discardEvent, { profileId, id });
    return tables.run(getOverview, { profileId }).removedEvents;
  });
  expect(counts).toEqual([7, 0]);
});

test('3,000 events under a filter are discarded at once, and no newer, other or foreign ones', () => {
  const { tables, total } = openFullQuarantine();
  tables.database.run(
    `UPDATE statement_event SET reason = 'other-period', host = 'Files.example', wallet_id = 1001
     WHERE id > 7000 AND profile_id = $profileId`,
    { profileId },
  );
  const filter = { reason: 'other-period', text: '1001' } as const;
  const list = (shown: EventFilter) =>
    tables.run(listQuarantined, {
      profileId,
      companyId: null,
      filter: shown,
      offset: 0,
      limit: 1,
      first: null,
    });
  expect(list(filter)).toMatchObject({ total: 3_000, newestId: maxQuarantined });
  expect(list({ reason: 'not-json', text: '1001' })).toMatchObject({ total: 0, newestId: null, rows: [] });
  expect(list({ reason: null, text: 'files.EXAMPLE' }).total).toBe(3_000);
  const ids = tables.run(discardShown, { profileId, filter, newestId: maxQuarantined - 1 });
  expect(ids).toHaveLength(2_999);
  expect([total(profileId), total('other')]).toEqual([maxQuarantined - 2_999, maxQuarantined]);
  expect(list(filter).total).toBe(1);
});
