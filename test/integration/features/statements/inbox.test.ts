import { execFileSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { StatementEvent } from '../../../../src/main/practice/worker-messages.ts';
import { formatList } from '../../../../src/shared/messages/index.ts';
import { codeOf } from '../../../fakes/error-of.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { toDroppedFiles } from '../../../fakes/test-app.ts';
import { type StatementsFixture, startStatementsFixture, sharedTest as test } from './statements-fixture.ts';

const changeFields = (event: StatementEvent, fields: object) => ({
  ...event,
  event: { ...event.event, ...fields },
});

const countDownloads = ({ simulator }: StatementsFixture) =>
  simulator.calls().filter(({ route }) => route === 'statementDownload').length;

/** Returns the statements of a wallet, the newest first. */
const listOf = async (fixture: StatementsFixture, walletId: number) =>
  (await fixture.list()).filter(({ wallet }) => wallet.id === walletId);

describe('an event that matches a request', () => {
  test('makes its statement ready and downloads the file without token or cookies', async ({ fixture }) => {
    const { event, id } = await fixture.requestStatement();
    expect(await fixture.pasteEvent(event)).toEqual({ taken: 1, repeated: 0, quarantined: 0 });
    const stored = await fixture.until(id, 'stored');
    expect(stored).toMatchObject({
      transactions: event.event.transactionCount,
      source: 'pasted',
      problem: null,
    });
    expect(stored.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(Date.parse(stored.expiresAt ?? '') - Date.parse(event.createdAt)).toBeCloseTo(86_400_000, -5);
    expect(fixture.simulator.violations()).toEqual([]);
  });

  test('is counted once when an event for its statement arrives again', async ({ fixture }) => {
    const { event, id } = await fixture.requestStatement(1002);
    await fixture.pasteEvent(event);
    await fixture.until(id, 'stored');
    const downloads = countDownloads(fixture);
    for (const repeated of [event, { ...event, eventId: 'another-event' }])
      expect(await fixture.pasteEvent(repeated)).toEqual({ taken: 0, repeated: 1, quarantined: 0 });
    // One with another link is not the same, whatever its ID is.
    const url = event.event.url.replace('X-Amz-Date', 'X-Amz-Other=1&X-Amz-Date');
    const { host } = new URL(url);
    for (const eventId of [event.eventId, 'forged']) {
      const forged = { ...changeFields(event, { url }), eventId };
      expect(await fixture.pasteEvent(forged)).toMatchObject({ taken: 0, quarantined: 1 });
      const [quarantined] = await fixture.quarantinedEvents();
      const first = { source: 'pasted', transactions: event.event.transactionCount, host };
      expect(quarantined).toMatchObject({ reason: 'differs', eventId, host, first });
      await fixture.call('statements.decide', { id: quarantined?.id ?? 0, decision: 'discard' });
    }
    expect(countDownloads(fixture)).toBe(downloads);
    expect(await listOf(fixture, 1002)).toMatchObject([{ id, state: 'stored' }]);
  });

  test('is counted once when another event arrives at the same time', async ({ fixture }) => {
    const { event, id } = await fixture.requestStatement(1003);
    const downloads = countDownloads(fixture);
    const results = await Promise.all([
      fixture.pasteEvent(event),
      fixture.pasteEvent({ ...event, eventId: 'simultaneous-event' }),
    ]);
    expect(results.map(({ taken }) => taken).toSorted((one, two) => one - two)).toEqual([0, 1]);
    expect(results.every(({ quarantined }) => quarantined === 0)).toBe(true);
    await fixture.until(id, 'stored');
    expect(countDownloads(fixture)).toBe(downloads + 1);
  });

  test('of a format requested twice leaves the other format to its own event', async ({ fixture }) => {
    const first = await fixture.requestStatement(1005);
    await fixture.call('statements.retry', { action: 'request', ids: [first.id] });
    await fixture.request([1005], { format: 'pdf' });
    const outcomes: { taken: number; quarantined: number }[] = [];
    for (const event of fixture.eventsOf(1005)) {
      outcomes.push(await fixture.pasteEvent(event));
      await eventually(async () => {
        const states = (await listOf(fixture, 1005)).map(({ state }) => state);
        expect(states.filter((state) => state === 'ready' || state === 'downloading')).toEqual([]);
      });
    }
    expect(outcomes.map(({ taken, quarantined }) => [taken, quarantined])).toEqual([
      [1, 0],
      [0, 1],
      [1, 0],
    ]);
    const rows = (await listOf(fixture, 1005)).map(({ state, format }) => `${state} ${format}`);
    expect(rows.toSorted()).toEqual(['stored csv', 'stored pdf']);
  });

  test('leaves no link on the disk or in any answer', async ({ fixture }) => {
    const { event, id } = await fixture.requestStatement(1006);
    await fixture.pasteEvent(event);
    await fixture.until(id, 'stored');
    const secret = new URL(event.event.url).searchParams.get('X-Amz-Signature') ?? 'no signature';
    const filter = { kind: null, outcome: null, text: '' };
    const { rows } = await fixture.call('activity.list', { filter, offset: 0, limit: 200 });
    const answers = [rows, await fixture.list(), fixture.testApp.topic('statements')];
    expect(JSON.stringify(answers)).not.toContain(secret);
    for (const name of await readdir(fixture.testApp.dataFolder, { recursive: true, withFileTypes: true })) {
      if (!name.isFile()) continue;
      const bytes = await readFile(join(name.parentPath, name.name));
      expect(bytes.includes(secret), name.name).toBe(false);
    }
  });

  test('keeps the period of its statement, whatever its creation time is', async ({ fixture }) => {
    const { event, id } = await fixture.requestStatement(1007);
    const createdLongAgo = changeFields(event, { createdAt: '1970-01-01T00:00:00.000Z' });
    await fixture.pasteEvent({ ...createdLongAgo, createdAt: '2999-01-01T00:00:00.000Z' });
    expect(await fixture.until(id, 'stored')).toMatchObject({ since: '2026-01-01', till: '2026-01-31' });
  });
});

describe('an event with undocumented fields', () => {
  const secret = 'https://files.example/a.csv?X-Amz-Signature=5ec3e7';

  test('is accepted, and only the names of undocumented fields are recorded', async ({ fixture }) => {
    const { event, id } = await fixture.requestStatement(1008);
    const extraFields = { 'event.note': secret, [secret]: 1, currency: 'EUR' };
    const extendedEvent = { ...event, tenant: secret, event: { ...event.event, ...extraFields } };
    expect(await fixture.pasteEvent(extendedEvent)).toMatchObject({ taken: 1, quarantined: 0 });
    const fieldNames = ['tenant', 'event.event.note', 'event.(unnamed)', 'event.currency'];
    expect(await fixture.until(id, 'stored')).toMatchObject({ unknownFields: fieldNames });
    const filter = { kind: 'statement-event', outcome: null, text: 'unknown fields' } as const;
    const { rows } = await fixture.call('activity.list', { filter, offset: 0, limit: 10 });
    const subject = `pasted, unknown fields: ${formatList(fieldNames)}`;
    expect(rows).toContainEqual(expect.objectContaining({ subject }));
    expect(JSON.stringify([rows, await fixture.list()])).not.toContain('5ec3e7');
  });

  test('is recorded with at most eight field names, also in quarantine', async ({ fixture }) => {
    const { event } = await fixture.requestStatement(1009);
    const manyFields = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`field${index}`, index]),
    );
    await fixture.pasteEvent({ ...changeFields(event, { companyId: 'other' }), ...manyFields });
    const [quarantined] = await fixture.quarantinedEvents();
    expect(quarantined?.unknownFields).toEqual(Array.from({ length: 8 }, (_, index) => `field${index}`));
    await fixture.call('statements.decide', { id: quarantined?.id ?? 0, decision: 'discard' });
  });
});

