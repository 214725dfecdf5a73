import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { StatementEvent } from '../../../src/main/simulator/worker-messages.ts';
import { formatList } from '../../../src/shared/messages/index.ts';
import { eventually } from '../../fakes/eventually.ts';
import { toDroppedFiles } from '../../fakes/test-app.ts';
import { startStatementsFixture, test } from './statements-fixture.ts';

describe('an event that matches a request', () => {
  test('makes its statement ready, and the file is downloaded without token or cookies', async ({
    fixture,
  }) => {
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

  test('is counted once when it is repeated', async ({ fixture }) => {
    const { event, id } = await fixture.requestStatement();
    await fixture.pasteEvent(event);
    await fixture.until(id, 'stored');
    expect(await fixture.pasteEvent(event)).toEqual({ taken: 0, repeated: 1, quarantined: 0 });
    expect(await fixture.pasteEvent({ ...event, eventId: 'another-event' })).toEqual({
      taken: 0,
      repeated: 1,
      quarantined: 0,
    });
    expect(await fixture.list()).toHaveLength(1);
  });

  test('is counted once when another event for its statement arrives at the same time', async ({
    fixture,
  }) => {
    const { event, id } = await fixture.requestStatement();
    const results = await Promise.all([
      fixture.pasteEvent(event),
      fixture.pasteEvent({ ...event, eventId: 'another-event' }),
    ]);
    expect(results.map(({ taken }) => taken).toSorted((one, two) => one - two)).toEqual([0, 1]);
    expect(results.every(({ quarantined }) => quarantined === 0)).toBe(true);
    await fixture.until(id, 'stored');
    expect(fixture.simulator.calls().filter(({ route }) => route === 'statementDownload')).toHaveLength(1);
  });

  test('is assigned by format when CSV and PDF were requested', async ({ fixture }) => {
    await fixture.request([1001]);
    await fixture.request([1001], { format: 'pdf' });
    const [csv, pdf] = fixture.eventsOf(1001);
    for (const event of [pdf, csv]) if (event !== undefined) await fixture.pasteEvent(event);
    const rows = await fixture.list();
    for (const { id } of rows) await fixture.until(id, 'stored');
    expect(
      (await fixture.list())
        .map(({ format, requestId }) => `${requestId} ${format}`)
        .toSorted((a, b) => (a < b ? -1 : 1)),
    ).toEqual(['1 csv', '2 pdf']);
  });

  test('of a format that was requested twice leaves the request of the other format waiting for its own event', async ({
    fixture,
  }) => {
    await fixture.request([1001]);
    const ids = (await fixture.list()).map(({ id }) => id);
    await fixture.call('statements.retry', { action: 'request', ids });
    await fixture.request([1001], { format: 'pdf' });
    const [firstCsv, secondCsv, pdf] = fixture.eventsOf(1001);
    const outcomes: { taken: number; repeated: number }[] = [];
    for (const event of [firstCsv, secondCsv, pdf]) {
      outcomes.push(await fixture.pasteEvent(event ?? {}));
      await eventually(async () =>
        expect((await fixture.list()).some(({ state }) => state === 'ready' || state === 'downloading')).toBe(
          false,
        ),
      );
    }
    expect(outcomes.map(({ taken, repeated }) => [taken, repeated])).toEqual([
      [1, 0],
      [0, 1],
      [1, 0],
    ]);
    const rows = (await fixture.list()).map(({ state, format }) => `${state} ${format}`);
    expect(rows.toSorted()).toEqual(['stored csv', 'stored pdf']);
  });

  test('leaves no link on the disk or in any answer', async ({ fixture }) => {
    const { event, id } = await fixture.requestStatement();
    await fixture.pasteEvent(event);
    await fixture.until(id, 'stored');
    const secret = new URL(event.event.url).searchParams.get('X-Amz-Signature') ?? 'no signature';
    const { rows } = await fixture.call('activity.list', {
      filter: { kind: null, outcome: null, text: '' },
      offset: 0,
      limit: 200,
    });
    expect(JSON.stringify([rows, await fixture.list(), fixture.testApp.topic('statements')])).not.toContain(
      secret,
    );
    for (const name of await readdir(fixture.testApp.dataFolder, { recursive: true, withFileTypes: true })) {
      if (!name.isFile()) continue;
      const bytes = await readFile(join(name.parentPath, name.name));
      expect(bytes.includes(secret), name.name).toBe(false);
    }
  });
});

describe('an event with undocumented fields', () => {
  const secret = 'https://files.example/a.csv?X-Amz-Signature=5ec3e7';

  test('is accepted when its documented fields match, and only the names of the undocumented fields are recorded', async ({
    fixture,
  }) => {
    const { event, id } = await fixture.requestStatement();
    const extraFields = { 'event.note': secret, [secret]: 1, currency: 'EUR' };
    const extendedEvent = { ...event, tenant: secret, event: { ...event.event, ...extraFields } };
    expect(await fixture.pasteEvent(JSON.stringify(extendedEvent))).toEqual({
      taken: 1,
      repeated: 0,
      quarantined: 0,
    });
    const fieldNames = ['tenant', 'event.event.note', 'event.(unnamed)', 'event.currency'];
    expect(await fixture.until(id, 'stored')).toMatchObject({ unknownFields: fieldNames });
    const filter = { kind: 'statement-event', outcome: null, text: '' } as const;
    const { rows } = await fixture.call('activity.list', { filter, offset: 0, limit: 10 });
    expect(rows).toMatchObject([{ subject: `pasted, unknown fields: ${formatList(fieldNames)}` }]);
    expect(JSON.stringify([rows, await fixture.list()])).not.toContain('5ec3e7');
  });

  test('is recorded with at most eight field names, also in quarantine', async ({ fixture }) => {
    const { event } = await fixture.requestStatement();
    const manyFields = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`field${index}`, index]),
    );
    await fixture.pasteEvent(
      JSON.stringify({ ...event, ...manyFields, event: { ...event.event, companyId: 'other' } }),
    );
    const [quarantined] = await fixture.quarantinedEvents();
    expect(quarantined?.unknownFields).toEqual(Array.from({ length: 8 }, (_, index) => `field${index}`));
  });
});

