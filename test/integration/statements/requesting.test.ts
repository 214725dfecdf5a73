import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../../src/main/clock.ts';
import { eventually } from '../../fakes/eventually.ts';
import { errorOf, eventsOf, january, startWork, type Work } from './work.ts';

describe('wallets', () => {
  test.each(['top', 'data', 'items', 'wallets', 'results'] as const)(
    'are listed from %s',
    async (walletsField) => {
      const work = await startWork({ simulator: { walletsField, walletIdField: 'walletId' } });
      const { wallets, problem } = await work.call('statements.wallets', {});
      expect(problem).toBeNull();
      expect(wallets).toHaveLength(12);
      expect(wallets[4]).toEqual({ id: 1005, name: 'Zürich office', currency: 'CHF' });
    },
  );

  test('that are not listed leave those that are known, with the reason', async () => {
    const work = await startWork({ simulator: { walletsField: 'nowhere' } });
    await work.ask([1001]);
    const { wallets, problem } = await work.call('statements.wallets', {});
    expect(wallets).toEqual([{ id: 1001, name: null, currency: null }]);
    expect(problem).toMatchObject({ code: 'answer-not-understood', details: { missing: 'wallets' } });
  });
});

describe('asking', () => {
  test('for the webhook waits for an event; the request is exactly the documented one', async () => {
    const work = await startWork();
    const { results } = await work.ask([1001, 1002]);
    expect(results).toMatchObject([
      { period: january, outcome: 'accepted', invalidWallets: [], error: null },
    ]);
    expect(await work.list()).toMatchObject([
      { wallet: { id: 1002 }, state: 'waiting', since: '2026-01-01', format: 'csv', source: null },
      { wallet: { id: 1001 }, state: 'waiting' },
    ]);
    expect(work.simulator.state.statementRequests).toMatchObject([
      { walletIds: [1001, 1002], ...january, format: 'csv', delivery: 'webhook' },
    ]);
    expect(work.simulator.violations()).toEqual([]);
  });

  test('by e-mail waits for nothing', async () => {
    const work = await startWork();
    await work.ask([1001], { email: 'clerk@practice.example', format: 'pdf' });
    expect(await work.list()).toMatchObject([
      { state: 'e-mailed', email: 'clerk@practice.example', format: 'pdf' },
    ]);
    expect(work.simulator.violations()).toEqual([]);
  });

  test('for many periods is one request for each', async () => {
    const work = await startWork();
    const periods = Array.from({ length: 9 }, (_, index) => ({
      since: `2026-0${index + 1}-01`,
      till: `2026-0${index + 1}-28`,
    }));
    const { results } = await work.ask([1001], { periods });
    expect(results.map(({ period }) => period)).toEqual(periods);
    expect(work.simulator.state.statementRequests).toHaveLength(9);
  });

  test.each([
    { because: 'the key is refused by now', login: 401, code: 'key-refused' },
    { because: 'the environment is the wrong one', login: 403, code: 'wrong-environment' },
  ])('interrupts the session when $because, and asks for no other month', async ({ login, code }) => {
    const work = await startWork();
    work.simulator.revokeTokens();
    work.simulator.faults.set('login', { kind: 'status', status: login });
    const periods = ['2025-01', '2025-02'].map((month) => ({ since: `${month}-01`, till: `${month}-28` }));
    const { results } = await work.ask([1001], { periods });
    expect(results).toMatchObject([
      { outcome: 'failed', error: { code } },
      { outcome: 'failed', error: { code } },
    ]);
    const session = await work.testApp.until('session', ({ state }) => state === 'interrupted');
    expect(session).toMatchObject({ error: { code } });
    expect(work.simulator.state.statementRequests).toEqual([]);
  });

  test('names the reason that ended the session for a request that was under way then', async () => {
    const work = await startWork();
    work.simulator.revokeTokens();
    work.simulator.faults.set('login', { kind: 'status', status: 401 });
    work.simulator.faults.set('statementExport', { kind: 'delay', milliseconds: 600_000, skip: 1, times: 1 });
    const periods = ['2025-01', '2025-02'].map((month) => ({ since: `${month}-01`, till: `${month}-28` }));
    const asked = work.ask([1001], { periods });
    await work.testApp.until('session', ({ state }) => state === 'interrupted');
    work.simulator.faults.clear('statementExport');
    const { results } = await asked;
    expect(results).toMatchObject([
      { outcome: 'failed', error: { code: 'key-refused' } },
      { outcome: 'failed', error: { code: 'key-refused' } },
    ]);
  });

  test.each(['as-in-body', 'always-200'] as const)(
    'for wallets that do not exist names exactly those, whatever the status (%s)',
    async (statementStatus) => {
      const work = await startWork({ simulator: { statementStatus } });
      const { results } = await work.ask([1001, 41007, 7]);
      expect(results).toMatchObject([
        { outcome: 'refused', invalidWallets: [41007, 7], message: 'Invalid wallet Ids: 41007, 7' },
      ]);
      // What does not exist leaves the inbox; the wallet that was refused with it can be asked for again.
      expect((await work.list()).map(({ state, wallet }) => [state, wallet.id])).toEqual([['refused', 1001]]);
      expect(work.testApp.topic('statements').counts).toEqual({ refused: 1 });
      const entries = await work.testApp.call('activity.list', {
        offset: 0,
        limit: 50,
        filter: { kind: 'statement-request', outcome: null, text: '' },
      });
      expect(entries.rows).toMatchObject([{ kind: 'statement-request' }]);
      const { results: again } = await work.ask([1001]);
      expect(again).toMatchObject([{ outcome: 'accepted' }]);
      expect((await work.list()).map(({ state, wallet }) => [state, wallet.id])).toEqual([['waiting', 1001]]);
    },
  );

  test('for the future is refused before anything is sent', async () => {
    const work = await startWork();
    const periods = [{ since: '2026-01-01', till: '2199-01-31' }];
    expect(await errorOf(work.ask([1001], { periods }))).toMatchObject({ code: 'arguments-invalid' });
    expect(work.simulator.state.statementRequests).toEqual([]);
  });

  test.each([
    ['the wrong way round', { since: '2026-02-01', till: '2026-01-01' }],
    ['with a day that does not exist', { since: '2026-02-30', till: '2026-03-01' }],
  ])('for a period %s is refused', async (_, period) => {
    const work = await startWork();
    expect(await errorOf(work.ask([1001], { periods: [period] }))).toMatchObject({
      code: 'arguments-invalid',
    });
  });

  test('again is never done by itself, and is one more request when the clerk does it', async () => {
    const work = await startWork();
    await work.ask([1001, 1002]);
    await work.restart();
    expect(work.simulator.state.statementRequests).toHaveLength(1);
    const ids = (await work.list()).map(({ id }) => id);
    const { results } = await work.call('statements.requestAgain', { ids });
    expect(results).toMatchObject([{ outcome: 'accepted' }]);
    expect(work.simulator.state.statementRequests).toHaveLength(2);
    expect(work.simulator.state.statementRequests[1]).toMatchObject({ walletIds: [1001, 1002] });
  });
});