describe('an invalid event', () => {
  const linkOf = ({ event }: StatementEvent, query: string) => `${event.url.split('?')[0]}?${query}`;
  test.for<[string, (event: StatementEvent) => object | string, string]>([
    ['not JSON', () => 'no JSON', 'not-json'],
    ['too large', (event) => ({ ...event, more: 'x'.repeat(70_000) }), 'too-large'],
    ['of another type', (event) => ({ ...event, eventType: 'wallet.closed' }), 'not-understood'],
    ['with a wallet as text', (event) => changeFields(event, { walletId: '1010' }), 'not-understood'],
    ['of another company', (event) => changeFields(event, { companyId: 'other' }), 'other-company'],
    ['of a wallet without a request', (event) => changeFields(event, { walletId: 1012 }), 'unknown-wallet'],
    [
      'of a future period',
      (event) => changeFields(event, { dateTill: '2099-01-31T23:59:59.999Z' }),
      'other-period',
    ],
    ['with a file URL', (event) => changeFields(event, { url: 'file:///etc/passwd' }), 'link-unusable'],
    [
      'with a link to an unapproved host',
      (event) => changeFields(event, { url: 'https://files.example/a.csv' }),
      'host-unknown',
    ],
    [
      'with an expired link',
      (event) => changeFields(event, { url: linkOf(event, 'X-Amz-Date=20200101T000000Z&X-Amz-Expires=60') }),
      'link-expired',
    ],
  ])('%s is quarantined, and nothing is downloaded', async ([name, makeInvalid, reason], { fixture }) => {
    const { event, id } = await fixture.requestStatement(1010);
    const downloads = countDownloads(fixture);
    const eventId = name.replaceAll(/\W/g, '-');
    const invalidEvent = makeInvalid({ ...event, eventId });
    expect(await fixture.pasteEvent(invalidEvent)).toEqual({ taken: 0, repeated: 0, quarantined: 1 });
    const [quarantined] = await fixture.quarantinedEvents();
    expect(quarantined).toMatchObject({ reason, source: 'pasted' });
    // An event that matches except for its link is assigned to its statement.
    const isAssigned = ['link-unusable', 'host-unknown', 'link-expired'].includes(reason);
    expect(await fixture.call('statements.get', { id })).toMatchObject({
      state: isAssigned ? 'quarantined' : 'waiting',
    });
    expect(countDownloads(fixture)).toBe(downloads);
    expect(fixture.unexpectedLogLines()).toEqual([]);
    await fixture.call('statements.decide', { id: quarantined?.id ?? 0, decision: 'discard' });
  });

  test('does not prevent a valid event that is dropped with it', async ({ fixture }) => {
    const { event, id } = await fixture.requestStatement(1011);
    const pathOf = (name: string) => join(fixture.folder, `${name}.json`);
    execFileSync('mkfifo', [pathOf('pipe')]);
    await writeFile(pathOf('malformed'), '{');
    await writeFile(pathOf('valid'), JSON.stringify(event));
    const files = toDroppedFiles(['missing', 'malformed', 'pipe', 'valid'].map(pathOf));
    await expect(fixture.call('statements.addEvents', { action: 'drop', files })).rejects.toMatchObject({
      code: 'file-unreadable',
    });
    await fixture.until(id, 'stored');
    const [quarantined] = await fixture.quarantinedEvents();
    expect(quarantined).toMatchObject({ reason: 'not-json', source: 'dropped' });
  });

  test('without a request is claimed with one click when its company and wallet fit', async ({ fixture }) => {
    const period = { since: '2025-01-01', till: '2025-01-31' };
    const { event, id } = await fixture.requestStatement(1001, { periods: [period] });
    await fixture.pasteEvent(changeFields(event, { dateTill: '2025-01-30T23:59:59.999Z' }));
    const otherWallet = changeFields(event, { walletId: 4711 });
    const foreign = changeFields(event, { companyId: 'other' });
    for (const [eventId, other] of Object.entries({ otherWallet, foreign }))
      await fixture.pasteEvent({ ...other, eventId });
    const quarantined = (await fixture.quarantinedEvents()).slice(0, 3);
    expect(quarantined.map(({ claimable }) => claimable)).toEqual([false, false, true]);
    const [first, second, third] = quarantined.map(({ id: row }) => row);
    const decide = (row = 0, decision: 'claim' | 'discard') =>
      fixture.call('statements.decide', { id: row, decision });
    for (const row of [first, second]) {
      await expect(decide(row, 'claim')).rejects.toMatchObject({ code: 'event-unusable' });
      await decide(row, 'discard');
    }
    await decide(third, 'claim');
    const newStatement = (await fixture.list()).find(({ till }) => till === '2025-01-30');
    await fixture.until(newStatement?.id ?? 0, 'stored');
    expect(await fixture.call('statements.get', { id })).toMatchObject({ state: 'waiting' });
    const filter = { kind: 'statement-event', outcome: null, text: 'claimed' } as const;
    const { rows } = await fixture.call('activity.list', { filter, offset: 0, limit: 10 });
    const subject = 'claimed for wallet 1001, 2025-01-01 to 2025-01-30';
    expect(rows).toMatchObject([{ subject, outcome: 'done' }]);
  });
});

