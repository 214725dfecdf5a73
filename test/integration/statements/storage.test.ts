/** @file A storage of the test's own, which answers what no storage should. */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { WireError } from '../../../src/shared/errors.ts';
import type { Statement } from '../../../src/shared/model/statements.ts';
import { wordsOfError } from '../../../src/shared/words/errors.ts';
import { eventually } from '../../fakes/eventually.ts';
import { type Answer, type Arrived, startHttp, startTcp } from '../../fakes/servers.ts';
import { eventsOf, startWork, type Work } from './work.ts';

const rows = Array.from({ length: 40_000 }, (_, index) => `2026-01-15,R${index},${index}.00`);
const file = Buffer.from(`Date,Reference,Amount\n${rows.join('\n')}\n`);
const csv = { 'content-type': 'text/csv' };
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

type Respond = (request: Arrived, response: ServerResponse, number: number) => Answer | undefined;

/** Paydesk with an event whose file lies on a storage of the test's own. */
async function linked(respond: Respond) {
  const storage = await startHttp((request, response) => respond(request, response, storage.arrived.length));
  const host = new URL(storage.base).host;
  const work = await startWork({ profile: { storageHosts: [host] } });
  await work.ask([1001]);
  const id = (await work.list())[0]?.id ?? 0;
  const [event] = eventsOf(work.simulator, 1001);
  const url = `${storage.base}/statements/1001.csv?signature=s1`;
  expect(await work.paste({ ...event, event: { ...event?.event, url } })).toMatchObject({ taken: 1 });
  return { work, id, storage };
}

/** Does not wait for the next try by itself until the statement has come to an end. */
async function ended(work: Work, id: number): Promise<Statement> {
  return eventually(async () => {
    await work.call('statements.download', { id }).catch(() => undefined);
    const statement = await work.call('statements.get', { id });
    expect(['stored', 'expired']).toContain(statement.state);
    return statement;
  });
}

const sealedFiles = (work: Work) => {
  const folders = ['library', 'library-of-this-session'].map((name) => join(work.testApp.dataFolder, name));
  return folders.flatMap((folder) => {
    try {
      return readdirSync(join(folder, 'files'));
    } catch {
      return [];
    }
  });
};

test('a file is asked for with nothing but the link, and is kept byte for byte', async () => {
  const { work, id, storage } = await linked(() => ({
    status: 200,
    headers: { ...csv, 'set-cookie': 'visitor=1' },
    body: file,
  }));
  expect(await work.until(id, 'stored')).toMatchObject({ size: file.length, sha256: sha256(file) });
  expect(storage.arrived).toHaveLength(1);
  const [asked] = storage.arrived;
  expect(asked).toMatchObject({ method: 'GET', target: '/statements/1001.csv?signature=s1' });
  const names = asked?.headers.map(([name]) => name) ?? [];
  for (const name of ['authorization', 'cookie', 'referer', 'origin']) expect(names).not.toContain(name);
});

test('a file that comes after the clerk has gone over to another profile is recorded for the one it is of', async () => {
  const answers: (() => void)[] = [];
  const { work } = await linked((_, response) => {
    answers.push(() => void response.writeHead(200, csv).end(file));
    return undefined;
  });
  await eventually(() => expect(answers).toHaveLength(1));
  await work.call('session.signOut', { forgetKey: false });
  await work.call('session.explore', {});
  for (const answer of answers) answer();
  const filter = { kind: 'statement-download', outcome: null, text: '' } as const;
  await eventually(async () => {
    const { rows: entries } = await work.call('activity.list', { filter, offset: 0, limit: 10 });
    expect(entries).toMatchObject([{ profile: 'Nordlicht Maschinenbau GmbH', outcome: 'done' }]);
  });
});

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])('(%i) to this computer is never followed', async (status) => {
    let connections = 0;
    const trap = await startTcp((socket) => {
      connections += 1;
      socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\ncontent-length: 2\r\n\r\na\n');
    });
    const location = `${trap.base}/internal.csv`;
    const { work, id, storage } = await linked(() => ({ status, headers: { location } }));
    const { state, problem } = await ended(work, id);
    expect([state, problem?.code]).toEqual(['expired', 'download-damaged']);
    expect(JSON.stringify(problem)).toContain('does not follow');
    expect(storage.arrived.length).toBeLessThanOrEqual(2);
    expect(connections).toBe(0);
    expect(sealedFiles(work)).toEqual([]);
  });
});