describe('a clerk who goes on in another profile', () => {
  /** Out of the company's profile, and into the practice company. */
  async function changeProfile(work: Work): Promise<void> {
    await work.call('session.signOut', { forgetKey: false });
    await work.call('session.explore', {});
  }

  test('asks it for nothing of a form that belongs to the one before', async () => {
    const work = await startWork();
    await changeProfile(work);
    expect(await errorOf(work.ask([1001]))).toMatchObject({ code: 'sign-in-needed' });
    expect(await work.list()).toEqual([]);
    await work.ask([1001], { profileId: 'practice-company' });
    expect(await work.list()).toMatchObject([{ wallet: { id: 1001 } }]);
    expect(work.simulator.state.statementRequests).toEqual([]);
  });

  test('asks it for nothing that is asked again for the one before', async () => {
    const work = await startWork();
    await work.ask([1001]);
    await work.ask([1002], { format: 'pdf' });
    const ids = (await work.list()).map(({ id }) => id);
    const exports = () => work.simulator.calls().filter(({ route }) => route === 'statementExport').length;
    work.simulator.faults.set('statementExport', { kind: 'hang' });
    const again = errorOf(work.call('statements.requestAgain', { ids }));
    await eventually(() => expect(exports()).toBe(3));
    await changeProfile(work);
    work.simulator.faults.clear();
    expect(await again).toMatchObject({ code: 'cancelled' });
    expect(await work.list()).toEqual([]);
    expect(exports()).toBe(3);
  });
});

describe('a statement that was asked for once more', () => {
  async function askedTwice() {
    const work = await startWork();
    await work.ask([1001]);
    const [first] = await work.list();
    await work.call('statements.requestAgain', { ids: [first?.id ?? 0] });
    const [one, other] = eventsOf(work.simulator, 1001);
    if (one === undefined || other === undefined) throw new Error('It was not asked for twice');
    return { work, one, other, firstId: first?.id ?? 0 };
  }

  test('is work no longer when the second one is here, whichever event came', async () => {
    const { work, one, firstId } = await askedTwice();
    expect(await work.paste(one)).toMatchObject({ taken: 1 });
    const newest = (await work.list()).find(({ id }) => id !== firstId);
    await work.until(newest?.id ?? 0, 'stored');
    expect(await work.list()).toMatchObject([{ id: newest?.id, state: 'stored' }]);
    const { counts } = await work.testApp.until('statements', (value) => value.counts.stored === 1);
    expect(counts).toEqual({ stored: 1 });
    // What it was is still known.
    expect(await work.call('statements.get', { id: firstId })).toMatchObject({ state: 'waiting' });
  });

  test('is fetched once, however late the other event comes', async () => {
    const { work, one, other } = await askedTwice();
    await work.paste(other);
    await work.until((await work.list())[0]?.id ?? 0, 'stored', 'ready', 'downloading');
    await eventually(async () => expect(await work.list()).toMatchObject([{ state: 'stored' }]));
    expect(await work.paste(one)).toEqual({ taken: 0, repeated: 1, quarantined: 0 });
    expect(work.simulator.calls().filter(({ route }) => route === 'statementDownload')).toHaveLength(1);
  });

  test('in the other format is work of its own', async () => {
    const work = await startWork();
    await work.ask([1001]);
    await work.ask([1001], { format: 'pdf' });
    const pdf = eventsOf(work.simulator, 1001)[1];
    await work.paste(pdf ?? {});
    await eventually(async () =>
      expect((await work.list()).map(({ state, format }) => `${state} ${format}`)).toEqual([
        'waiting csv',
        'stored pdf',
      ]),
    );
  });
});

