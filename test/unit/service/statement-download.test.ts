/** @file Downloads of a statement for every answer that a storage may give. */
import { describe, expect, test } from 'vitest';
import { HttpFailure } from '../../../src/main/service/http/failure.ts';
import { tooSlowDetail } from '../../../src/main/service/http/http-stream.ts';
import { Secret } from '../../../src/main/service/secret.ts';
import { downloadStatement, maxStatementBytes } from '../../../src/main/service/statement-download.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import type { DownloadProblem } from '../../../src/shared/model/statements/statements.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { type ScriptedAnswer, scriptStream } from './http/scripted-stream.ts';

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

  test.each(['chunked', 'Chunked', 'gzip, chunked'])('in chunks with end (%s) is complete', async (value) => {
    const { text, starts } = await download([
      { headers: { 'transfer-encoding': value }, pieces: ['a', 'b'] },
    ]);
    expect([text, starts]).toEqual(['ab', [null]]);
  });

  const unreachable = new HttpFailure('unreachable', host, false, 'ECONNREFUSED');
  const known = new PaydeskError('proxy-refused', 'No');
  const unexpected = new RangeError('a bug');
  test.each([
    [unreachable, { code: 'host-unreachable', retryable: true, details: { host } }],
    [known, known],
    [unexpected, unexpected],
  ])('that fails before an answer with %s rejects with its error', async (thrown, expected) => {
    const { error } = await download([
      () => {
        throw thrown;
      },
    ]);
    if (expected === thrown) expect(error).toBe(thrown);
    else expect(error).toMatchObject(expected);
  });
});

