/** @file Large answers are understood without being parsed in the main thread. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { json, startHttp } from '../../fakes/servers/servers.ts';
import { openService } from '../../fakes/servers/service.ts';

const megabyte = 1_048_576;

/** Opens a service with this answer, text or JSON, to a request for wallets; also returns the length of the longest text that this thread has parsed. */
async function answerWallets(body: unknown) {
  const login = await startHttp(() => json(200, { token: 'canary-token-77', companyId: 'c' }));
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const host = await startHttp(() => ({ ...json(200, null), body: text }));
  const { service } = openService({ base: login.base, hosts: { wallet: host.base } });
  await service.signIn();
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());
  return { service, maxParsedLength: () => Math.max(0, ...parse.mock.calls.map(([text]) => text.length)) };
}

test('a list of 10,000 wallets in 3 MB is parsed outside of the main thread', async () => {
  const wallets = Array.from({ length: 10_000 }, (_, id) => ({
    id: id + 1,
    name: 'x'.repeat(300),
    currency: 'EUR',
  }));
  const { service, maxParsedLength } = await answerWallets({ data: wallets });
  const parsedWallets = await service.listWallets();
  expect(parsedWallets).toHaveLength(10_000);
  expect(parsedWallets.at(-1)).toEqual({ id: 10_000, name: 'x'.repeat(120), currency: 'EUR' });
  expect(maxParsedLength()).toBeLessThan(megabyte);
});
