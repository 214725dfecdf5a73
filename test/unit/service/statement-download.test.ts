/** @file Downloads of a statement for every answer that a storage may give. */
import { describe, expect, test } from 'vitest';
import { HttpFailure } from '../../../src/main/service/failure.ts';
import { tooSlowDetail } from '../../../src/main/service/http-stream.ts';
import { Secret } from '../../../src/main/service/secret.ts';
import { downloadStatement, maxStatementBytes } from '../../../src/main/service/statement-download.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import type { DownloadProblem } from '../../../src/shared/model/statements.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { type ScriptedAnswer, scriptStream } from './scripted-stream.ts';

const host = 'files.example';
const link = new Secret('statement-link', `https://${host}/a.csv?signature=s1`);
const lost = new HttpFailure('connection-lost', host, true, 'ECONNRESET');
const withLength = (length: number | string) => ({ 'content-length': String(length) });

/** Downloads a statement from a storage with these answers and returns everything that was observed. */
async function download(
  answers: readonly (ScriptedAnswer | (() => never))[],
  { hasWaitingDownloads = false, signal = new AbortController().signal } = {},
) {
  const script = scriptStream(...answers);
  const starts: (number | null)[] = [];
  const progress: number[] = [];
  let text = '';
  let error: unknown = null;
  const listener = {
    onStart: (totalBytes: number | null) => void starts.push(totalBytes),
    onProgress: (receivedBytes: number) => void progress.push(receivedBytes),
    hasWaitingDownloads: () => hasWaitingDownloads,
  };
  try {
    const deps = { http: script.http, clock: createFakeClock(), signal };
    for await (const piece of downloadStatement(deps, link, listener)) text += Buffer.from(piece).toString();
  } catch (thrown) {
    error = thrown;
  }
  return { text, error, starts, progress, requests: script.requests, cancelled: script.cancelled() };
}

describe('a download', () => {
  test('is requested with only the link, and arrives in order with its progress', async () => {
    const answer = { headers: withLength(6), pieces: ['a;b', '\n1', ';'] };
    const { requests, ...observed } = await download([answer], { hasWaitingDownloads: true });
    expect(observed).toEqual({
      text: 'a;b\n1;',
      error: null,
      starts: [6],
      progress: [3, 5, 6],
      cancelled: 0,
    });
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      headers: {},
      stallTimeoutMs: 30_000,
      secrets: [link],
      minRate: { bytesPerSecond: 2_000, spanMs: 60_000 },
    });
    expect(requests[0]?.url.href).toBe(link.reveal());
    expect(requests[0]?.minRate?.applies()).toBe(true);
  });

  test('continues at any rate while no other download waits', async () => {
    const { requests } = await download([{ headers: withLength(1), pieces: ['a'] }]);
    expect(requests[0]?.minRate?.applies()).toBe(false);
  });

  test.each(['chunked', 'Chunked', 'gzip, chunked'])(
    'in chunks with an end marker (%s) is complete',
    async (value) => {
      const { text, starts } = await download([
        { headers: { 'transfer-encoding': value }, pieces: ['a', 'b'] },
      ]);
      expect([text, starts]).toEqual(['ab', [null]]);
    },
  );

  test('that fails before an answer rejects with the network error', async () => {
    const unreachable = new HttpFailure('unreachable', host, false, 'ECONNREFUSED');
    const { error } = await download([
      () => {
        throw unreachable;
      },
    ]);
    expect(error).toMatchObject({ code: 'host-unreachable', retryable: true, details: { host } });
  });

  test('passes on known and unexpected errors', async () => {
    const known = new PaydeskError('proxy-refused', 'No');
    const unexpected = new RangeError('a bug');
    for (const thrown of [known, unexpected]) {
      const { error } = await download([
        () => {
          throw thrown;
        },
      ]);
      expect(error).toBe(thrown);
    }
  });
});

