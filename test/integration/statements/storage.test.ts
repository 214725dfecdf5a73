/** @file Statement downloads from a storage host that misbehaves. */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { WireError } from '../../../src/shared/errors.ts';
import { describeError } from '../../../src/shared/messages/error-messages.ts';
import type { Statement } from '../../../src/shared/model/statements.ts';
import { eventually } from '../../fakes/eventually.ts';
import { type Answer, type ReceivedRequest, startHttp, startTcp } from '../../fakes/servers.ts';
import { type StatementsFixture, startStatementsFixture } from './statements-fixture.ts';

const lines = Array.from({ length: 40_000 }, (_, index) => `2026-01-15,R${index},${index}.00`);
const statementFile = Buffer.from(`Date,Reference,Amount\n${lines.join('\n')}\n`);
const csvHeaders = { 'content-type': 'text/csv' };
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

type Respond = (
  request: ReceivedRequest,
  response: ServerResponse,
  requestNumber: number,
) => Answer | undefined;

/** Starts Paydesk with an event whose link leads to a storage that the test controls. */
async function startWithStorage(respond: Respond) {
  const storage = await startHttp((request, response) =>
    respond(request, response, storage.receivedRequests.length),
  );
  const host = new URL(storage.base).host;
  const fixture = await startStatementsFixture({ profile: { storageHosts: [host] } });
  await fixture.request([1001]);
  const id = (await fixture.list())[0]?.id ?? 0;
  const [event] = fixture.eventsOf(1001);
  const url = `${storage.base}/statements/1001.csv?signature=s1`;
  expect(await fixture.pasteEvent({ ...event, event: { ...event?.event, url } })).toMatchObject({ taken: 1 });
  return { fixture, id, storage };
}

/** Retries the download until the statement is stored or expired, without waiting for the automatic retries. */
async function downloadUntilEnd(fixture: StatementsFixture, id: number): Promise<Statement> {
  return eventually(async () => {
    await fixture.call('statements.retry', { action: 'download', id }).catch(() => undefined);
    const statement = await fixture.call('statements.get', { id });
    expect(['stored', 'expired']).toContain(statement.state);
    return statement;
  });
}

const listSealedFiles = (fixture: StatementsFixture) => {
  const folders = ['library', 'library-of-this-session'].map((name) =>
    join(fixture.testApp.dataFolder, name),
  );
  return folders.flatMap((folder) => {
    try {
      return readdirSync(join(folder, 'files'));
    } catch {
      return [];
    }
  });
};

test('a file is requested with only its link, and stored byte for byte', async () => {
  const { fixture, id, storage } = await startWithStorage(() => ({
    status: 200,
    headers: { ...csvHeaders, 'set-cookie': 'visitor=1' },
    body: statementFile,
  }));
  expect(await fixture.until(id, 'stored')).toMatchObject({
    size: statementFile.length,
    sha256: sha256(statementFile),
  });
  expect(storage.receivedRequests).toHaveLength(1);
  const [request] = storage.receivedRequests;
  expect(request).toMatchObject({ method: 'GET', target: '/statements/1001.csv?signature=s1' });
  const names = request?.headers.map(([name]) => name) ?? [];
  for (const name of ['authorization', 'cookie', 'referer', 'origin']) expect(names).not.toContain(name);
});

test('a file that arrives after a switch of profiles is recorded for the profile that requested the file', async () => {
  const pendingAnswers: (() => void)[] = [];
  const { fixture } = await startWithStorage((_, response) => {
    pendingAnswers.push(() => void response.writeHead(200, csvHeaders).end(statementFile));
    return undefined;
  });
  await eventually(() => expect(pendingAnswers).toHaveLength(1));
  await fixture.call('session.signOut', { forgetKey: false });
  await fixture.call('session.activate', { action: 'practiceCompany' });
  for (const answer of pendingAnswers) answer();
  const filter = { kind: 'statement-download', outcome: null, text: '' } as const;
  await eventually(async () => {
    const { rows: entries } = await fixture.call('activity.list', { filter, offset: 0, limit: 10 });
    expect(entries).toMatchObject([
      {
        profile: 'Nordlicht Maschinenbau GmbH',
        outcome: 'done',
        subject: expect.stringMatching(/^2026-01-01 to 2026-01-31: 1001 \(\d+\)$/),
      },
    ]);
  });
});

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])('(%i) to this computer is never followed', async (status) => {
    let connectionCount = 0;
    const trap = await startTcp((socket) => {
      connectionCount += 1;
      socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\ncontent-length: 2\r\n\r\na\n');
    });
    const location = `${trap.base}/internal.csv`;
    const { fixture, id, storage } = await startWithStorage(() => ({ status, headers: { location } }));
    const { state, problem } = await downloadUntilEnd(fixture, id);
    expect([state, problem?.code]).toEqual(['expired', 'download-damaged']);
    expect(problem).toMatchObject({ details: { problem: 'redirect' } });
    expect(storage.receivedRequests.length).toBeLessThanOrEqual(2);
    expect(connectionCount).toBe(0);
    expect(listSealedFiles(fixture)).toEqual([]);
  });
});