test('the coverage shows what waits and what is missing', async () => {
  const work = await startWork();
  await work.call('statements.wallets', {});
  await work.ask([1001], { periods: [{ since: '2026-01-01', till: '2026-03-31' }] });
  const { months, rows } = await work.call('statements.coverage', { last: '2026-04', months: 5 });
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

describe('a month', () => {
  const march = { since: '2026-03-01', till: '2026-03-31' };
  /** What the coverage shows of two months of one wallet. */
  const cells = async (work: Work) =>
    (await work.call('statements.coverage', { last: '2026-03', months: 2 })).rows
      .filter(({ wallet }) => wallet.id === 1001)
      .map(({ cells: of }) => of.map(({ state }) => state));

  test('that was asked for before its end is not covered by that', async () => {
    let time = Date.UTC(2026, 2, 31, 10);
    const work = await startWork({ clock: { ...systemClock, now: () => time } });
    await work.ask([1001], { periods: [{ since: '2026-02-01', till: '2026-03-31' }] });
    expect(await cells(work)).toEqual([['waiting', 'open']]);
    time = Date.UTC(2026, 3, 1, 12);
    expect(await cells(work)).toEqual([['waiting', 'missing']]);
    await work.ask([1001], { periods: [march] });
    expect(await cells(work)).toEqual([['waiting', 'waiting']]);
  });

  describe('that was asked for before and after its end', () => {
    /** The events of both requests, the second of which is made when the month is over. */
    async function askedTwice() {
      let time = Date.UTC(2026, 2, 31, 10);
      const clock = { ...systemClock, now: () => time };
      const work = await startWork({ clock, simulator: { time: clock.now } });
      await work.ask([1001], { periods: [march] });
      time = Date.UTC(2026, 3, 1, 8);
      await work.ask([1001], { periods: [march] });
      const [early, late] = eventsOf(work.simulator, 1001);
      const [second, first] = (await work.list()).map(({ id }) => id);
      return { work, early: early ?? {}, late: late ?? {}, first: first ?? 0, second: second ?? 0 };
    }

    test('waits for the later event, although the earlier one comes late', async () => {
      const { work, early, late, first, second } = await askedTwice();
      await work.paste(early);
      await work.until(first, 'stored');
      expect(await cells(work)).toEqual([['missing', 'waiting']]);
      expect(await work.paste(late)).toMatchObject({ taken: 1 });
      await work.until(second, 'stored');
      expect(await cells(work)).toEqual([['missing', 'stored']]);
    });

    test('leaves the earlier event to the request whose link was lost', async () => {
      const { work, early, first } = await askedTwice();
      work.simulator.faults.set('statementDownload', { kind: 'status', status: 503 });
      await work.paste(early);
      await work.until(first, 'ready');
      await work.restart();
      work.simulator.faults.clear();
      await work.paste(early);
      await work.until(first, 'stored');
      expect(await cells(work)).toEqual([['missing', 'waiting']]);
    });
  });

  test('is missing still when what is stored of it was made before its end, whenever it was asked for', async () => {
    const time = Date.UTC(2026, 3, 1, 8);
    const work = await startWork({
      clock: { ...systemClock, now: () => time },
      simulator: { time: () => time },
    });
    await work.ask([1001], { periods: [march] });
    const [made] = eventsOf(work.simulator, 1001);
    await work.paste({ ...made, event: { ...made?.event, createdAt: '2026-03-31T10:00:00.000Z' } });
    await work.until((await work.list())[0]?.id ?? 0, 'stored');
    expect(await cells(work)).toEqual([['missing', 'missing']]);
  });

  test('is over when it is for the service, wherever the clerk is', async () => {
    // In Sydney it is nine in the morning of the first of April.
    vi.stubEnv('TZ', 'Australia/Sydney');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    let time = Date.UTC(2026, 2, 31, 22);
    expect(new Date(time).getDate()).toBe(1);
    const work = await startWork({ clock: { ...systemClock, now: () => time } });
    await work.ask([1001]);
    expect(await cells(work)).toEqual([['missing', 'open']]);
    time = Date.UTC(2026, 3, 1);
    expect(await cells(work)).toEqual([['missing', 'missing']]);
    await work.ask([1001], { periods: [march] });
    expect(await cells(work)).toEqual([['missing', 'waiting']]);
  });
});
