import { describe, expect } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import type { Fault } from '../../simulator/faults.ts';
import { type StatementsFixture, test } from './statements-fixture.ts';

async function requestWithFaults(fixture: StatementsFixture, ...faults: Fault[]): Promise<number> {
  await fixture.request([1001]);
  const id = (await fixture.list())[0]?.id ?? 0;
  fixture.simulator.faults.set('statementDownload', ...faults);
  const [event] = fixture.eventsOf(1001);
  if (event !== undefined) await fixture.pasteEvent(event);
  return id;
}

/** A redirect to another service on this computer. */
const localRedirect = { location: 'http://127.0.0.1:9/statement.csv' };

const listDownloads = (fixture: StatementsFixture) =>
  fixture.simulator.calls().filter(({ route }) => route === 'statementDownload');

describe('a download', () => {
  test.for<[string, Fault]>([
    ['a server error of the storage', { kind: 'status', status: 500, times: 1 }],
    ['a dropped connection', { kind: 'reset', at: 'headers', times: 1 }],
    ['a response that breaks off', { kind: 'reset-in-answer', times: 1 }],
    ['fewer bytes than announced', { kind: 'short-body', times: 1 }],
    ['a web page', { kind: 'html', times: 1 }],
    ['an empty response', { kind: 'empty-body', times: 1 }],
  ] as const)('is retried after %s until the statement is complete', async ([, fault], { fixture }) => {
    const id = await requestWithFaults(fixture, fault);
    await fixture.until(id, 'ready', 'stored');
    await eventually(async () => {
      await fixture.call('statements.retry', { action: 'download', id }).catch(() => undefined);
      expect((await fixture.call('statements.get', { id })).state).toBe('stored');
    });
    expect(fixture.simulator.violations()).toEqual([]);
  });

  test.for<[string, Fault, string]>([
    ['an expired link', { kind: 'expired-link' }, 'statement-link-ended'],
    ['a missing file', { kind: 'status', status: 404 }, 'statement-gone'],
  ] as const)(
    'is not retried after %s, and the statement has to be requested again',
    async ([, fault, code], { fixture }) => {
      const id = await requestWithFaults(fixture, fault);
      expect(await fixture.until(id, 'expired')).toMatchObject({ problem: { code } });
      expect(listDownloads(fixture)).toHaveLength(1);
      fixture.simulator.faults.clear();
      await fixture.call('statements.retry', { action: 'request', ids: [id] });
      const nextEvent = fixture.eventsOf(1001).at(-1);
      if (nextEvent !== undefined) await fixture.pasteEvent(nextEvent);
      await eventually(async () =>
        expect((await fixture.list()).some(({ state }) => state === 'stored')).toBe(true),
      );
    },
  );

  test('does not follow a redirect', async ({ fixture }) => {
    const headers = { location: `${fixture.simulator.hosts.auth}/users/login` };
    const id = await requestWithFaults(fixture, { kind: 'status', status: 302, headers });
    expect((await fixture.until(id, 'ready', 'expired')).problem).toMatchObject({ code: 'download-damaged' });
    expect(fixture.simulator.calls().every(({ route }) => route !== null)).toBe(true);
  });

  test.for<[string, Fault, string]>([
    ['a web page', { kind: 'html' }, 'download-damaged'],
    ['an empty response', { kind: 'empty-body' }, 'download-damaged'],
    [
      'a redirect to this computer',
      { kind: 'status', status: 302, headers: localRedirect },
      'download-damaged',
    ],
  ] as const)(
    'that keeps returning %s ends as expired for the clerk to request again, and nothing is stored',
    async ([, fault, code], { fixture }) => {
      const id = await requestWithFaults(fixture, fault);
      await eventually(async () => {
        await fixture.call('statements.retry', { action: 'download', id }).catch(() => undefined);
        expect(await fixture.call('statements.get', { id })).toMatchObject({
          state: 'expired',
          problem: { code },
        });
      });
      expect((await fixture.call('statements.get', { id })).sha256).toBeNull();
      expect(fixture.simulator.calls().every(({ route }) => route !== null)).toBe(true);
    },
  );

  test('of a response that announces too many bytes is refused with a message', async ({ fixture }) => {
    const id = await requestWithFaults(fixture, {
      kind: 'huge-body',
      bytes: 10_000_000_000,
      declaresLength: true,
    });
    expect((await fixture.until(id, 'expired')).problem).toMatchObject({ code: 'answer-too-large' });
  });

  test('that was interrupted by quitting reports its lost link, and a second event completes it', async ({
    fixture,
  }) => {
    const id = await requestWithFaults(fixture, { kind: 'hang' });
    await fixture.until(id, 'downloading');
    // Neither the lock nor an update interrupts Paydesk while it is busy.
    expect(fixture.testApp.app.isBusy()).toBe(true);
    fixture.simulator.faults.clear();
    await fixture.restart();
    expect(await fixture.until(id, 'expired')).toMatchObject({ problem: { code: 'link-lost' } });
    const [event] = fixture.eventsOf(1001);
    if (event !== undefined) await fixture.pasteEvent(event);
    await fixture.until(id, 'stored');
  });
});