describe('a response that is not a statement', () => {
  test.each<[string, Answer, WireError['code']]>([
    [
      'a web page',
      { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>Sign in' },
      'download-damaged',
    ],
    [
      'a web page with the content type of a CSV file',
      { status: 200, headers: csvHeaders, body: '\n <!DOCTYPE html><p>' },
      'download-damaged',
    ],
    [
      'an error message of the storage',
      { status: 200, headers: csvHeaders, body: '<?xml version="1.0"?><Error/>' },
      'download-damaged',
    ],
    ['an empty body', { status: 200, headers: csvHeaders, body: '' }, 'download-damaged'],
    [
      'a compressed body',
      { status: 200, headers: { ...csvHeaders, 'content-encoding': 'gzip' }, body: statementFile },
      'download-damaged',
    ],
    [
      'an unrequested partial response',
      { status: 206, headers: csvHeaders, body: statementFile },
      'service-refused',
    ],
    ['404', { status: 404 }, 'statement-gone'],
    ['410', { status: 410 }, 'statement-gone'],
    ['403', { status: 403 }, 'statement-link-ended'],
    ['400', { status: 400 }, 'statement-link-ended'],
  ])(
    '(%s) is refused with its reason, stored nowhere, and not requested again automatically',
    async (_, answer, code) => {
      const { fixture, id } = await startWithStorage(() => answer);
      const { state, problem, sha256: storedSha256 } = await downloadUntilEnd(fixture, id);
      expect([state, problem?.code, storedSha256]).toEqual(['expired', code, null]);
      expect(listSealedFiles(fixture)).toEqual([]);
      expect(fixture.unexpectedLogLines()).toEqual([]);
      expect(fixture.simulator.state.statementRequests).toHaveLength(1);
    },
  );

  test('of 10 GB is refused with a message before it is read', async () => {
    let isClosed = false;
    const { fixture, id, storage } = await startWithStorage((_, response) => {
      response.once('close', () => {
        isClosed = true;
      });
      response.writeHead(200, { ...csvHeaders, 'content-length': '10000000000' });
      response.write('Date,Amount\n');
      return undefined;
    });
    const { state, problem } = await fixture.until(id, 'expired');
    expect([state, problem?.code]).toEqual(['expired', 'answer-too-large']);
    const { title, detail } = describeError(problem ?? { code: 'unexpected', details: {} });
    expect(title).toBe('The response was too large');
    expect(detail).toContain('stored nothing');
    await eventually(() => expect(isClosed).toBe(true));
    expect(storage.receivedRequests).toHaveLength(1);
    expect(listSealedFiles(fixture)).toEqual([]);
  });

  test('that never ends is aborted when Paydesk quits, and leaves no file', async () => {
    let isSending = true;
    const { fixture, id } = await startWithStorage((_, response) => {
      response.once('close', () => {
        isSending = false;
      });
      response.writeHead(200, csvHeaders);
      const writeMore = () => {
        while (isSending && response.write(statementFile));
        if (isSending) response.once('drain', writeMore);
      };
      writeMore();
      return undefined;
    });
    await eventually(async () => {
      const { progress } = await fixture.call('statements.get', { id });
      expect(progress?.part).toBeGreaterThan(20_000_000);
      expect(progress?.whole).toBeNull();
    });
    await fixture.restart();
    expect(isSending).toBe(false);
    expect(listSealedFiles(fixture)).toEqual([]);
    expect(await fixture.call('statements.get', { id })).toMatchObject({ problem: { code: 'link-lost' } });
  });
});

describe('a download with an unexpected length', () => {
  /** Sends the first half of the file and drops the connection. */
  function sendHalf(response: ServerResponse, headers: Record<string, string>): undefined {
    response.writeHead(200, { ...csvHeaders, 'content-length': String(statementFile.length), ...headers });
    response.write(statementFile.subarray(0, Math.floor(statementFile.length / 2)), () => response.destroy());
  }

  test('starts again at the first byte when the storage sent no entity tag', async () => {
    const { fixture, id, storage } = await startWithStorage((_, response, requestNumber) =>
      requestNumber === 1
        ? sendHalf(response, {})
        : { status: 200, headers: csvHeaders, body: statementFile },
    );
    expect(await downloadUntilEnd(fixture, id)).toMatchObject({
      state: 'stored',
      sha256: sha256(statementFile),
    });
    expect(storage.receivedRequests).toHaveLength(2);
    expect(storage.receivedRequests[1]?.headers.map(([name]) => name)).not.toContain('range');
  });

  test('resumes at the same byte when the entity tag is unchanged', async () => {
    const etag = '"v1"';
    let resumeOffset = 0;
    const { fixture, id, storage } = await startWithStorage((request, response, requestNumber) => {
      if (requestNumber === 1) return sendHalf(response, { etag });
      resumeOffset = Number(/^bytes=(\d+)-$/.exec(new Map(request.headers).get('range') ?? '')?.[1] ?? -1);
      return {
        status: 206,
        headers: {
          ...csvHeaders,
          etag,
          'content-range': `bytes ${resumeOffset}-${statementFile.length - 1}/${statementFile.length}`,
        },
        body: statementFile.subarray(resumeOffset),
      };
    });
    expect(await fixture.until(id, 'stored')).toMatchObject({
      size: statementFile.length,
      sha256: sha256(statementFile),
    });
    expect(resumeOffset).toBeGreaterThan(0);
    expect(new Map(storage.receivedRequests[1]?.headers).get('if-range')).toBe(etag);
  });

  test.each<[string, Answer]>([
    [
      'the file has changed meanwhile',
      { status: 200, headers: { ...csvHeaders, etag: '"v2"' }, body: statementFile },
    ],
    [
      'another range arrives than was requested',
      {
        status: 206,
        headers: { ...csvHeaders, etag: '"v1"', 'content-range': `bytes 0-9/${statementFile.length}` },
        body: statementFile.subarray(0, 10),
      },
    ],
  ])('is never assembled from two files when %s', async (_, secondAnswer) => {
    const { fixture, id } = await startWithStorage((_request, response, requestNumber) => {
      if (requestNumber === 1) return sendHalf(response, { etag: '"v1"' });
      return requestNumber === 2
        ? secondAnswer
        : { status: 200, headers: { ...csvHeaders, etag: '"v2"' }, body: statementFile };
    });
    expect(await downloadUntilEnd(fixture, id)).toMatchObject({
      state: 'stored',
      size: statementFile.length,
      sha256: sha256(statementFile),
    });
    expect(listSealedFiles(fixture)).toHaveLength(1);
  });

  test('fails and stores nothing when more bytes arrive than were announced', async () => {
    const { fixture, id, storage } = await startWithStorage((_, response, requestNumber) => {
      if (requestNumber > 2) return { status: 200, headers: csvHeaders, body: statementFile };
      const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\ncontent-length: 1000\r\n\r\n';
      response.socket?.end(`${head}${statementFile.toString('utf8', 0, 5_000)}`);
      return undefined;
    });
    await eventually(async () => {
      const { state, problem } = await fixture.call('statements.get', { id });
      expect([state, problem?.code]).toEqual(['ready', 'connection-lost']);
    });
    expect(listSealedFiles(fixture)).toEqual([]);
    expect(await downloadUntilEnd(fixture, id)).toMatchObject({
      state: 'stored',
      sha256: sha256(statementFile),
    });
    expect(storage.receivedRequests).toHaveLength(3);
  });
});