describe('an answer that cannot be a statement', () => {
  const typed = (type: string) => ({ ...withLength(4), 'content-type': type });

  test.each<[string, DownloadProblem, Record<string, string>]>([
    ['a web page', 'web-page', typed('text/html')],
    ['a web page with an encoding', 'web-page', typed(' Text/HTML ; charset=utf-8')],
    ['a strict web page', 'web-page', typed('application/xhtml+xml')],
    ['a compressed body', 'compressed', { ...withLength(4), 'content-encoding': 'gzip' }],
    ['neither a length nor chunks', 'unknown-length', {}],
    ['an encoding like chunked', 'unknown-length', { 'transfer-encoding': 'unchunked' }],
    ['a length that is no number', 'unknown-length', withLength('four')],
    ['a negative length', 'unknown-length', withLength(-4)],
    ['a length that is not a whole number', 'unknown-length', withLength(1.5)],
  ])('(%s) is refused as %s before a byte is returned, without waiting', async (_, problem, headers) => {
    const { text, error, starts, cancelled } = await download([{ headers, pieces: ['a;b\n'] }]);
    expect(error).toMatchObject({ code: 'download-damaged', retryable: false, details: { problem } });
    expect([text, starts, cancelled]).toEqual(['', [], 1]);
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

  test.each<[string, DownloadProblem]>([
    ['<!DOCTYPE html><p>', 'web-page'],
    [' \r\n<!doctype', 'web-page'],
    ['<HTML><body>', 'web-page'],
    ['\n<html lang="en">', 'web-page'],
    ['<?xml version="1.0"?>', 'error-page'],
    ['\t<?XML', 'error-page'],
    ['<Error><Code>AccessDenied', 'error-page'],
  ])('that begins with %j is refused as %s, and none of it is returned', async (start, problem) => {
    const { text, error } = await download([{ headers: withLength(start.length), pieces: [start] }]);
    expect(error).toMatchObject({ code: 'download-damaged', retryable: false, details: { problem } });
    expect(text).toBe('');
  });

  test('is recognized only by its first bytes, not by later chunks or lines', async () => {
    for (const pieces of [['a;b\n', '<html>', '<?xml'], [`${'x'.repeat(600)}<html>`], ['<h', 'tml>']]) {
      const { text, error } = await download([{ headers: withLength(pieces.join('').length), pieces }]);
      expect([text, error]).toEqual([pieces.join(''), null]);
    }
  });

  test.each([
    ['more bytes than announced', withLength(4), ['a;b\n', '1'], { problem: 'too-long' }],
    ['no bytes', withLength(0), [], { problem: 'empty' }],
    ['no bytes in chunks', { 'transfer-encoding': 'chunked' }, [], { problem: 'empty' }],
    ['fewer bytes than announced', withLength(9), ['a;b\n'], { host, cause: 'short' }],
  ])('with %s fails, without a byte beyond the length', async (_, headers, pieces, details) => {
    const { text, error } = await download([{ headers, pieces }]);
    const isShort = 'cause' in details;
    const code = isShort ? 'connection-lost' : 'download-damaged';
    expect(error).toMatchObject({ code, retryable: isShort, details });
    expect(text).toBe(pieces[0] ?? '');
  });
});

describe('a refusal', () => {
  test.each([
    ['service-refused', false, [418, 499]],
    ['download-damaged', false, [206, 300, 302, 399]],
    ['statement-link-ended', false, [400, 401, 403]],
    ['statement-gone', false, [404, 410]],
    ['service-throttled', true, [429]],
    ['service-failed', true, [500, 503]],
  ] as const)('is %s, retryable %s, for each of %j, without its body', async (code, retryable, statuses) => {
    for (const status of statuses) {
      const { error, text, starts, cancelled } = await download([
        { status, requestId: 'req-9', headers: withLength(4), pieces: ['a;b\n'] },
      ]);
      const facts = { requestId: 'req-9', details: { host, status } };
      const damage = { details: { problem: status === 206 ? 'partial' : 'redirect' } };
      expect(error).toMatchObject({ code, retryable, ...(code === 'download-damaged' ? damage : facts) });
      expect([text, starts, cancelled]).toEqual(['', [], 1]);
    }
  });

  test('that is a web page says nothing about the link', async () => {
    for (const status of [400, 403, 404, 410, 451, 499]) {
      const { error } = await download([{ status, headers: { 'content-type': 'text/html' } }]);
      expect(error).toMatchObject({ code: 'download-damaged', details: { problem: 'web-page' } });
    }
  });

  test('has the wait time that the storage requests', async () => {
    const waitOf = async (headers: Record<string, string>) => {
      const { error } = await download([{ status: 503, headers }]);
      return error instanceof PaydeskError ? error.details : error;
    };
    expect(await waitOf({ 'retry-after': '7' })).toEqual({ host, status: 503, retryAfter: 7_000 });
    const date = 'Mon, 02 Mar 2026 09:00:00 GMT';
    const hostTime = { 'retry-after': 'Mon, 02 Mar 2026 09:00:09 GMT', date };
    const ownTime = { 'retry-after': 'Mon, 02 Mar 2026 08:00:09 GMT' };
    for (const headers of [hostTime, ownTime])
      expect(await waitOf(headers)).toMatchObject({ retryAfter: 9_000 });
    expect(await waitOf({})).toEqual({ host, status: 503 });
  });
});

describe('an interrupted download', () => {
  const text = 'Date;Amount\n1;2\n';
  const size = text.length;
  const headers = { ...withLength(size), etag: '"v1"' };
  const interrupted: ScriptedAnswer = { headers, pieces: [text.slice(0, 4)], failure: lost };
  const chunked = { ...interrupted, headers: { 'transfer-encoding': 'chunked', etag: '"v1"' } };
  /** The partial answer from a byte offset on. */
  const remainder = (from: number, range = `bytes ${from}-${size - 1}/${size}`): ScriptedAnswer => ({
    status: 206,
    headers: { 'content-range': range },
    pieces: [text.slice(from)],
  });

  const more = { ...remainder(4), pieces: [`${text.slice(4)}more`] };
  const connectionLost = { code: 'connection-lost' };

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
    ['any length', `bytes 4-${size - 1}/*`, true],
    ['the same length', `bytes 4-${size - 1}/${size}`, true],
    ['another start', `bytes 5-${size - 1}/${size}`, false],
    ['another end', `bytes 4-${size - 2}/${size}`, false],
    ['the end and length of another file', `bytes 4-${size}/${size + 1}`, false],
    ['another length', `bytes 4-${size - 1}/${size + 1}`, false],
    ['extra text before it', `x bytes 4-${size - 1}/${size}`, false],
    ['extra text after it', `bytes 4-${size - 1}/${size}x`, false],
    ['another unit', `rows 4-${size - 1}/${size}`, false],
    ['no length', `bytes 4-${size - 1}/`, false],
    ['neither a length nor chunks', `bytes 4-/${size}`, false],
    ['no value', '', false],
  ])('accepts a range with %s (%s): %s, and waits for no other range', async (_, range, isAccepted) => {
    const observed = await download([interrupted, remainder(4, range)]);
    if (isAccepted) return expect(observed).toMatchObject({ text, error: null, cancelled: 0 });
    expect(observed).toMatchObject({
      text: text.slice(0, 4),
      error: { code: 'connection-lost' },
      cancelled: 1,
    });
  });

  test('rejects a complete file in answer to a range request', async () => {
    const observed = await download([interrupted, { ...remainder(4), status: 200 }]);
    expect(observed).toMatchObject({ text: text.slice(0, 4), error: { code: 'connection-lost' } });
  });

  const certificate = new HttpFailure('certificate', host, true, 'Unknown issuer');
  const tooSlow = new HttpFailure('timed-out', host, true, tooSlowDetail);
  const tagged = (tag: Record<string, string>) => ({ headers: { ...withLength(size), ...tag } });
  test.each<[string, Partial<ScriptedAnswer>, string]>([
    ['with no entity tag', tagged({}), 'connection-lost'],
    ['with a weak entity tag', tagged({ etag: 'W/"v1"' }), 'connection-lost'],
    ['with an empty entity tag', tagged({ etag: '""' }), 'connection-lost'],
    ['with an entity tag without quotes', tagged({ etag: 'v1' }), 'connection-lost'],
    ['with something behind its entity tag', tagged({ etag: '"v1"x' }), 'connection-lost'],
    ['with two entity tags', tagged({ etag: '"v1", "v2"' }), 'connection-lost'],
    ['when nothing was received', { pieces: [] }, 'connection-lost'],
    ['after a permanent error', { failure: certificate }, 'certificate-untrusted'],
    ['when it was too slow', { failure: tooSlow }, 'timed-out'],
  ])('is not resumed %s', async (_, facts, code) => {
    const first = { ...interrupted, ...facts };
    const { error, requests } = await download([first, remainder(first.pieces?.length === 0 ? 0 : 4)]);
    expect(error).toMatchObject({ code });
    expect(requests).toHaveLength(1);
  });

  test('is resumed at most five times', async () => {
    const piece = (from: number) => ({ ...remainder(from), pieces: [text[from] ?? ''], failure: lost });
    const pieces = [4, 5, 6, 7].map(piece);
    const fiveResumptions = await download([interrupted, ...pieces, remainder(8)]);
    expect([fiveResumptions.text, fiveResumptions.requests.length]).toEqual([text, 6]);
    const sixResumptions = await download([interrupted, ...pieces, piece(8), remainder(9)]);
    expect(sixResumptions.error).toMatchObject({ code: 'connection-lost' });
    expect(sixResumptions.requests).toHaveLength(6);
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
    const observed = await download([interrupted, more]);
    expect(observed).toMatchObject({ text: text.slice(0, 4), error: { code: 'download-damaged' } });
  });

  test('is not checked for a web page in the middle of a file', async () => {
    const page = 'a;b\n<html>';
    const first = { headers: { ...withLength(page.length), etag: '"v1"' }, pieces: ['a;b\n'], failure: lost };
    const second = { status: 206, headers: { 'content-range': 'bytes 4-9/10' }, pieces: ['<html>'] };
    expect((await download([first, second])).text).toBe(page);
  });

  const short = { ...remainder(4), pieces: [text.slice(4, -2)] };
  const rangeTo = (from: number, length: number) => `bytes ${from}-${length - 1}/${length}`;
  test.each<[string, ScriptedAnswer[], string | object]>([
    ['to the end that the storage then announces', [remainder(4)], text],
    ['in parts to the announced end', [short, remainder(size - 2)], text],
    ['not without an announced end', [remainder(4, `bytes 4-${size - 1}/*`)], connectionLost],
    ['not to another end', [short, remainder(size - 2, rangeTo(size - 2, size + 1))], connectionLost],
    ['not beyond the announced end', [more], { code: 'download-damaged' }],
    [
      'not to an end beyond the maximum size',
      [remainder(4, rangeTo(4, maxStatementBytes + 1))],
      { ...connectionLost, details: { cause: 'ECONNRESET' } },
    ],
    [
      'not at another end than the maximum size',
      [remainder(4, rangeTo(4, maxStatementBytes)), remainder(size)],
      { ...connectionLost, details: { cause: 'short' } },
    ],
  ])('in chunks without a length is resumed %s', async (_, answers, expected) => {
    const observed = await download([chunked, ...answers]);
    if (typeof expected === 'string') expect([observed.text, observed.error]).toEqual([expected, null]);
    else expect(observed.error).toMatchObject(expected);
    if (answers[0] === short)
      expect(observed.requests[2]).toMatchObject({ headers: { range: `bytes=${size - 2}-` } });
  });
});
