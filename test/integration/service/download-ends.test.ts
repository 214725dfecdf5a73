/** @file The end of a statement download: only a content length or the last chunk marks it, and a resumed download must return exactly the rest. */
import { type ServerResponse, STATUS_CODES } from 'node:http';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/main/clock.ts';
import { Secret } from '../../../src/main/service/secret.ts';
import { downloadStatement } from '../../../src/main/service/statement-download.ts';
import { startHttp } from '../../fakes/servers.ts';
import { openService } from '../../fakes/service.ts';

const whole = Buffer.from(Array.from({ length: 4000 }, (_, index) => `row ${index};1.00`).join('\n'));
const half = 10_000;

/** Writes a raw answer and closes the connection. */
function answerRaw(response: ServerResponse, status: number, headers: readonly string[], body: Buffer): void {
  const { socket } = response;
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, 'content-type: text/csv', ...headers];
  socket?.write(`${head.join('\r\n')}\r\n\r\n`);
  socket?.end(body);
}

async function download(answers: readonly ((response: ServerResponse) => void)[]): Promise<Buffer> {
  let calls = 0;
  const host = await startHttp((_, response) => {
    answers[calls]?.(response);
    calls += 1;
    return undefined;
  });
  const { http } = openService({ base: host.base });
  const deps = { http, clock: systemClock, signal: new AbortController().signal };
  const link = new Secret('statement-link', `${host.base}/a.csv`);
  const listener = {
    onStart: () => undefined,
    onProgress: () => undefined,
    hasWaitingDownloads: () => false,
  };
  const pieces: Uint8Array[] = [];
  for await (const piece of downloadStatement(deps, link, listener)) pieces.push(piece);
  return Buffer.concat(pieces);
}

test('an answer that ends with its connection is not accepted as a complete file', async () => {
  const closing = (response: ServerResponse) => answerRaw(response, 200, ['connection: close'], whole);
  await expect(download([closing])).rejects.toMatchObject({ code: 'download-damaged' });
});

test('a chunked answer is complete only after its last chunk', async () => {
  const chunk = `${whole.length.toString(16)}\r\n${whole.toString()}\r\n`;
  const chunked = (end: string) => (response: ServerResponse) =>
    answerRaw(response, 200, ['transfer-encoding: chunked'], Buffer.from(`${chunk}${end}`));
  expect(await download([chunked('0\r\n\r\n')])).toEqual(whole);
  await expect(download([chunked('')])).rejects.toMatchObject({ code: 'connection-lost' });
});

describe('an interrupted download', () => {
  const cut = (response: ServerResponse) =>
    answerRaw(response, 200, [`content-length: ${whole.length}`, 'etag: "1"'], whole.subarray(0, half));
  const rest =
    (range: string, body: Buffer, status = 206) =>
    (response: ServerResponse) =>
      answerRaw(response, status, [`content-length: ${body.length}`, `content-range: ${range}`], body);
  const size = whole.length;

  test('resumes at the same byte', async () => {
    const resumed = rest(`bytes ${half}-${size - 1}/${size}`, whole.subarray(half));
    expect(await download([cut, resumed])).toEqual(whole);
  });

  test.each([
    ['starts at another byte', `bytes ${half + 1}-${size}/${size + 1}`, 206],
    ['starts at a byte with the same first digits', `bytes ${half}0-${size - 1}/${size}`, 206],
    ['is of a file of another length', `bytes ${half}-${size}/${size + 1}`, 206],
    ['ends before the end', `bytes ${half}-${size - 2}/${size}`, 206],
    ['has no range', '', 206],
    ['is the whole file again', `bytes ${half}-${size - 1}/${size}`, 200],
  ])('rejects a range that %s', async (_, range, status) => {
    const other = rest(range, whole.subarray(half), status);
    await expect(download([cut, other])).rejects.toMatchObject({ code: 'connection-lost' });
  });
});
