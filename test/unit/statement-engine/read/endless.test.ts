/** @file A storage host that sends an endless body without a length. */
import { expect, test } from 'vitest';
import { systemClock } from '../../../../src/main/concurrency/clock.ts';
import type { Http } from '../../../../src/main/service/http/http.ts';
import { Secret } from '../../../../src/main/service/secret.ts';
import { downloadStatement, maxStatementBytes } from '../../../../src/main/service/statement-download.ts';

const chunk = new Uint8Array(64 * 1024 * 1024).fill(0x61);

async function* yieldEndlessly(): AsyncGenerator<Uint8Array> {
  for (;;) yield chunk;
}

const rejectUnused = () => Promise.reject(new Error('Only a stream is requested'));
const http: Http = {
  send: rejectUnused,
  reach: rejectUnused,
  proxyOf: rejectUnused,
  dropConnections: () => undefined,
  stream: async () => ({
    status: 200,
    requestId: null,
    header: (name) => (name === 'transfer-encoding' ? 'chunked' : null),
    body: yieldEndlessly(),
    cancel: () => undefined,
  }),
};

test('an endless body is rejected once it is larger than any statement', async () => {
  const link = new Secret('statement-link', 'https://files.example/a.csv');
  const deps = { http, clock: systemClock, signal: new AbortController().signal };
  let receivedBytes = 0;
  const onProgress = (totalBytes: number) => {
    receivedBytes = totalBytes;
  };
  const listener = { onStart: () => undefined, onProgress, hasWaitingDownloads: () => false };
  const readBody = async () => {
    for await (const bytes of downloadStatement(deps, link, listener)) expect(bytes).toBe(chunk);
  };
  await expect(readBody()).rejects.toMatchObject({ code: 'answer-too-large' });
  expect(receivedBytes).toBeLessThanOrEqual(maxStatementBytes);
  expect(receivedBytes).toBeGreaterThan(maxStatementBytes - chunk.length);
});
