import { describe, expect, test } from 'vitest';
import type { OutgoingBody } from '../../../src/main/service/http/http-messages.ts';
import { acceptLink, type UploadLink } from '../../../src/main/service/targets.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { type Answer, startHttp, startTcp } from '../../fakes/servers/servers.ts';
import { bodyOf, openService } from '../../fakes/servers/service.ts';

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
  return { storage, service, put, exchanges };
}

describe('an upload (section 4.4)', () => {
  test('is a PUT to the unchanged link with no identifying headers, and is recorded without the link', async () => {
    const { storage, put, exchanges } = await startStorage({
      status: 200,
      headers: { 'set-cookie': 'who=me' },
    });
    for (const name of ['A.JPEG', 'b.pdf']) await put(name, bodyOf(Buffer.from('hello')));
    const types = ['image/jpeg', 'application/pdf'];
    expect(storage.receivedRequests).toHaveLength(2);
    for (const [index, { method, target, body, headers }] of storage.receivedRequests.entries()) {
      expect([method, target, body.toString()]).toEqual(['PUT', path, 'hello']);
      const {
        host: _host,
        connection: _connection,
        'user-agent': _agent,
        ...others
      } = Object.fromEntries(headers);
      expect(others).toEqual({ 'content-type': types[index], 'content-length': '5' });
    }
    expect(exchanges[0]).toMatchObject({
      kind: 'upload',
      subject: 'A.JPEG',
      request: `PUT 127.0.0.1:${storage.port}`,
      outcome: 'done',
      status: 200,
      bytesSent: 5,
    });
    expect(JSON.stringify(exchanges)).not.toContain('canary');
  });

  test('that is refused is not repeated, and its answer is read up to 64 KB and no further', async () => {
    for (const [size, code] of [
      [64 * 1024, 'link-refused'],
      [64 * 1024 + 1, 'answer-too-large'],
    ] as const) {
      const { storage, put } = await startStorage({ status: 403, body: Buffer.alloc(size, ' ') });
      await expect(put('a.pdf', bodyOf(Buffer.from('x')))).rejects.toMatchObject({ code });
      expect(storage.receivedRequests).toHaveLength(1);
    }
  });
});

/** A file of 100 MB. `closed` resolves when its source is closed, `sentBytes` counts the bytes that were read. */
function openLargeFile() {
  const closed = Promise.withResolvers<void>();
  const size = 100_000_000;
  let sentBytes = 0;
  const body: OutgoingBody = {
    size,
    async *chunks() {
      try {
        for (; sentBytes < size; sentBytes += 100_000) yield Buffer.alloc(100_000);
      } finally {
        closed.resolve();
      }
    },
  };
  return { body, closed: closed.promise, size, sentBytes: () => sentBytes };
}

test('a success status before all bytes were read is a failure, and the file is closed', async () => {
  const storage = await startTcp((socket) => {
    // Answers after the first bytes and reads no further, as a broken gateway does.
    socket.once('data', () => {
      socket.pause();
      socket.write('HTTP/1.1 200 OK\r\nconnection: keep-alive\r\ncontent-length: 0\r\n\r\n');
    });
  });
  const { service } = openService({ base: storage.base });
  const file = openLargeFile();
  const outcome = service.putDocument(linkTo(storage.base), 'a.pdf', file.body);
  await expect(outcome).rejects.toMatchObject({ code: 'connection-lost', retryable: true });
  await file.closed;
});

describe('an upload of which nothing is heard for 30 seconds', () => {
  /** Uploads to a storage, waits for `arrived`, and lets the time pass. */
  async function putStalled(base: string, body: OutgoingBody, arrived: Promise<void>): Promise<void> {
    const clock = createFakeClock();
    const upload = openService({ base, clock }).service.putDocument(linkTo(base), 'a.pdf', body);
    const outcome = upload.catch((error: unknown) => error);
    await arrived;
    await clock.advance(30_000);
    expect(await outcome).toMatchObject({ code: 'timed-out', retryable: true });
  }

  test('ends when its connection is blocked, and the file is closed', async () => {
    const firstBytes = Promise.withResolvers<void>();
    const storage = await startTcp((socket) => {
      socket.once('data', () => {
        socket.pause();
        firstBytes.resolve();
      });
    });
    const file = openLargeFile();
    await putStalled(storage.base, file.body, firstBytes.promise);
    expect(file.sentBytes()).toBeLessThan(file.size);
    await file.closed;
  });
});