describe('an answer that cannot be a statement', () => {
  test.each<[string, ScriptedAnswer]>([
    ['a web page', { headers: { ...withLength(4), 'content-type': 'text/html' } }],
    [
      'a web page with an encoding',
      { headers: { ...withLength(4), 'content-type': ' Text/HTML ; charset=utf-8' } },
    ],
    ['a strict web page', { headers: { ...withLength(4), 'content-type': 'application/xhtml+xml' } }],
    ['a compressed body', { headers: { ...withLength(4), 'content-encoding': 'gzip' } }],
    ['neither a length nor chunks', { headers: {} }],
    ['an encoding whose name only contains chunked', { headers: { 'transfer-encoding': 'unchunked' } }],
    ['a length that is no number', { headers: withLength('four') }],
    ['a negative length', { headers: withLength(-4) }],
    ['a length that is not a whole number', { headers: withLength(1.5) }],
  ])('(%s) is refused before a byte is returned, without waiting for the rest', async (_, answer) => {
    const { text, error, starts, cancelled } = await download([{ ...answer, pieces: ['a;b\n'] }]);
    expect(error).toMatchObject({ code: 'download-damaged', retryable: false });
    expect([text, starts, cancelled]).toEqual(['', [], 1]);
  });

  test.each<[DownloadProblem, ScriptedAnswer]>([
    ['web-page', { headers: { ...withLength(4), 'content-type': 'text/html' } }],
    ['web-page', { headers: withLength(4), pieces: ['<html>'] }],
    ['error-page', { headers: withLength(4), pieces: ['<?xml?>'] }],
    ['compressed', { headers: { ...withLength(4), 'content-encoding': 'br' } }],
    ['unknown-length', { headers: {} }],
    ['too-long', { headers: withLength(4), pieces: ['12345'] }],
    ['empty', { headers: withLength(0) }],
    ['redirect', { status: 302 }],
  ])('is reported with the problem %s', async (problem, answer) => {
    const { error } = await download([answer]);
    expect(error).toMatchObject({ code: 'download-damaged', details: { problem } });
  });

  test('may have no type, another type, or the identity encoding', async () => {
    for (const headers of [{}, { 'content-type': 'text/csv' }, { 'content-encoding': 'identity' }]) {
      const { text } = await download([{ headers: { ...withLength(2), ...headers }, pieces: ['a\n'] }]);
      expect(text).toBe('a\n');
    }
  });

  test('with an announced length above the maximum size is refused', async () => {
    const { error, cancelled } = await download([{ headers: withLength(maxStatementBytes + 1) }]);
    expect(error).toMatchObject({ code: 'answer-too-large', details: { host } });
    expect(cancelled).toBe(1);
    const { starts } = await download([{ headers: withLength(maxStatementBytes), pieces: ['a'] }]);
    expect(starts).toEqual([maxStatementBytes]);
  });

  test.each([
    '<!DOCTYPE html><p>',
    ' \r\n<!doctype',
    '<HTML><body>',
    '\n<html lang="en">',
    '<?xml version="1.0"?>',
    '\t<?XML',
    '<Error><Code>AccessDenied',
  ])('that begins with %j is refused, and none of it is returned', async (start) => {
    const { text, error } = await download([{ headers: withLength(start.length), pieces: [start] }]);
    expect(error).toMatchObject({ code: 'download-damaged', retryable: false });
    expect(text).toBe('');
  });

  test('is recognized only by its first bytes, not by later chunks or lines', async () => {
    for (const pieces of [['a;b\n', '<html>', '<?xml'], [`${'x'.repeat(600)}<html>`], ['<h', 'tml>']]) {
      const { text, error } = await download([{ headers: withLength(pieces.join('').length), pieces }]);
      expect([text, error]).toEqual([pieces.join(''), null]);
    }
  });

  test('with more bytes than announced fails without returning a byte beyond the length', async () => {
    const { text, error } = await download([{ headers: withLength(4), pieces: ['a;b\n', '1'] }]);
    expect(error).toMatchObject({ code: 'download-damaged' });
    expect(text).toBe('a;b\n');
  });

  test('that is empty is refused with and without an announced length', async () => {
    for (const headers of [withLength(0), { 'transfer-encoding': 'chunked' }]) {
      const { error } = await download([{ headers }]);
      expect(error).toMatchObject({ code: 'download-damaged' });
    }
  });

  test('with fewer bytes than announced is a lost connection', async () => {
    const { error } = await download([{ headers: withLength(9), pieces: ['a;b\n'] }]);
    expect(error).toMatchObject({
      code: 'connection-lost',
      retryable: true,
      details: { host, cause: 'short' },
    });
  });
});

