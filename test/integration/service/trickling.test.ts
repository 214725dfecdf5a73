/** @file Hosts that never fall silent for long and never come to an end. Time runs 200 times as fast. */
import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { Secret } from '../../../src/main/service/secret.ts';
import { downloadStatement } from '../../../src/main/service/statement-download.ts';
import { createScaledClock } from '../../fakes/scaled-clock.ts';
import { json, startHttp } from '../../fakes/servers.ts';
import { openService } from '../../fakes/service.ts';

const factor = 200;

/** Sends the pieces, one in each `seconds` of the scaled time, and ends. */
function trickle(response: ServerResponse, pieces: readonly Uint8Array[], seconds: number): void {
  const [piece, ...rest] = pieces;
  if (piece === undefined) {
    response.end();
    return;
  }
  response.write(piece);
  setTimeout(() => trickle(response, rest, seconds), (seconds * 1000) / factor);
}

const bytesOf = (text: string) => [...Buffer.from(text)].map((byte) => Buffer.from([byte]));

describe('an answer of the service', () => {
  const answer = JSON.stringify({ token: 'canary-token', companyId: 'c', filling: 'x'.repeat(40) });

  test('that trickles for more than a minute is given up', async () => {
    const host = await startHttp((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      trickle(response, bytesOf(answer), 4);
      return undefined;
    });
    const { service } = openService({ base: host.base, clock: createScaledClock(factor) });
    await expect(service.signIn()).rejects.toMatchObject({ code: 'timed-out' });
  });

  test('that is slow but comes within the minute is taken', async () => {
    const host = await startHttp(async () => {
      await new Promise((resolve) => {
        setTimeout(resolve, 10_000 / factor);
      });
      return json(200, { token: 'canary-token', companyId: 'c' });
    });
    const { service } = openService({ base: host.base, clock: createScaledClock(factor) });
    expect(await service.signIn()).toMatchObject({ companyId: 'c' });
  });
});

describe('a download of less than 2 KB a second', () => {
  const slowPieces = Array.from({ length: 30 }, () => Buffer.alloc(1000, 'a'));

  async function download(isPlaceWanted: boolean, pieces = slowPieces): Promise<number> {
    const host = await startHttp((_, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' });
      trickle(response, pieces, 5);
      return undefined;
    });
    const clock = createScaledClock(factor);
    const { http } = openService({ base: host.base, clock });
    const link = new Secret('statement-link', `${host.base}/a.csv`);
    const parts = { http, clock, signal: new AbortController().signal };
    const listener = {
      onStart: () => undefined,
      onProgress: () => undefined,
      isPlaceWanted: () => isPlaceWanted,
    };
    let bytes = 0;
    for await (const piece of downloadStatement(parts, link, listener)) bytes += piece.length;
    return bytes;
  }

  test('gives its place up when another one waits', async () => {
    await expect(download(true)).rejects.toMatchObject({ code: 'timed-out', details: { cause: 'too-slow' } });
  });

  test('gives its place up also after a quick start', async () => {
    const pieces = [Buffer.alloc(1_000_000, 'a'), ...slowPieces];
    await expect(download(true, pieces)).rejects.toMatchObject({ code: 'timed-out' });
  });

  test('goes on to its end when none waits', async () => {
    expect(await download(false)).toBe(30_000);
  });
});
