import { describe, expect } from 'vitest';
import { type StatementsFixture, test } from './statements-fixture.ts';

describe('the listener', () => {
  async function openListener(fixture: StatementsFixture) {
    await fixture.call('statements.inbox', { action: 'setListener', on: true });
    const { inbox } = await fixture.testApp.until(
      'statements',
      ({ inbox: current }) => current.listener !== null,
    );
    return new URL(inbox.listener ?? '');
  }
  const post = (url: URL | string, body: string, headers: Record<string, string> = {}) =>
    fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });

  test('accepts an event only on its secret path', async ({ fixture }) => {
    const { event, id } = await fixture.requestStatement();
    const address = await openListener(fixture);
    expect(address.hostname).toBe('127.0.0.1');
    expect((await post(new URL('/', address), JSON.stringify(event))).status).toBe(404);
    expect((await post(address, JSON.stringify(event))).status).toBe(202);
    expect(await fixture.until(id, 'stored')).toMatchObject({ source: 'listener' });
  });

  test('has an address that is copied to the clipboard as a secret', async ({ fixture }) => {
    expect(await fixture.call('statements.inbox', { action: 'copyListener' })).toEqual({ copied: false });
    const address = await openListener(fixture);
    expect(await fixture.call('statements.inbox', { action: 'copyListener' })).toEqual({ copied: true });
    expect(fixture.platform.seen.secrets).toEqual([address.href]);
    expect(fixture.platform.seen.copied).toEqual([]);
  });

  test('rejects requests that are not an event of the company', async ({ fixture }) => {
    const address = await openListener(fixture);
    expect((await fetch(address)).status).toBe(405);
    expect((await post(address, '{}', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post(address, '{}', { origin: 'https://pages.example' })).status).toBe(403);
    expect((await post(address.href.replace('127.0.0.1', 'localhost'), '{}')).status).toBe(403);
    expect((await post(address, `"${'x'.repeat(70_000)}"`)).status).toBe(413);
    expect((await post(address, '{}')).status).toBe(400);
  });

  test('limits the rate of requests and closes when it is switched off', async ({ fixture }) => {
    const address = await openListener(fixture);
    const statuses: number[] = [];
    for (let count = 0; count < 1_005; count += 1) statuses.push((await fetch(address)).status);
    // All events of a month's end may arrive within one minute.
    expect(statuses.slice(0, 900).every((status) => status === 405)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
    await fixture.call('statements.inbox', { action: 'setListener', on: false });
    await expect(fetch(address)).rejects.toThrow();
  });
});
