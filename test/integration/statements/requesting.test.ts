import { describe, expect, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../../src/main/clock.ts';
import { errorOf } from '../../fakes/error-of.ts';
import { eventually } from '../../fakes/eventually.ts';
import { january, type StatementsFixture, startStatementsFixture, test } from './statements-fixture.ts';

describe('the wallets of a company', () => {
  test.each(['top', 'data', 'items', 'wallets', 'results'] as const)(
    'are found in the field %s of the answer',
    async (walletsField) => {
      const fixture = await startStatementsFixture({
        simulator: { walletsField, walletIdField: 'walletId' },
      });
      const { wallets, problem } = await fixture.call('statements.wallets', {});
      expect(problem).toBeNull();
      expect(wallets).toHaveLength(12);
      expect(wallets[4]).toEqual({ id: 1005, name: 'Zürich office', currency: 'CHF' });
    },
  );

  test('fall back to the wallets of earlier requests, with the reason, when the service lists no wallets', async () => {
    const fixture = await startStatementsFixture({ simulator: { walletsField: 'nowhere' } });
    await fixture.request([1001]);
    const { wallets, problem } = await fixture.call('statements.wallets', {});
    expect(wallets).toEqual([{ id: 1001, name: null, currency: null }]);
    expect(problem).toMatchObject({ code: 'answer-not-understood', details: { missing: 'wallets' } });
  });
});

describe('a statement request', () => {
  test('by webhook matches the documented format and waits for an event', async ({ fixture }) => {
    const { results } = await fixture.request([1001, 1002]);
    expect(results).toMatchObject([
      { period: january, outcome: 'accepted', invalidWallets: [], error: null },
    ]);
    expect(await fixture.list()).toMatchObject([
      { wallet: { id: 1002 }, state: 'waiting', since: '2026-01-01', format: 'csv', source: null },
      { wallet: { id: 1001 }, state: 'waiting' },
    ]);
    expect(fixture.simulator.state.statementRequests).toMatchObject([
      { walletIds: [1001, 1002], ...january, format: 'csv', delivery: 'webhook' },
    ]);
    expect(fixture.simulator.violations()).toEqual([]);
  });

  test('by e-mail waits for no event', async ({ fixture }) => {
    await fixture.request([1001], { email: 'clerk@practice.example', format: 'pdf' });
    expect(await fixture.list()).toMatchObject([
      { state: 'e-mailed', email: 'clerk@practice.example', format: 'pdf' },
    ]);
    expect(fixture.simulator.violations()).toEqual([]);
  });

  test('for several periods is sent once per period', async ({ fixture }) => {
    const periods = Array.from({ length: 9 }, (_, index) => ({
      since: `2026-0${index + 1}-01`,
      till: `2026-0${index + 1}-28`,
    }));
    const { results } = await fixture.request([1001], { periods });
    expect(results.map(({ period }) => period)).toEqual(periods);
    expect(fixture.simulator.state.statementRequests).toHaveLength(9);
  });

  test.for([
    { because: 'the key is no longer accepted', login: 401, code: 'key-refused' },
    { because: 'the environment is wrong', login: 403, code: 'wrong-environment' },
  ])(
    'interrupts the session when $because, and no other period is requested',
    async ({ login, code }, { fixture }) => {
      fixture.simulator.revokeTokens();
      fixture.simulator.faults.set('login', { kind: 'status', status: login });
      const periods = ['2025-01', '2025-02'].map((month) => ({ since: `${month}-01`, till: `${month}-28` }));
      const { results } = await fixture.request([1001], { periods });
      expect(results).toMatchObject([
        { outcome: 'failed', error: { code } },
        { outcome: 'failed', error: { code } },
      ]);
      const session = await fixture.testApp.until('session', ({ state }) => state === 'interrupted');
      expect(session).toMatchObject({ error: { code } });
      expect(fixture.simulator.state.statementRequests).toEqual([]);
    },
  );

  test('in progress when the session is interrupted fails with the reason of the interruption', async ({
    fixture,
  }) => {
    fixture.simulator.revokeTokens();
    fixture.simulator.faults.set('login', { kind: 'status', status: 401 });
    fixture.simulator.faults.set('statementExport', {
      kind: 'delay',
      milliseconds: 600_000,
      skip: 1,
      times: 1,
    });
    const periods = ['2025-01', '2025-02'].map((month) => ({ since: `${month}-01`, till: `${month}-28` }));
    const requesting = fixture.request([1001], { periods });
    await fixture.testApp.until('session', ({ state }) => state === 'interrupted');
    fixture.simulator.faults.clear('statementExport');
    const { results } = await requesting;
    expect(results).toMatchObject([
      { outcome: 'failed', error: { code: 'key-refused' } },
      { outcome: 'failed', error: { code: 'key-refused' } },
    ]);
  });

  test.each(['as-in-body', 'always-200'] as const)(
    'reports exactly its unknown wallets, whatever the HTTP status (%s)',
    async (statementStatus) => {
      const fixture = await startStatementsFixture({ simulator: { statementStatus } });
      const { results } = await fixture.request([1001, 41007, 7]);
      expect(results).toMatchObject([
        { outcome: 'refused', invalidWallets: [41007, 7], message: 'Invalid wallet Ids: 41007, 7' },
      ]);
      // Unknown wallets leave the inbox; the wallet that was refused with them can be requested again.
      expect((await fixture.list()).map(({ state, wallet }) => [state, wallet.id])).toEqual([
        ['refused', 1001],
      ]);
      expect(fixture.testApp.topic('statements').counts).toEqual({ refused: 1 });
      const entries = await fixture.testApp.call('activity.list', {
        offset: 0,
        limit: 50,
        filter: { kind: 'statement-request', outcome: null, text: '' },
      });
      expect(entries.rows).toMatchObject([{ kind: 'statement-request' }]);
      const { results: repeatResults } = await fixture.request([1001]);
      expect(repeatResults).toMatchObject([{ outcome: 'accepted' }]);
      expect((await fixture.list()).map(({ state, wallet }) => [state, wallet.id])).toEqual([
        ['waiting', 1001],
      ]);
    },
  );

  test('for a future period is refused before anything is sent', async ({ fixture }) => {
    const periods = [{ since: '2026-01-01', till: '2199-01-31' }];
    await expect(fixture.request([1001], { periods })).rejects.toMatchObject({ code: 'arguments-invalid' });
    expect(fixture.simulator.state.statementRequests).toEqual([]);
  });

  test.for([
    ['that ends before it starts', { since: '2026-02-01', till: '2026-01-01' }],
    ['with a day that does not exist', { since: '2026-02-30', till: '2026-03-01' }],
  ] as const)('for a period %s is refused', async ([, period], { fixture }) => {
    await expect(fixture.request([1001], { periods: [period] })).rejects.toMatchObject({
      code: 'arguments-invalid',
    });
  });

  test('is never repeated automatically, and only once when the clerk repeats it', async ({ fixture }) => {
    await fixture.request([1001, 1002]);
    await fixture.restart();
    expect(fixture.simulator.state.statementRequests).toHaveLength(1);
    const ids = (await fixture.list()).map(({ id }) => id);
    const { results } = await fixture.call('statements.retry', { action: 'request', ids });
    expect(results).toMatchObject([{ outcome: 'accepted' }]);
    expect(fixture.simulator.state.statementRequests).toHaveLength(2);
    expect(fixture.simulator.state.statementRequests[1]).toMatchObject({ walletIds: [1001, 1002] });
  });
});

describe('a request after the clerk switched to another profile', () => {
  /** Signs out of the company's profile and opens the practice company. */
  async function switchToPractice(fixture: StatementsFixture): Promise<void> {
    await fixture.call('session.signOut', { forgetKey: false });
    await fixture.call('session.activate', { action: 'practiceCompany' });
  }

  test('is refused when its form belongs to the previous profile', async ({ fixture }) => {
    await switchToPractice(fixture);
    await expect(fixture.request([1001])).rejects.toMatchObject({ code: 'sign-in-needed' });
    expect(await fixture.list()).toEqual([]);
    await fixture.request([1001], { profileId: 'practice-company' });
    expect(await fixture.list()).toMatchObject([{ wallet: { id: 1001 } }]);
    expect(fixture.simulator.state.statementRequests).toEqual([]);
  });

  test('is cancelled when it repeats a request of the previous profile', async ({ fixture }) => {
    await fixture.request([1001]);
    await fixture.request([1002], { format: 'pdf' });
    const ids = (await fixture.list()).map(({ id }) => id);
    const countExports = () =>
      fixture.simulator.calls().filter(({ route }) => route === 'statementExport').length;
    fixture.simulator.faults.set('statementExport', { kind: 'hang' });
    const repeatError = errorOf(fixture.call('statements.retry', { action: 'request', ids }));
    await eventually(() => expect(countExports()).toBe(3));
    await switchToPractice(fixture);
    fixture.simulator.faults.clear();
    expect(await repeatError).toMatchObject({ code: 'cancelled' });
    expect(await fixture.list()).toEqual([]);
    expect(countExports()).toBe(3);
  });
});

describe('a statement that was requested again', () => {
  async function requestTwice() {
    const fixture = await startStatementsFixture();
    await fixture.request([1001]);
    const [firstStatement] = await fixture.list();
    await fixture.call('statements.retry', { action: 'request', ids: [firstStatement?.id ?? 0] });
    const [firstEvent, secondEvent] = fixture.eventsOf(1001);
    if (firstEvent === undefined || secondEvent === undefined) throw new Error('There are not two requests');
    return { fixture, firstEvent, secondEvent, firstId: firstStatement?.id ?? 0 };
  }

  test('leaves the inbox once its newer statement is stored, whichever event arrives', async () => {
    const { fixture, firstEvent, firstId } = await requestTwice();
    expect(await fixture.pasteEvent(firstEvent)).toMatchObject({ taken: 1 });
    const newestStatement = (await fixture.list()).find(({ id }) => id !== firstId);
    await fixture.until(newestStatement?.id ?? 0, 'stored');
    expect(await fixture.list()).toMatchObject([{ id: newestStatement?.id, state: 'stored' }]);
    const { counts } = await fixture.testApp.until('statements', (value) => value.counts.stored === 1);
    expect(counts).toEqual({ stored: 1 });
    // The older request can still be read.
    expect(await fixture.call('statements.get', { id: firstId })).toMatchObject({ state: 'waiting' });
  });

  test('is downloaded once, even when the other event arrives later', async () => {
    const { fixture, firstEvent, secondEvent } = await requestTwice();
    await fixture.pasteEvent(secondEvent);
    await fixture.until((await fixture.list())[0]?.id ?? 0, 'stored', 'ready', 'downloading');
    await eventually(async () => expect(await fixture.list()).toMatchObject([{ state: 'stored' }]));
    expect(await fixture.pasteEvent(firstEvent)).toEqual({ taken: 0, repeated: 1, quarantined: 0 });
    expect(fixture.simulator.calls().filter(({ route }) => route === 'statementDownload')).toHaveLength(1);
  });

  test('in the other format is a separate request', async ({ fixture }) => {
    await fixture.request([1001]);
    await fixture.request([1001], { format: 'pdf' });
    const pdfEvent = fixture.eventsOf(1001)[1];
    await fixture.pasteEvent(pdfEvent ?? {});
    await eventually(async () =>
      expect((await fixture.list()).map(({ state, format }) => `${state} ${format}`)).toEqual([
        'waiting csv',
        'stored pdf',
      ]),
    );
  });
});

test('the coverage shows requested and missing months', async ({ fixture }) => {
  await fixture.call('statements.wallets', {});
  await fixture.request([1001], { periods: [{ since: '2026-01-01', till: '2026-03-31' }] });
  const { months, rows } = await fixture.call('statements.coverage', { last: '2026-04', months: 5 });
  expect(months).toEqual(['2025-12', '2026-01', '2026-02', '2026-03', '2026-04']);
  expect(rows).toHaveLength(12);
  expect(rows[0]?.cells.map(({ state }) => state)).toEqual([
    'missing',
    'waiting',
    'waiting',
    'waiting',
    'missing',
  ]);
  expect(rows[1]?.cells.every(({ state }) => state === 'missing')).toBe(true);
});

describe('a month in the coverage', () => {
  const march = { since: '2026-03-01', till: '2026-03-31' };
  /** Returns the states of February and March 2026 of wallet 1001 in the coverage. */
  const listCellStates = async (fixture: StatementsFixture) =>
    (await fixture.call('statements.coverage', { last: '2026-03', months: 2 })).rows
      .filter(({ wallet }) => wallet.id === 1001)
      .map(({ cells }) => cells.map(({ state }) => state));

  test('is missing when it was only requested before its end', async () => {
    let nowMs = Date.UTC(2026, 2, 31, 10);
    const fixture = await startStatementsFixture({ clock: { ...systemClock, now: () => nowMs } });
    await fixture.request([1001], { periods: [{ since: '2026-02-01', till: '2026-03-31' }] });
    expect(await listCellStates(fixture)).toEqual([['waiting', 'open']]);
    nowMs = Date.UTC(2026, 3, 1, 12);
    expect(await listCellStates(fixture)).toEqual([['waiting', 'missing']]);
    await fixture.request([1001], { periods: [march] });
    expect(await listCellStates(fixture)).toEqual([['waiting', 'waiting']]);
  });

  describe('that was requested before and after its end', () => {
    /** Requests the month before and after its end; returns both events. */
    async function requestTwice() {
      let nowMs = Date.UTC(2026, 2, 31, 10);
      const clock = { ...systemClock, now: () => nowMs };
      const fixture = await startStatementsFixture({ clock, simulator: { time: clock.now } });
      await fixture.request([1001], { periods: [march] });
      nowMs = Date.UTC(2026, 3, 1, 8);
      await fixture.request([1001], { periods: [march] });
      const [earlyEvent, lateEvent] = fixture.eventsOf(1001);
      const [secondId, firstId] = (await fixture.list()).map(({ id }) => id);
      return {
        fixture,
        earlyEvent: earlyEvent ?? {},
        lateEvent: lateEvent ?? {},
        firstId: firstId ?? 0,
        secondId: secondId ?? 0,
      };
    }

    test('waits for the later event even when the earlier one arrives late', async () => {
      const { fixture, earlyEvent, lateEvent, firstId, secondId } = await requestTwice();
      await fixture.pasteEvent(earlyEvent);
      await fixture.until(firstId, 'stored');
      expect(await listCellStates(fixture)).toEqual([['missing', 'waiting']]);
      expect(await fixture.pasteEvent(lateEvent)).toMatchObject({ taken: 1 });
      await fixture.until(secondId, 'stored');
      expect(await listCellStates(fixture)).toEqual([['missing', 'stored']]);
    });

    test('assigns the earlier event to the request whose link was lost', async () => {
      const { fixture, earlyEvent, firstId } = await requestTwice();
      fixture.simulator.faults.set('statementDownload', { kind: 'status', status: 503 });
      await fixture.pasteEvent(earlyEvent);
      await fixture.until(firstId, 'ready');
      await fixture.restart();
      fixture.simulator.faults.clear();
      await fixture.pasteEvent(earlyEvent);
      await fixture.until(firstId, 'stored');
      expect(await listCellStates(fixture)).toEqual([['missing', 'waiting']]);
    });
  });

  test('is still missing when its stored statement was created before its end', async () => {
    const nowMs = Date.UTC(2026, 3, 1, 8);
    const fixture = await startStatementsFixture({
      clock: { ...systemClock, now: () => nowMs },
      simulator: { time: () => nowMs },
    });
    await fixture.request([1001], { periods: [march] });
    const [event] = fixture.eventsOf(1001);
    await fixture.pasteEvent({ ...event, event: { ...event?.event, createdAt: '2026-03-31T10:00:00.000Z' } });
    await fixture.until((await fixture.list())[0]?.id ?? 0, 'stored');
    expect(await listCellStates(fixture)).toEqual([['missing', 'missing']]);
  });

  test('ends in the time zone of the service, wherever the clerk is', async () => {
    // In Sydney it is 9:00 on April 1.
    vi.stubEnv('TZ', 'Australia/Sydney');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    let nowMs = Date.UTC(2026, 2, 31, 22);
    expect(new Date(nowMs).getDate()).toBe(1);
    const fixture = await startStatementsFixture({ clock: { ...systemClock, now: () => nowMs } });
    await fixture.request([1001]);
    expect(await listCellStates(fixture)).toEqual([['missing', 'open']]);
    nowMs = Date.UTC(2026, 3, 1);
    expect(await listCellStates(fixture)).toEqual([['missing', 'missing']]);
    await fixture.request([1001], { periods: [march] });
    expect(await listCellStates(fixture)).toEqual([['missing', 'waiting']]);
  });
});