describe('a refusal', () => {
  test.each([
    [206, 'service-refused', false],
    [300, 'download-damaged', false],
    [302, 'download-damaged', false],
    [399, 'download-damaged', false],
    [400, 'statement-link-ended', false],
    [401, 'statement-link-ended', false],
    [403, 'statement-link-ended', false],
    [404, 'statement-gone', false],
    [410, 'statement-gone', false],
    [418, 'service-refused', false],
    [429, 'service-throttled', true],
    [499, 'service-refused', false],
    [500, 'service-failed', true],
    [503, 'service-failed', true],
  ] as const)('with %i is %s, without waiting for its body', async (status, code, retryable) => {
    const { error, text, starts, cancelled } = await download([
      { status, requestId: 'req-9', headers: withLength(4), pieces: ['a;b\n'] },
    ]);
    expect(error).toMatchObject({ code, retryable });
    if (code !== 'download-damaged')
      expect(error).toMatchObject({ requestId: 'req-9', details: { host, status } });
    expect([text, starts, cancelled]).toEqual(['', [], 1]);
  });

  test('has the wait time that the storage requests', async () => {
    const waitOf = async (headers: Record<string, string>) => {
      const { error } = await download([{ status: 503, headers }]);
      return error instanceof PaydeskError ? error.details : error;
    };
    expect(await waitOf({ 'retry-after': '7' })).toEqual({ host, status: 503, retryAfter: 7_000 });
    expect(await waitOf({ 'retry-after': 'Mon, 02 Mar 2026 08:00:09 GMT' })).toMatchObject({
      retryAfter: 9_000,
    });
    expect(
      await waitOf({ 'retry-after': 'Mon, 02 Mar 2026 09:00:09 GMT', date: 'Mon, 02 Mar 2026 09:00:00 GMT' }),
    ).toMatchObject({ retryAfter: 9_000 });
    expect(await waitOf({})).toEqual({ host, status: 503 });
  });
});

