import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { OutgoingBody } from '../../../src/main/service/http-messages.ts';
import { acceptLink, type UploadLink } from '../../../src/main/service/targets.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { type Answer, startHttp, startTcp } from '../../fakes/servers.ts';
import { bodyOf, openService } from '../../fakes/service.ts';

const path = '/bucket/key%20one?X-Signature=canary%2Fsig&part=1';

function linkTo(base: string): UploadLink {
  const link = acceptLink(`${base}${path}`, { allowHttpLoopback: true, storageHosts: [] });
  if (link === null) throw new Error('The link was not accepted');
  return link;
}

/** Starts a storage that gives the same answer to every upload. */
async function startStorage(answer: Answer = { status: 200 }) {
  const storage = await startHttp(() => answer);
  const { service, exchanges } = openService({ base: storage.base });
  const put = (name: string, body: OutgoingBody) => service.putDocument(linkTo(storage.base), name, body);
  return { storage, put, exchanges };
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('an upload (section 4.4)', () => {
  test.each([
    ['a.pdf', 'application/pdf'],
    ['A.PDF', 'application/pdf'],
    ['a.jpg', 'image/jpeg'],
    ['a.jpeg', 'image/jpeg'],
    ['a.png', 'image/png'],
    ['a.svg', 'image/svg+xml'],
  ])(
    'of %s is a PUT to the unchanged link, with the type %s and no identifying headers',
    async (name, type) => {
      const { storage, put } = await startStorage();
      await put(name, bodyOf(Buffer.from('hello')));
      const [request] = storage.receivedRequests;
      expect(request?.method).toBe('PUT');
      expect(request?.target).toBe(path);
      expect(request?.body.toString()).toBe('hello');
      const headers = Object.fromEntries(request?.headers ?? []);
      const { host: _host, connection: _connection, 'user-agent': _agent, ...otherHeaders } = headers;
      expect(otherHeaders).toEqual({ 'content-type': type, 'content-length': '5' });
    },
  );

  const largeFile = Buffer.alloc(3_000_000, 'paydesk ');
  const splitInto = (bytes: Buffer, length: number) =>
    Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
      bytes.subarray(index * length, (index + 1) * length),
    );

  test.each([
    ['no chunk', []],
    ['one empty chunk', [Buffer.alloc(0)]],
    ['one chunk', [Buffer.from('one')]],
    ['three chunks', ['one', 'two', 'three'].map((text) => Buffer.from(text))],
    ['an empty chunk between two', ['one', '', 'two'].map((text) => Buffer.from(text))],
    ['46 chunks of 64 KB', splitInto(largeFile, 65_536)],
    ['one chunk of 3 MB', [largeFile]],
  ])('of %s arrives complete, with its exact length, never chunked', async (_what, chunks) => {
    const { storage, put } = await startStorage();
    const expectedBody = Buffer.concat(chunks);
    await put('a.pdf', bodyOf(...chunks));
    const [request] = storage.receivedRequests;
    const headers = Object.fromEntries(request?.headers ?? []);
    expect(headers['content-length']).toBe(String(expectedBody.length));
    expect(headers['transfer-encoding']).toBeUndefined();
    expect(sha256(request?.body ?? Buffer.alloc(0))).toBe(sha256(expectedBody));
  });

  test('reports its progress up to the last byte, and its request ID', async () => {
    const storage = await startHttp(() => ({ status: 200, headers: { 'x-amz-request-id': 'amz-1' } }));
    const { service } = openService({ base: storage.base });
    const progress: number[] = [];
    const result = await service.putDocument(
      linkTo(storage.base),
      'a.pdf',
      bodyOf(Buffer.alloc(10), Buffer.alloc(20), Buffer.alloc(30)),
      { onSent: (bytes) => progress.push(bytes) },
    );
    expect(progress).toEqual([10, 30, 60]);
    expect(result).toEqual({ requestId: 'amz-1' });
  });

  test.each([200, 201, 204])('that gets the answer %i is stored', async (status) => {
    const { put } = await startStorage({ status });
    await expect(put('a.pdf', bodyOf(Buffer.from('x')))).resolves.toEqual({ requestId: null });
  });

  const xml = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`;

  test.each([
    ['403 with XML', 'link-refused', { status: 403, body: xml('AccessDenied') }],
    ['400 RequestTimeout', 'timed-out', { status: 400, body: xml('RequestTimeout') }],
    ['400 ExpiredToken', 'link-refused', { status: 400, body: xml('ExpiredToken') }],
    ['500', 'service-failed', { status: 500, body: xml('InternalError') }],
    ['503 SlowDown', 'service-failed', { status: 503, body: xml('SlowDown') }],
    ['429', 'service-throttled', { status: 429, headers: { 'retry-after': '3' } }],
    ['401', 'service-refused', { status: 401 }],
  ] satisfies [string, string, Answer][])(
    'that gets the answer %s fails with %s',
    async (_what, code, answer) => {
      const { storage, put } = await startStorage(answer);
      await expect(put('a.pdf', bodyOf(Buffer.from('x')))).rejects.toMatchObject({ code });
      expect(storage.receivedRequests).toHaveLength(1);
    },
  );

  test.each([301, 302, 303, 307, 308])('does not follow a %i redirect', async (status) => {
    const redirectTarget = await startHttp(() => ({ status: 200 }));
    const { put } = await startStorage({ status, headers: { location: `${redirectTarget.base}/taken` } });
    await expect(put('a.pdf', bodyOf(Buffer.from('secret bytes')))).rejects.toMatchObject({
      code: 'service-refused',
      details: { status },
    });
    expect(redirectTarget.receivedRequests).toEqual([]);
    expect(redirectTarget.received).toEqual([]);
  });

  test('carries no cookie that an earlier answer tried to set', async () => {
    const { storage, put } = await startStorage({ status: 200, headers: { 'set-cookie': 'who=me' } });
    await put('a.pdf', bodyOf(Buffer.from('x')));
    await put('a.pdf', bodyOf(Buffer.from('x')));
    const names = storage.receivedRequests.flatMap(({ headers }) => headers.map(([name]) => name));
    expect(names).not.toContain('cookie');
    expect(names).not.toContain('authorization');
  });

  test('is recorded with host and name, without any part of the link', async () => {
    const { storage, put, exchanges } = await startStorage();
    await put('Rechnung.pdf', bodyOf(Buffer.from('hello')));
    expect(exchanges).toMatchObject([
      {
        kind: 'upload',
        subject: 'Rechnung.pdf',
        request: `PUT 127.0.0.1:${storage.port}`,
        outcome: 'done',
        status: 200,
        bytesSent: 5,
      },
    ]);
    expect(JSON.stringify(exchanges)).not.toContain('canary');
  });
});

describe('a success status before all bytes were read', () => {
  test.each(['200 OK', '204 No Content'])(
    'counts as a failure (%s), and the file is closed',
    async (status) => {
      const storage = await startTcp((socket) => {
        // Answers after the first bytes and reads no further, as a broken gateway does.
        socket.once('data', () => {
          socket.pause();
          socket.write(`HTTP/1.1 ${status}\r\nconnection: keep-alive\r\ncontent-length: 0\r\n\r\n`);
        });
      });
      const { service } = openService({ base: storage.base });
      let resolveClosed: () => void = () => undefined;
      const fileClosed = new Promise<void>((resolve) => {
        resolveClosed = resolve;
      });
      const body: OutgoingBody = {
        size: 200_000_000,
        async *chunks() {
          try {
            for (let sent = 0; sent < 200_000_000; sent += 100_000) yield Buffer.alloc(100_000);
          } finally {
            resolveClosed();
          }
        },
      };
      const outcome = service.putDocument(linkTo(storage.base), 'a.pdf', body);
      await expect(outcome).rejects.toMatchObject({ code: 'connection-lost', retryable: true });
      await fileClosed;
    },
  );
});

describe('an answer to an upload', () => {
  test('is read up to 64 KB and no further', async () => {
    const storageAtLimit = await startStorage({ status: 403, body: Buffer.alloc(64 * 1024, ' ') });
    await expect(storageAtLimit.put('a.pdf', bodyOf(Buffer.from('x')))).rejects.toMatchObject({
      code: 'link-refused',
    });
    const storageAboveLimit = await startStorage({ status: 403, body: Buffer.alloc(64 * 1024 + 1, ' ') });
    await expect(storageAboveLimit.put('a.pdf', bodyOf(Buffer.from('x')))).rejects.toMatchObject({
      code: 'answer-too-large',
    });
  });
});

describe('a file that cannot be read to its end', () => {
  test('fails the upload with the read error, and the storage never gets a complete request', async () => {
    const { storage, put } = await startStorage();
    const body: OutgoingBody = {
      size: 300_000,
      async *chunks() {
        yield Buffer.alloc(100_000);
        throw new RangeError('the file has changed');
      },
    };
    await expect(put('a.pdf', body)).rejects.toThrow(new RangeError('the file has changed'));
    expect(storage.receivedRequests).toEqual([]);
  });
});

describe('a stall timeout', () => {
  const limitMs = 30_000;

  test('ends an upload 30 seconds after the last byte was sent without an answer', async () => {
    let resolveArrived: () => void = () => undefined;
    const requestArrived = new Promise<void>((resolve) => {
      resolveArrived = resolve;
    });
    const storage = await startHttp(() => {
      resolveArrived();
      return undefined;
    });
    const clock = createFakeClock();
    const { service } = openService({ base: storage.base, clock });
    const outcome = service
      .putDocument(linkTo(storage.base), 'a.pdf', bodyOf(Buffer.from('x')))
      .catch((error: unknown) => error);
    await requestArrived;
    await clock.advance(limitMs);
    expect(await outcome).toMatchObject({ code: 'timed-out', retryable: true });
  });

  test('starts again whenever bytes are sent', async () => {
    const storage = await startHttp(() => ({ status: 200 }));
    const clock = createFakeClock();
    const { service } = openService({ base: storage.base, clock });
    const body: OutgoingBody = {
      size: 10,
      async *chunks() {
        for (let sent = 0; sent < 10; sent += 1) {
          await clock.advance(limitMs - 1);
          yield Buffer.from('x');
        }
      },
    };
    await service.putDocument(linkTo(storage.base), 'a.pdf', body);
    expect(storage.receivedRequests[0]?.body.toString()).toBe('xxxxxxxxxx');
  });

  test('ends an upload whose connection is blocked, and the file is closed', async () => {
    let resolveFirstBytes: () => void = () => undefined;
    const firstBytes = new Promise<void>((resolve) => {
      resolveFirstBytes = resolve;
    });
    const storage = await startTcp((socket) => {
      socket.once('data', () => {
        socket.pause();
        resolveFirstBytes();
      });
    });
    const clock = createFakeClock();
    const { service } = openService({ base: storage.base, clock });
    let sentBytes = 0;
    let resolveClosed: () => void = () => undefined;
    const fileClosed = new Promise<void>((resolve) => {
      resolveClosed = resolve;
    });
    const body: OutgoingBody = {
      size: 100_000_000,
      async *chunks() {
        try {
          for (; sentBytes < 100_000_000; sentBytes += 100_000) yield Buffer.alloc(100_000);
        } finally {
          resolveClosed();
        }
      },
    };
    const outcome = service.putDocument(linkTo(storage.base), 'a.pdf', body).catch((error: unknown) => error);
    await firstBytes;
    await clock.advance(limitMs);
    expect(await outcome).toMatchObject({ code: 'timed-out' });
    expect(sentBytes).toBeLessThan(100_000_000);
    await fileClosed;
  });
});

describe('a clerk who cancels', () => {
  test('aborts a running upload immediately, and an upload that has not started sends nothing', async () => {
    const abortController = new AbortController();
    const storage = await startTcp((socket) => {
      socket.once('data', () => abortController.abort());
    });
    const { service, exchanges } = openService({ base: storage.base });
    const options = { signal: abortController.signal };
    const body = bodyOf(...Array.from({ length: 500 }, () => Buffer.alloc(100_000)));
    const firstUpload = service.putDocument(linkTo(storage.base), 'a.pdf', body, options);
    await expect(firstUpload).rejects.toMatchObject({ code: 'cancelled' });
    const secondUpload = service.putDocument(linkTo(storage.base), 'a.pdf', body, options);
    await expect(secondUpload).rejects.toMatchObject({ code: 'cancelled' });
    expect(exchanges.map(({ outcome }) => outcome)).toEqual(['cancelled', 'cancelled']);
  });
});