describe('an invalid event', () => {
  const changeFields = (event: StatementEvent, fields: object) => ({
    ...event,
    event: { ...event.event, ...fields },
  });
  test.for<[string, (event: StatementEvent) => unknown, string]>([
    ['not JSON', () => 'no JSON', 'not-json'],
    ['an array', (event) => [event], 'not-understood'],
    ['too large', (event) => ({ ...event, more: 'x'.repeat(70_000) }), 'too-large'],
    ['1 MB', () => 'x'.repeat(1_000_000), 'too-large'],
    ['of another type', (event) => ({ ...event, eventType: 'wallet.closed' }), 'not-understood'],
    ['nested deeper', (event) => ({ ...event, event: { event: event.event } }), 'not-understood'],
    ['nested extremely deep', () => '['.repeat(60_000), 'not-json'],
    ['with a wallet as text', (event) => changeFields(event, { walletId: '1001' }), 'not-understood'],
    ['with an invalid time', (event) => changeFields(event, { dateFrom: 'yesterday' }), 'not-understood'],
    ['of another company', (event) => changeFields(event, { companyId: 'other' }), 'other-company'],
    ['of a wallet without a request', (event) => changeFields(event, { walletId: 1002 }), 'unknown-wallet'],
    [
      'of a future period',
      (event) => changeFields(event, { dateTill: '2099-01-31T23:59:59.999Z' }),
      'other-period',
    ],
    [
      'of a past period',
      (event) => changeFields(event, { dateFrom: '1999-01-01T00:00:00.000Z' }),
      'other-period',
    ],
    ['with a file URL', (event) => changeFields(event, { url: 'file:///etc/passwd' }), 'link-unusable'],
    ['with a data URL', (event) => changeFields(event, { url: 'data:text/csv,a' }), 'link-unusable'],
    [
      'with a path on a share',
      (event) => changeFields(event, { url: '\\\\server\\share\\a.csv' }),
      'link-unusable',
    ],
    [
      'with credentials in its link',
      (event) => changeFields(event, { url: 'https://me:x@files.example/a.csv' }),
      'link-unusable',
    ],
    [
      'with an IPv4 address',
      (event) => changeFields(event, { url: 'https://10.0.0.8/a.csv' }),
      'link-unusable',
    ],
    ['with an IPv6 address', (event) => changeFields(event, { url: 'https://[::1]/a.csv' }), 'link-unusable'],
    [
      'with an IPv4 address in hexadecimal',
      (event) => changeFields(event, { url: 'https://0x7f000001/a.csv' }),
      'link-unusable',
    ],
    ['without TLS', (event) => changeFields(event, { url: 'http://files.example/a.csv' }), 'link-unusable'],
    [
      'with a link to an unapproved host',
      (event) => changeFields(event, { url: 'https://files.example/a.csv' }),
      'host-unknown',
    ],
    [
      'with an expired link',
      (event) =>
        changeFields(event, {
          url: `${event.event.url.split('?')[0]}?X-Amz-Date=20200101T000000Z&X-Amz-Expires=60`,
        }),
      'link-expired',
    ],
  ] as const)(
    '(%s) is quarantined with its reason, and nothing is downloaded',
    async ([, makeInvalid, reason], { fixture }) => {
      const { event } = await fixture.requestStatement();
      const invalidEvent = makeInvalid(event);
      const result = await fixture.pasteEvent(
        typeof invalidEvent === 'string' ? invalidEvent : JSON.stringify(invalidEvent),
      );
      expect(result).toEqual({ taken: 0, repeated: 0, quarantined: 1 });
      expect(await fixture.quarantinedEvents()).toMatchObject([{ reason, source: 'pasted' }]);
      // An event that matches except for its link is assigned to its statement.
      const isAssigned = ['link-unusable', 'host-unknown', 'link-expired'].includes(reason);
      expect(await fixture.list()).toMatchObject([{ state: isAssigned ? 'quarantined' : 'waiting' }]);
      expect(fixture.simulator.calls().filter(({ route }) => route === 'statementDownload')).toEqual([]);
    },
  );

  test('with a known event ID counts as repeated, even with another link or wallet', async ({ fixture }) => {
    const { event, id } = await fixture.requestStatement();
    await fixture.pasteEvent(event);
    await fixture.until(id, 'stored');
    const countDownloads = () =>
      fixture.simulator.calls().filter(({ route }) => route === 'statementDownload').length;
    for (const fields of [{ url: 'https://files.example/other.csv' }, { walletId: 1002 }, {}]) {
      expect(await fixture.pasteEvent(changeFields(event, fields))).toEqual({
        taken: 0,
        repeated: 1,
        quarantined: 0,
      });
    }
    expect(countDownloads()).toBe(1);
    expect(await fixture.list()).toMatchObject([{ id, state: 'stored' }]);
  });

  test('with a creation time far in the future or past does not change the period of its statement', async ({
    fixture,
  }) => {
    const { event, id } = await fixture.requestStatement();
    const futureTime = '2999-01-01T00:00:00.000Z';
    const pastTime = '1970-01-01T00:00:00.000Z';
    await fixture.pasteEvent({ ...changeFields(event, { createdAt: pastTime }), createdAt: futureTime });
    expect(await fixture.until(id, 'stored')).toMatchObject({ since: '2026-01-01', till: '2026-01-31' });
  });

  test.for([
    ['beyond the last valid date', '9000000000000'],
    ['within a fraction of a second', '0.0001'],
  ] as const)(
    'whose link expires %s is quarantined without blocking other events',
    async ([, expirySeconds], { fixture }) => {
      const { event, id } = await fixture.requestStatement();
      const url = `https://files.example/a.csv?X-Amz-Date=20261121T120000Z&X-Amz-Expires=${expirySeconds}`;
      const folder = join(fixture.folder, 'events');
      await mkdir(folder);
      const invalidEvent = { ...changeFields(event, { url }), eventId: 'spoiled' };
      await writeFile(join(folder, 'a.json'), JSON.stringify(invalidEvent));
      await writeFile(join(folder, 'b.json'), JSON.stringify(event));
      fixture.platform.answers.folder = [folder];
      await fixture.call('statements.inbox', { action: 'chooseFolder' });
      await fixture.until(id, 'stored');
      expect(await fixture.quarantinedEvents()).toMatchObject([{ reason: 'host-unknown', expiresAt: null }]);
      expect(fixture.unexpectedLogLines()).toEqual([]);
    },
  );

  test('does not prevent Paydesk from accepting a valid event that is dropped with it', async ({
    fixture,
  }) => {
    const { event, id } = await fixture.requestStatement();
    const missingPath = join(fixture.folder, 'missing.json');
    const malformedPath = join(fixture.folder, 'malformed.json');
    const pipePath = join(fixture.folder, 'pipe.json');
    const validPath = join(fixture.folder, 'valid.json');
    execFileSync('mkfifo', [pipePath]);
    await writeFile(malformedPath, '{');
    await writeFile(validPath, JSON.stringify(event));
    const files = toDroppedFiles([missingPath, malformedPath, pipePath, validPath]);
    await expect(fixture.call('statements.addEvents', { action: 'drop', files })).rejects.toMatchObject({
      code: 'file-unreadable',
    });
    await fixture.until(id, 'stored');
    expect(await fixture.quarantinedEvents()).toMatchObject([{ reason: 'not-json', source: 'dropped' }]);
  });

  test('from an unapproved host is used when the clerk accepts the event, and the host is remembered', async () => {
    const fixture = await startStatementsFixture({ trustStorage: false });
    const { event, id } = await fixture.requestStatement();
    await fixture.pasteEvent(event);
    const [quarantined] = await fixture.quarantinedEvents();
    expect(quarantined).toMatchObject({
      reason: 'host-unknown',
      host: new URL(event.event.url).host,
      held: true,
    });
    await fixture.call('statements.decide', { id: quarantined?.id ?? 0, decision: 'take' });
    await fixture.until(id, 'stored');
    const nextStatement = await fixture.requestStatement(1002);
    await fixture.pasteEvent(nextStatement.event);
    await fixture.until(nextStatement.id, 'stored');
    expect(await fixture.quarantinedEvents()).toEqual([]);
  });

  test('without a request becomes a statement when the clerk accepts it', async ({ fixture }) => {
    const { event, id } = await fixture.requestStatement();
    await fixture.pasteEvent({ ...event, event: { ...event.event, dateTill: '2026-01-30T23:59:59.999Z' } });
    const [quarantined] = await fixture.quarantinedEvents();
    await fixture.call('statements.decide', { id: quarantined?.id ?? 0, decision: 'take' });
    const newStatement = (await fixture.list()).find((statement) => statement.id !== id);
    expect(await fixture.until(newStatement?.id ?? 0, 'stored')).toMatchObject({ till: '2026-01-30' });
    expect(await fixture.call('statements.get', { id })).toMatchObject({ state: 'waiting' });
  });

  test('is shown with its statement until it is discarded', async () => {
    const fixture = await startStatementsFixture({ trustStorage: false });
    const { event, id } = await fixture.requestStatement();
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
    const [quarantined] = await fixture.quarantinedEvents();
    await fixture.call('statements.decide', { id: quarantined?.id ?? 0, decision: 'discard' });
    expect([await walletIdsIn('quarantined'), await walletIdsIn('waiting')]).toEqual([[], [1002, 1001]]);
    expect((await untilQuarantinedCount(0)).counts).toEqual({ waiting: 2 });
  });

  test('that the clerk discarded stays discarded when the event is repeated', async () => {
    const fixture = await startStatementsFixture({ trustStorage: false });
    const { event } = await fixture.requestStatement();
    await fixture.pasteEvent(event);
    const [quarantined] = await fixture.quarantinedEvents();
    await fixture.call('statements.decide', { id: quarantined?.id ?? 0, decision: 'discard' });
    expect(await fixture.quarantinedEvents()).toEqual([]);
    expect(await fixture.pasteEvent(event)).toMatchObject({ repeated: 1 });
    await expect(
      fixture.call('statements.decide', { id: quarantined?.id ?? 0, decision: 'take' }),
    ).rejects.toMatchObject({ code: 'link-lost' });
  });
});