describe('an answer that is no statement', () => {
  test.each<[string, Answer, WireError['code']]>([
    [
      'a web page',
      { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>Sign in' },
      'download-damaged',
    ],
    [
      'a web page under another name',
      { status: 200, headers: csv, body: '\n <!DOCTYPE html><p>' },
      'download-damaged',
    ],
    [
      'a message of the storage',
      { status: 200, headers: csv, body: '<?xml version="1.0"?><Error/>' },
      'download-damaged',
    ],
    ['nothing', { status: 200, headers: csv, body: '' }, 'download-damaged'],
    [
      'something compressed',
      { status: 200, headers: { ...csv, 'content-encoding': 'gzip' }, body: file },
      'download-damaged',
    ],
    ['a part of it that nobody asked for', { status: 206, headers: csv, body: file }, 'service-refused'],
    ['404', { status: 404 }, 'statement-gone'],
    ['410', { status: 410 }, 'statement-gone'],
    ['403', { status: 403 }, 'statement-link-ended'],
    ['400', { status: 400 }, 'statement-link-ended'],
  ])(
    '(%s) is refused with its reason, nothing of it is kept, and the clerk asks again',
    async (_, answer, code) => {
      const { work, id } = await linked(() => answer);
      const { state, problem, sha256: kept } = await ended(work, id);
      expect([state, problem?.code, kept]).toEqual(['expired', code, null]);
      expect(sealedFiles(work)).toEqual([]);
      expect(work.unexpected()).toEqual([]);
      expect(work.simulator.state.statementRequests).toHaveLength(1);
    },
  );

  test('of 10 GB is refused with words before it is read', async () => {
    let closed = false;
    const { work, id, storage } = await linked((_, response) => {
      response.once('close', () => {
        closed = true;
      });
      response.writeHead(200, { ...csv, 'content-length': '10000000000' });
      response.write('Date,Amount\n');
      return undefined;
    });
    const { state, problem } = await work.until(id, 'expired');
    expect([state, problem?.code]).toEqual(['expired', 'answer-too-large']);
    const { title, detail } = wordsOfError(problem ?? { code: 'unexpected', details: {} });
    expect(title).toBe('The answer was too large');
    expect(detail).toContain('stored nothing');
    await eventually(() => expect(closed).toBe(true));
    expect(storage.arrived).toHaveLength(1);
    expect(sealedFiles(work)).toEqual([]);
  });

  test('that never ends is cut off when Paydesk ends, and leaves nothing', async () => {
    let sending = true;
    const { work, id } = await linked((_, response) => {
      response.once('close', () => {
        sending = false;
      });
      response.writeHead(200, csv);
      const more = () => {
        while (sending && response.write(file));
        if (sending) response.once('drain', more);
      };
      more();
      return undefined;
    });
    await eventually(async () => {
      const { progress } = await work.call('statements.get', { id });
      expect(progress?.part).toBeGreaterThan(20_000_000);
      expect(progress?.whole).toBeNull();
    });
    await work.restart();
    expect(sending).toBe(false);
    expect(sealedFiles(work)).toEqual([]);
    expect(await work.call('statements.get', { id })).toMatchObject({ problem: { code: 'link-lost' } });
  });
});

describe('a length that is not the announced one', () => {
  /** Sends the first half of the file and cuts the line. */
  function half(response: ServerResponse, headers: Record<string, string>): undefined {
    response.writeHead(200, { ...csv, 'content-length': String(file.length), ...headers });
    response.write(file.subarray(0, file.length >> 1), () => response.destroy());
  }

  test('is fetched from the first byte again when the storage vouches for nothing', async () => {
    const { work, id, storage } = await linked((_, response, number) =>
      number === 1 ? half(response, {}) : { status: 200, headers: csv, body: file },
    );
    expect(await ended(work, id)).toMatchObject({ state: 'stored', sha256: sha256(file) });
    expect(storage.arrived).toHaveLength(2);
    expect(storage.arrived[1]?.headers.map(([name]) => name)).not.toContain('range');
  });

  test('goes on at the same byte when the storage vouches for the same file', async () => {
    const etag = '"v1"';
    let from = 0;
    const { work, id, storage } = await linked((request, response, number) => {
      if (number === 1) return half(response, { etag });
      from = Number(/^bytes=(\d+)-$/.exec(new Map(request.headers).get('range') ?? '')?.[1] ?? -1);
      return {
        status: 206,
        headers: { ...csv, etag, 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` },
        body: file.subarray(from),
      };
    });
    expect(await work.until(id, 'stored')).toMatchObject({ size: file.length, sha256: sha256(file) });
    expect(from).toBeGreaterThan(0);
    expect(new Map(storage.arrived[1]?.headers).get('if-range')).toBe(etag);
  });

  test.each<[string, (from: number) => Answer]>([
    [
      'the file has changed meanwhile',
      () => ({ status: 200, headers: { ...csv, etag: '"v2"' }, body: file }),
    ],
    [
      'another part comes than was asked for',
      () => ({
        status: 206,
        headers: { ...csv, etag: '"v1"', 'content-range': `bytes 0-9/${file.length}` },
        body: file.subarray(0, 10),
      }),
    ],
  ])('is never glued together: %s', async (_, second) => {
    const { work, id } = await linked((_request, response, number) => {
      if (number === 1) return half(response, { etag: '"v1"' });
      return number === 2 ? second(0) : { status: 200, headers: { ...csv, etag: '"v2"' }, body: file };
    });
    expect(await ended(work, id)).toMatchObject({ state: 'stored', size: file.length, sha256: sha256(file) });
    expect(sealedFiles(work)).toHaveLength(1);
  });

  test('with more bytes than were announced is no whole answer, and nothing of it is kept', async () => {
    const { work, id, storage } = await linked((_, response, number) => {
      if (number > 2) return { status: 200, headers: csv, body: file };
      const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\ncontent-length: 1000\r\n\r\n';
      response.socket?.end(`${head}${file.toString('utf8', 0, 5_000)}`);
      return undefined;
    });
    await eventually(async () => {
      const { state, problem } = await work.call('statements.get', { id });
      expect([state, problem?.code]).toEqual(['ready', 'connection-lost']);
    });
    expect(sealedFiles(work)).toEqual([]);
    expect(await ended(work, id)).toMatchObject({ state: 'stored', sha256: sha256(file) });
    expect(storage.arrived).toHaveLength(3);
  });
});
