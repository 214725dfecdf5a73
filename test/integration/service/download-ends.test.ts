/** @file The end of a statement download: only a content length or the last chunk marks it, and a resumed download must return exactly the missing bytes. */
import { type ServerResponse, STATUS_CODES } from 'node:http';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src/main/clock.ts';
import { Secret } from '../../../src/main/service/secret.ts';
import { downloadStatement } from '../../../src/main/service/statement-download.ts';
import { startHttp } from '../../fakes/servers.ts';
import { openService } from '../../fakes/service.ts';

const file = Buffer.from(Array.from({ length: 4000 }, (_, index) => `row ${index};1.00`).join('\n'));
const receivedLength = 10_000;

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
  const sendUntilClose = (response: ServerResponse) => answerRaw(response, 200, ['connection: close'], file);
  await expect(download([sendUntilClose])).rejects.toMatchObject({ code: 'download-damaged' });
});

test('a chunked answer is complete only after its last chunk', async () => {
  const chunk = `${file.length.toString(16)}\r\n${file.toString()}\r\n`;
  const sendChunked = (lastChunk: string) => (response: ServerResponse) =>
    answerRaw(response, 200, ['transfer-encoding: chunked'], Buffer.from(`${chunk}${lastChunk}`));
  expect(await download([sendChunked('0\r\n\r\n')])).toEqual(file);
  await expect(download([sendChunked('')])).rejects.toMatchObject({ code: 'connection-lost' });
});

test('an interrupted download resumes at the byte at which it was interrupted, of the same file only', async () => {
  const size = file.length;
  const first = file.subarray(0, receivedLength);
  const rest = file.subarray(receivedLength);
  const sendFirstPart = (response: ServerResponse) =>
    answerRaw(response, 200, [`content-length: ${size}`, 'etag: "1"'], first);
  const sendRange = (range: string) => (response: ServerResponse) =>
    answerRaw(response, 206, [`content-length: ${rest.length}`, `content-range: bytes ${range}`], rest);
  expect(await download([sendFirstPart, sendRange(`${receivedLength}-${size - 1}/${size}`)])).toEqual(file);
  const otherFile = download([sendFirstPart, sendRange(`${receivedLength}-${size}/${size + 1}`)]);
  await expect(otherFile).rejects.toMatchObject({ code: 'connection-lost' });
});
