import { describe, expect, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../../../src/main/concurrency/clock.ts';
import { errorOf } from '../../../fakes/error-of.ts';
import { eventually } from '../../../fakes/eventually.ts';
import {
  createSharedTest,
  january,
  openStatementsFixture,
  type StatementsFixture,
  sharedTest as test,
} from './statements-fixture.ts';

const countRequests = ({ simulator }: StatementsFixture) => simulator.state.statementRequests.length;

/** Returns the requests that the company received after the first `count` ones. */
const requestsSince = ({ simulator }: StatementsFixture, count: number) =>
  simulator.state.statementRequests.slice(count);

const statesOf = async (fixture: StatementsFixture, walletId: number) =>
  (await fixture.list())
    .filter(({ wallet }) => wallet.id === walletId)
    .map(({ state, format }) => `${state} ${format}`);

test('wallets of earlier requests are listed when the service lists none', async ({ fixture }) => {
  await fixture.request([1001]);
  fixture.simulator.faults.set('wallets', {
    kind: 'status',
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  const { wallets, problem } = await fixture.call('statements.wallets', {});
  expect(wallets.map(({ id }) => id)).toContain(1001);
  expect(problem).toMatchObject({ code: 'answer-not-understood', details: { missing: 'wallets' } });
});

test('the coverage shows requested and missing months', async ({ fixture }) => {
  expect((await fixture.call('statements.wallets', {})).problem).toBeNull();
  const { id } = await fixture.requestStatement(1002, {
    periods: [{ since: '2024-02-01', till: '2024-03-31' }],
  });
  const { months, rows } = await fixture.call('statements.coverage', { last: '2024-04', months: 4 });
  expect(months).toEqual(['2024-01', '2024-02', '2024-03', '2024-04']);
  expect(rows).toHaveLength(12);
  const states = rows.map(({ cells }) => cells.map(({ state }) => state));
  expect(states[1]).toEqual(['missing', 'waiting', 'waiting', 'missing']);
  expect(new Set(states.toSpliced(1, 1).flat())).toEqual(new Set(['missing']));
  expect(await fixture.call('statements.get', { id })).toMatchObject({ wallet: { name: 'Suppliers' } });
});

describe('a statement request', () => {
  test('by webhook matches the documented format and waits for an event', async ({ fixture }) => {
    const count = countRequests(fixture);
    const { results } = await fixture.request([1001, 1002]);
    expect(results).toMatchObject([
      { period: january, outcome: 'accepted', invalidWallets: [], error: null },
    ]);
    const newest = (await fixture.list()).toSorted((one, two) => two.id - one.id).slice(0, 2);
    expect(newest).toMatchObject([
      { wallet: { id: 1002 }, state: 'waiting', since: '2026-01-01', format: 'csv', source: null },
      { wallet: { id: 1001 }, state: 'waiting' },
    ]);
    expect(requestsSince(fixture, count)).toMatchObject([
      { walletIds: [1001, 1002], ...january, format: 'csv', delivery: 'webhook' },
    ]);
    expect(fixture.simulator.violations()).toEqual([]);
  });

  test('by e-mail waits for no event', async ({ fixture }) => {
    const email = 'clerk@practice.example';
    await fixture.request([1003], { email, format: 'pdf' });
    const mailed = (await fixture.list()).filter(({ state }) => state === 'e-mailed');
    expect(mailed).toMatchObject([{ wallet: { id: 1003 }, email, format: 'pdf' }]);
    expect(fixture.simulator.violations()).toEqual([]);
  });

  test('for several periods is sent once per period', async ({ fixture }) => {
    const count = countRequests(fixture);
    const periods = [1, 2, 3, 4].map((month) => ({
      since: `2025-0${month}-01`,
      till: `2025-0${month}-28`,
    }));
    const { results } = await fixture.request([1004], { periods });
    expect(results.map(({ period }) => period)).toEqual(periods);
    expect(requestsSince(fixture, count)).toMatchObject(periods);
  });

  test('reports exactly its unknown wallets', async ({ fixture }) => {
    const { refused = 0 } = fixture.testApp.topic('statements').counts;
    const { results } = await fixture.request([1005, 41007, 7]);
    expect(results).toMatchObject([
      { outcome: 'refused', invalidWallets: [41007, 7], message: 'Invalid wallet Ids: 41007, 7' },
    ]);
    // Unknown wallets leave the inbox; the wallet that was refused with them can be requested again.
    const listed = (await fixture.list()).map(({ wallet }) => wallet.id);
    expect(listed).not.toContain(41007);
    expect(listed).not.toContain(7);
    expect(await statesOf(fixture, 1005)).toEqual(['refused csv']);
    expect(fixture.testApp.topic('statements').counts).toMatchObject({ refused: refused + 1 });
    const filter = { kind: 'statement-request', outcome: 'refused', text: '' } as const;
    const { rows } = await fixture.call('activity.list', { offset: 0, limit: 50, filter });
    expect(rows[0]?.subject).toContain('1005');
    expect((await fixture.request([1005])).results).toMatchObject([{ outcome: 'accepted' }]);
    expect(await statesOf(fixture, 1005)).toEqual(['waiting csv']);
  });

  test.for([
    ['in the future', { since: '2026-01-01', till: '2199-01-31' }],
    ['that ends before it starts', { since: '2026-02-01', till: '2026-01-01' }],
    ['with a day that does not exist', { since: '2026-02-30', till: '2026-03-01' }],
  ] as const)('for a period %s is refused before it is sent', async ([, period], { fixture }) => {
    const count = countRequests(fixture);
    await expect(fixture.request([1001], { periods: [period] })).rejects.toMatchObject({
      code: 'arguments-invalid',
    });
    expect(countRequests(fixture)).toBe(count);
  });

  test('is never repeated automatically, and only once when the clerk repeats it', async ({ fixture }) => {
    const count = countRequests(fixture);
    await fixture.request([1006, 1007]);
    await fixture.restart();
    expect(countRequests(fixture)).toBe(count + 1);
    const wallets = (await fixture.list()).filter(({ wallet }) => [1006, 1007].includes(wallet.id));
    const ids = wallets.map(({ id }) => id);
    const { results } = await fixture.call('statements.retry', { action: 'request', ids });
    expect(results).toMatchObject([{ outcome: 'accepted' }]);
    expect(requestsSince(fixture, count + 1)).toMatchObject([{ walletIds: [1006, 1007] }]);
  });

  const twoPeriods = ['2025-01', '2025-02'].map((month) => ({ since: `${month}-01`, till: `${month}-28` }));
  const interrupted = (fixture: StatementsFixture) =>
    fixture.testApp.until('session', ({ state }) => state === 'interrupted');

  test.for([
    { because: 'the key is no longer accepted', login: 401, code: 'key-refused' },
    { because: 'the environment is wrong', login: 403, code: 'wrong-environment' },
    { because: 'the sign-in is refused', login: 404, code: 'sign-in-refused' },
  ])('interrupts the session when $because', async ({ login, code }, { fixture }) => {
    const count = countRequests(fixture);
    fixture.simulator.revokeTokens();
    fixture.simulator.faults.set('login', { kind: 'status', status: login });
    const { results } = await fixture.request([1001], { periods: twoPeriods });
    const failed = { outcome: 'failed', error: { code } };
    expect(results).toMatchObject([failed, failed]);
    expect(await interrupted(fixture)).toMatchObject({ error: { code } });
    expect(countRequests(fixture)).toBe(count);
    fixture.simulator.faults.clear();
    await fixture.signIn();
  });

  test.for([
    ['is unknown when it is answered 408', 1009, 'statementExport', 408, 'waiting'],
    ['was not sent when its sign-in fails', 1010, 'login', 500, 'refused'],
  ] as const)('%s, and is not repeated', async ([, walletId, route, status, state], { fixture }) => {
    const count = countRequests(fixture);
    fixture.simulator.revokeTokens();
    fixture.simulator.faults.set(route, { kind: 'status', status });
    const { results } = await fixture.request([walletId]);
    fixture.simulator.faults.clear();
    expect(results).toMatchObject([{ outcome: 'failed' }]);
    expect(await statesOf(fixture, walletId)).toEqual([`${state} csv`]);
    expect(countRequests(fixture)).toBe(count);
    const ids = (await fixture.list()).filter(({ wallet }) => wallet.id === walletId).map(({ id }) => id);
    await fixture.call('statements.retry', { action: 'request', ids });
    expect(countRequests(fixture)).toBe(count + 1);
  });

  test('in progress when the session is interrupted fails with its reason', async ({ fixture }) => {
    fixture.simulator.revokeTokens();
    fixture.simulator.faults.set('login', { kind: 'status', status: 401 });
    // Waits until the fault is cleared.
    const delay = { kind: 'delay', milliseconds: 600_000 } as const;
    fixture.simulator.faults.set('statementExport', { ...delay, skip: 1, times: 1 });
    const requesting = fixture.request([1001], { periods: twoPeriods });
    await interrupted(fixture);
    fixture.simulator.faults.clear('statementExport');
    const failed = { outcome: 'failed', error: { code: 'key-refused' } };
    expect((await requesting).results).toMatchObject([failed, failed]);
    fixture.simulator.faults.clear();
    await fixture.signIn();
  });
});

describe('a statement that was requested again', () => {
  /** Requests a statement twice; returns both events and IDs. */
  async function requestTwice(fixture: StatementsFixture, walletId: number) {
    const first = await fixture.requestStatement(walletId);
    await fixture.call('statements.retry', { action: 'request', ids: [first.id] });
    const secondEvent = fixture.eventsOf(walletId).at(-1);
    const newest = (await fixture.list()).find(({ wallet }) => wallet.id === walletId);
    return { first, second: { event: secondEvent ?? {}, id: newest?.id ?? 0 } };
  }

  test('leaves the inbox once the newer statement is stored by either event', async ({ fixture }) => {
    const { first, second } = await requestTwice(fixture, 1008);
    expect(await fixture.pasteEvent(first.event)).toMatchObject({ taken: 1 });
    await fixture.until(second.id, 'stored');
    expect(await statesOf(fixture, 1008)).toEqual(['stored csv']);
    // The older request can still be read.
    expect(await fixture.call('statements.get', { id: first.id })).toMatchObject({ state: 'waiting' });
  });
});

test('a switch of profiles cancels and refuses requests of the previous one', async ({ fixture }) => {
  const csv = await fixture.requestStatement(1011);
  const pdf = await fixture.requestStatement(1012, { format: 'pdf' });
  const countExports = () =>
    fixture.simulator.calls().filter(({ route }) => route === 'statementExport').length;
  const count = countExports();
  fixture.simulator.faults.set('statementExport', { kind: 'hang' });
  const ids = [csv.id, pdf.id];
  const repeatError = errorOf(fixture.call('statements.retry', { action: 'request', ids }));
  await eventually(() => expect(countExports()).toBe(count + 1));
  await fixture.switchToPractice();
  fixture.simulator.faults.clear();
  expect(await repeatError).toMatchObject({ code: 'cancelled' });
  // The form of a request belongs to the profile that was active when the form was opened.
  await expect(fixture.request([1001])).rejects.toMatchObject({ code: 'sign-in-needed' });
  expect(await fixture.list()).toEqual([]);
  await fixture.request([1001], { profileId: 'practice-company' });
  expect(await fixture.list()).toMatchObject([{ wallet: { id: 1001 } }]);
  expect(countExports()).toBe(count + 1);
  await fixture.call('session.signOut', { forgetKey: false });
  await fixture.signIn();
});

let nowMs = 0;
const clock = { ...systemClock, now: () => nowMs };
const monthEnd = Date.UTC(2026, 2, 31, 10);

/** Tests at the end of March 2026, by the clocks of both Paydesk and the company. */
const marchTest = createSharedTest(() => {
  nowMs = monthEnd;
  return openStatementsFixture({ clock, simulator: { time: clock.now } });
});

describe('a month in the coverage', () => {
  const march = { since: '2026-03-01', till: '2026-03-31' };
  /** Returns the states of February and March 2026 of a wallet in the coverage. */
  const cellStates = async (fixture: StatementsFixture, walletId: number) =>
    (await fixture.call('statements.coverage', { last: '2026-03', months: 2 })).rows
      .find(({ wallet }) => wallet.id === walletId)
      ?.cells.map(({ state }) => state);

  marchTest('is missing when it was only requested before its end', async ({ fixture }) => {
    nowMs = monthEnd;
    await fixture.request([1001], { periods: [{ since: '2026-02-01', till: '2026-03-31' }] });
    expect(await cellStates(fixture, 1001)).toEqual(['waiting', 'open']);
    nowMs = Date.UTC(2026, 3, 1, 12);
    expect(await cellStates(fixture, 1001)).toEqual(['waiting', 'missing']);
    await fixture.request([1001], { periods: [march] });
    expect(await cellStates(fixture, 1001)).toEqual(['waiting', 'waiting']);
  });

  describe('that was requested before and after its end', () => {
    async function requestTwice(fixture: StatementsFixture, walletId: number) {
      nowMs = monthEnd;
      const early = await fixture.requestStatement(walletId, { periods: [march] });
      nowMs = Date.UTC(2026, 3, 1, 8);
      return { early, late: await fixture.requestStatement(walletId, { periods: [march] }) };
    }

    marchTest('waits for the later event even when the earlier one arrives late', async ({ fixture }) => {
      const { early, late } = await requestTwice(fixture, 1002);
      await fixture.pasteEvent(early.event);
      await fixture.until(early.id, 'stored');
      expect(await cellStates(fixture, 1002)).toEqual(['missing', 'waiting']);
      expect(await fixture.pasteEvent(late.event)).toMatchObject({ taken: 1 });
      await fixture.until(late.id, 'stored');
      expect(await cellStates(fixture, 1002)).toEqual(['missing', 'stored']);
    });

    marchTest('assigns the earlier event to the request whose link was lost', async ({ fixture }) => {
      const { early } = await requestTwice(fixture, 1003);
      fixture.simulator.faults.set('statementDownload', { kind: 'status', status: 503 });
      await fixture.pasteEvent(early.event);
      await fixture.until(early.id, 'ready');
      await fixture.restart();
      fixture.simulator.faults.clear();
      await fixture.pasteEvent(early.event);
      await fixture.until(early.id, 'stored');
      expect(await cellStates(fixture, 1003)).toEqual(['missing', 'waiting']);
    });
  });

  marchTest('is still missing when its stored statement was created before its end', async ({ fixture }) => {
    nowMs = Date.UTC(2026, 3, 1, 8);
    const { event, id } = await fixture.requestStatement(1004, { periods: [march] });
    const createdBefore = { ...event.event, createdAt: '2026-03-31T10:00:00.000Z' };
    await fixture.pasteEvent({ ...event, event: createdBefore });
    await fixture.until(id, 'stored');
    expect(await cellStates(fixture, 1004)).toEqual(['missing', 'missing']);
  });

  marchTest('ends in the time zone of the service, wherever the clerk is', async ({ fixture }) => {
    // In Sydney it is 9:00 on April 1.
    vi.stubEnv('TZ', 'Australia/Sydney');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    nowMs = Date.UTC(2026, 2, 31, 22);
    expect(new Date(nowMs).getDate()).toBe(1);
    await fixture.request([1005]);
    expect(await cellStates(fixture, 1005)).toEqual(['missing', 'open']);
    nowMs = Date.UTC(2026, 3, 1);
    expect(await cellStates(fixture, 1005)).toEqual(['missing', 'missing']);
    await fixture.request([1005], { periods: [march] });
    expect(await cellStates(fixture, 1005)).toEqual(['missing', 'waiting']);
  });
});
