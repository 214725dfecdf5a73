/** @file A storage host that sends an endless body without a length. */
import { expect, test } from 'vitest';
import { systemClock } from '../../../src/main/clock.ts';
import type { Http } from '../../../src/main/service/http.ts';
import { Secret } from '../../../src/main/service/secret.ts';
import { downloadStatement, maxStatementBytes } from '../../../src/main/service/statement-download.ts';

const piece = new Uint8Array(64 * 1024 * 1024).fill(0x61);

async function* endless(): AsyncGenerator<Uint8Array> {
  for (;;) yield piece;
}

const unused = () => Promise.reject(new Error('Only a stream is requested'));
const http: Http = {
  send: unused,
  reach: unused,
  proxyOf: unused,
  dropConnections: () => undefined,
  stream: async () => ({
    status: 200,
    requestId: null,
    header: (name) => (name === 'transfer-encoding' ? 'chunked' : null),
    body: endless(),
    cancel: () => undefined,
  }),
};

test('an endless body is rejected once it is larger than any statement', async () => {
  const link = new Secret('statement-link', 'https://files.example/a.csv');
  const deps = { http, clock: systemClock, signal: new AbortController().signal };
  let part = 0;
  const onProgress = (now: number) => {
    part = now;
  };
  const listener = { onStart: () => undefined, onProgress, hasWaitingDownloads: () => false };
  const read = async () => {
    for await (const bytes of downloadStatement(deps, link, listener)) expect(bytes).toBe(piece);
  };
  await expect(read()).rejects.toMatchObject({ code: 'answer-too-large' });
  expect(part).toBeLessThanOrEqual(maxStatementBytes);
  expect(part).toBeGreaterThan(maxStatementBytes - piece.length);
});