test('an event from an unapproved host is shown with its statement, also after a restart, until the clerk discards it, or accepts it and thereby its host', async () => {
  const fixture = await startStatementsFixture({ trustStorage: false });
  const { event, id } = await fixture.requestStatement(1001);
  await fixture.requestStatement(1002);
  await fixture.pasteEvent(event);
  const walletIdsIn = async (state: 'quarantined' | 'waiting') =>
    (await fixture.call('statements.list', { state, offset: 0, limit: 10 })).rows.map(
      ({ wallet }) => wallet.id,
    );
  const untilQuarantinedCount = (count: number) =>
    fixture.testApp.until('statements', (value) => (value.counts.quarantined ?? 0) === count);
  expect([await walletIdsIn('quarantined'), await walletIdsIn('waiting')]).toEqual([[1001], [1002]]);
  expect((await untilQuarantinedCount(1)).counts).toEqual({ quarantined: 1, waiting: 1 });
  await fixture.restart();
  expect(await fixture.call('statements.get', { id })).toMatchObject({ state: 'quarantined' });
  expect(await fixture.pasteEvent(event)).toMatchObject({ quarantined: 1 });
  const decide = async (decision: 'take' | 'discard') => {
    const [quarantined] = await fixture.quarantinedEvents();
    const { host } = new URL(event.event.url);
    expect(quarantined).toMatchObject({ reason: 'host-unknown', host, held: true });
    await fixture.call('statements.decide', { id: quarantined?.id ?? 0, decision });
    return quarantined?.id ?? 0;
  };
  fixture.platform.answers.ask = 1;
  expect(await codeOf(decide('take'))).toBe('cancelled');
  expect(fixture.platform.seen.questions).toMatchObject([
    expect.stringContaining(new URL(event.event.url).host),
  ]);
  fixture.platform.answers.ask = 0;
  const discardedId = await decide('discard');
  expect([await walletIdsIn('quarantined'), await walletIdsIn('waiting')]).toEqual([[], [1002, 1001]]);
  expect((await untilQuarantinedCount(0)).counts).toEqual({ waiting: 2 });
  // It stays discarded when the event is repeated.
  expect(await fixture.quarantinedEvents()).toEqual([]);
  expect(await fixture.pasteEvent(event)).toMatchObject({ repeated: 1 });
  await expect(
    fixture.call('statements.decide', { id: discardedId, decision: 'take' }),
  ).rejects.toMatchObject({ code: 'link-lost' });

  // A claim does not approve the host.
  await fixture.call('statements.wallets', {});
  await fixture.pasteEvent({ ...changeFields(event, { walletId: 1003 }), eventId: 'of-a-colleague' });
  const [unasked] = await fixture.quarantinedEvents();
  expect(unasked).toMatchObject({ reason: 'unknown-wallet', claimable: true });
  await fixture.call('statements.decide', { id: unasked?.id ?? 0, decision: 'claim' });
  expect(await walletIdsIn('quarantined')).toEqual([1003]);
  await decide('take');
  await untilQuarantinedCount(0);
  // Its host is approved now.
  await fixture.pasteEvent({ ...changeFields(event, { walletId: 1005 }), eventId: 'unasked' });
  const [known] = await fixture.quarantinedEvents();
  await fixture.call('statements.decide', { id: known?.id ?? 0, decision: 'take' });
  expect(fixture.platform.seen.questions).toHaveLength(2);
  const claimed = (await fixture.list()).find(({ wallet }) => wallet.id === 1003);
  await fixture.until(claimed?.id ?? 0, 'stored');
  await fixture.storeStatement(1004);
  expect(await fixture.quarantinedEvents()).toEqual([]);
});

test('the secret address of the listener is copied while the listener is on', async ({ fixture }) => {
  const copyAddress = () => fixture.call('statements.inbox', { action: 'copyListener' });
  expect(await copyAddress()).toEqual({ copied: false });
  await fixture.call('statements.inbox', { action: 'setListener', on: true });
  const { inbox } = await fixture.testApp.until(
    'statements',
    ({ inbox: current }) => current.listener !== null,
  );
  expect(await copyAddress()).toEqual({ copied: true });
  expect(fixture.platform.seen).toMatchObject({ secrets: [inbox.listener], copied: [] });
  await fixture.call('statements.inbox', { action: 'setListener', on: false });
});
