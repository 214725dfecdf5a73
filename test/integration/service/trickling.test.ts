/** @file Hosts that send slowly without ever stalling. The clock advances only between pieces. */
import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { Secret } from '../../../src/main/service/secret.ts';
import { downloadStatement } from '../../../src/main/service/statement-download.ts';
import { createFakeClock, type FakeClock } from '../../fakes/clock.ts';
import { json, startHttp } from '../../fakes/servers.ts';
import { openService } from '../../fakes/service.ts';

/** Sends one piece every `seconds` and ends the response. */
async function trickle(
  response: ServerResponse,
  pieces: readonly Uint8Array[],
  { clock, seconds }: { readonly clock: FakeClock; readonly seconds: number },
): Promise<void> {
  for (const piece of pieces) {
    response.write(piece);
    await clock.advance(seconds * 1_000);
  }
  response.end();
}

const bytesOf = (text: string) => [...Buffer.from(text)].map((byte) => Buffer.from([byte]));

describe('an answer of the service', () => {
  const answer = JSON.stringify({ token: 'canary-token', companyId: 'c', filling: 'x'.repeat(40) });

  test('that trickles for more than a minute is aborted', async () => {
    const clock = createFakeClock();
    const host = await startHttp((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      void trickle(response, bytesOf(answer), { clock, seconds: 4 });
      return undefined;
    });
    const { service } = openService({ base: host.base, clock });
    await expect(service.signIn()).rejects.toMatchObject({ code: 'timed-out' });
  });

  test('that is slow but complete within the minute is accepted', async () => {
    const clock = createFakeClock();
    const host = await startHttp(async () => {
      await clock.advance(10_000);
      return json(200, { token: 'canary-token', companyId: 'c' });
    });
    const { service } = openService({ base: host.base, clock });
    expect(await service.signIn()).toMatchObject({ companyId: 'c' });
  });
});

describe('a download of less than 2 KB a second', () => {
  const slowPieces = Array.from({ length: 30 }, () => Buffer.alloc(1000, 'a'));

  /** Returns the number of bytes received. After each piece the clock advances five seconds before the next is sent. */
  async function download(hasWaitingDownloads: boolean, pieces = slowPieces): Promise<number> {
    const clock = createFakeClock();
    const remaining = [...pieces];
    let sent = 0;
    let sendNext = () => {};
    const host = await startHttp((_, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' });
      sendNext = () => {
        const piece = remaining.shift();
        sent += piece?.length ?? 0;
        if (piece === undefined) response.end();
        else response.write(piece);
      };
      sendNext();
      return undefined;
    });
    const { http } = openService({ base: host.base, clock });
    const link = new Secret('statement-link', `${host.base}/a.csv`);
    const deps = { http, clock, signal: new AbortController().signal };
    const listener = {
      onStart: () => undefined,
      onProgress: () => undefined,
      hasWaitingDownloads: () => hasWaitingDownloads,
    };
    let bytes = 0;
    for await (const piece of downloadStatement(deps, link, listener)) {
      bytes += piece.length;
      if (bytes < sent) continue;
      await clock.advance(5_000);
      sendNext();
    }
    return bytes;
  }

  test('is aborted when another download waits', async () => {
    await expect(download(true)).rejects.toMatchObject({ code: 'timed-out', details: { cause: 'too-slow' } });
  });

  test('is aborted also after a quick start when another download waits', async () => {
    const pieces = [Buffer.alloc(1_000_000, 'a'), ...slowPieces];
    await expect(download(true, pieces)).rejects.toMatchObject({ code: 'timed-out' });
  });

  test('completes when no other download waits', async () => {
    expect(await download(false)).toBe(30_000);
  });
});