describe('an interrupted download', () => {
  const text = 'Date;Amount\n1;2\n';
  const size = text.length;
  const validatedHeaders = { ...withLength(size), etag: '"v1"' };
  const interrupted: ScriptedAnswer = {
    headers: validatedHeaders,
    pieces: [text.slice(0, 4)],
    failure: lost,
  };
  /** The partial answer from a byte offset on. */
  const remainder = (from: number, range = `bytes ${from}-${size - 1}/${size}`): ScriptedAnswer => ({
    status: 206,
    headers: { 'content-range': range },
    pieces: [text.slice(from)],
  });

  test('resumes at the same byte of the same file', async () => {
    const observed = await download([interrupted, remainder(4)]);
    expect([observed.text, observed.error, observed.cancelled]).toEqual([text, null, 0]);
    expect(observed.progress).toEqual([4, size]);
    expect(observed.starts).toEqual([size]);
    expect(observed.requests[1]).toMatchObject({
      headers: { range: 'bytes=4-', 'if-range': '"v1"' },
      secrets: [link],
    });
  });

  test.each([
    ['of any length', `bytes 4-${size - 1}/*`],
    ['of the same length', `bytes 4-${size - 1}/${size}`],
  ])('accepts a range described as %s', async (_, range) => {
    expect((await download([interrupted, remainder(4, range)])).text).toBe(text);
  });

  test.each([
    ['another start', `bytes 5-${size - 1}/${size}`],
    ['another end', `bytes 4-${size - 2}/${size}`],
    ['the end and length of another file', `bytes 4-${size}/${size + 1}`],
    ['another length', `bytes 4-${size - 1}/${size + 1}`],
    ['extra text before it', `x bytes 4-${size - 1}/${size}`],
    ['extra text after it', `bytes 4-${size - 1}/${size}x`],
    ['another unit', `rows 4-${size - 1}/${size}`],
    ['no length', `bytes 4-${size - 1}/`],
    ['neither a length nor chunks', `bytes 4-/${size}`],
    ['no value', ''],
  ])('rejects a range with %s, without waiting for its end', async (_, range) => {
    const observed = await download([interrupted, remainder(4, range)]);
    expect(observed.error).toMatchObject({ code: 'connection-lost' });
    expect([observed.text, observed.cancelled]).toEqual([text.slice(0, 4), 1]);
  });

  test('rejects a complete file in answer to a range request', async () => {
    const observed = await download([interrupted, { ...remainder(4), status: 200 }]);
    expect(observed.error).toMatchObject({ code: 'connection-lost' });
    expect(observed.text).toBe(text.slice(0, 4));
  });

  test.each([
    ['no tag', {}],
    ['a weak tag', { etag: 'W/"v1"' }],
    ['an empty tag', { etag: '""' }],
    ['a tag without quotes', { etag: 'v1' }],
    ['a tag with something behind it', { etag: '"v1"x' }],
    ['two tags', { etag: '"v1", "v2"' }],
  ])('is not resumed with the entity tag %s', async (_, tag) => {
    const observed = await download([
      { ...interrupted, headers: { ...withLength(size), ...tag } },
      remainder(4),
    ]);
    expect(observed.error).toMatchObject({ code: 'connection-lost' });
    expect(observed.requests).toHaveLength(1);
  });

  test('starts from the first byte when nothing was received', async () => {
    const observed = await download([{ ...interrupted, pieces: [] }, remainder(0)]);
    expect(observed.error).toMatchObject({ code: 'connection-lost' });
    expect(observed.requests).toHaveLength(1);
  });

  test('is resumed at most five times', async () => {
    const piece = (from: number): ScriptedAnswer => ({
      ...remainder(from),
      pieces: [text[from] ?? ''],
      failure: lost,
    });
    const pieces = [4, 5, 6, 7].map(piece);
    const fiveResumptions = await download([interrupted, ...pieces, remainder(8)]);
    expect([fiveResumptions.text, fiveResumptions.requests.length]).toEqual([text, 6]);
    const sixResumptions = await download([interrupted, ...pieces, piece(8), remainder(9)]);
    expect(sixResumptions.error).toMatchObject({ code: 'connection-lost' });
    expect(sixResumptions.requests).toHaveLength(6);
  });

  test('is not resumed after a permanent error', async () => {
    const certificate = new HttpFailure('certificate', host, true, 'Unknown issuer');
    const observed = await download([{ ...interrupted, failure: certificate }, remainder(4)]);
    expect(observed.error).toMatchObject({ code: 'certificate-untrusted' });
    expect(observed.requests).toHaveLength(1);
  });

  test('is not resumed when it was too slow', async () => {
    const tooSlow = new HttpFailure('timed-out', host, true, tooSlowDetail);
    const observed = await download([{ ...interrupted, failure: tooSlow }, remainder(4)]);
    expect(observed.error).toMatchObject({ code: 'timed-out', details: { cause: tooSlowDetail } });
    expect(observed.requests).toHaveLength(1);
  });

  test('is not resumed when it was cancelled', async () => {
    const abortController = new AbortController();
    abortController.abort();
    const observed = await download([interrupted, remainder(4)], { signal: abortController.signal });
    expect(observed.error).toMatchObject({ code: 'connection-lost' });
    expect(observed.requests).toHaveLength(1);
    expect(observed.requests[0]?.signal).toBe(abortController.signal);
  });

  test('is limited by its total length also when resumed', async () => {
    const more = { ...remainder(4), pieces: [`${text.slice(4)}more`] };
    const observed = await download([interrupted, more]);
    expect(observed.error).toMatchObject({ code: 'download-damaged' });
    expect(observed.text).toBe(text.slice(0, 4));
  });

  test('is not checked for a web page in the middle of a file', async () => {
    const page = 'a;b\n<html>';
    const first = { headers: { ...withLength(page.length), etag: '"v1"' }, pieces: ['a;b\n'], failure: lost };
    const second = { status: 206, headers: { 'content-range': 'bytes 4-9/10' }, pieces: ['<html>'] };
    expect((await download([first, second])).text).toBe(page);
  });

  test('in chunks without a length is resumed to the end that the storage then announces', async () => {
    const chunked = { ...interrupted, headers: { 'transfer-encoding': 'chunked', etag: '"v1"' } };
    expect((await download([chunked, remainder(4)])).text).toBe(text);
    const unknown = await download([chunked, remainder(4, `bytes 4-${size - 1}/*`)]);
    expect(unknown.error).toMatchObject({ code: 'connection-lost' });
  });

  test('in chunks without a length is complete only at the end announced when resumed', async () => {
    const chunked = { ...interrupted, headers: { 'transfer-encoding': 'chunked', etag: '"v1"' } };
    const short = { ...remainder(4), pieces: [text.slice(4, -2)] };
    const observed = await download([chunked, short, remainder(size - 2)]);
    expect(observed.text).toBe(text);
    expect(observed.requests[2]).toMatchObject({ headers: { range: `bytes=${size - 2}-` } });
    const other = await download([
      chunked,
      short,
      remainder(size - 2, `bytes ${size - 2}-${size}/${size + 1}`),
    ]);
    expect(other.error).toMatchObject({ code: 'connection-lost' });
    const long = await download([chunked, { ...remainder(4), pieces: [`${text.slice(4)}more`] }]);
    expect(long.error).toMatchObject({ code: 'download-damaged' });
  });

  test('is not resumed to an end beyond the maximum size', async () => {
    const chunked = { ...interrupted, headers: { 'transfer-encoding': 'chunked', etag: '"v1"' } };
    const ending = async (last: number) =>
      (await download([chunked, remainder(4, `bytes 4-${last - 1}/${last}`), remainder(size)])).error;
    expect(await ending(maxStatementBytes + 1)).toMatchObject({
      code: 'connection-lost',
      details: { cause: 'ECONNRESET' },
    });
    expect(await ending(maxStatementBytes)).toMatchObject({
      code: 'connection-lost',
      details: { cause: 'short' },
    });
  });
});
