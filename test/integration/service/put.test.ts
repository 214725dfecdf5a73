import { expect, test } from 'vitest';
import { acceptLink } from '../../../src/main/service/targets.ts';
import { startTcp } from '../../fakes/servers/servers.ts';
import { openService } from '../../fakes/servers/service.ts';

test('a success status before all bytes were read is a failure, and the file is closed', async () => {
  const storage = await startTcp((socket) => {
    // Answers after the first bytes and reads no further, as a broken gateway does.
    socket.once('data', () => {
      socket.pause();
      socket.write('HTTP/1.1 200 OK\r\nconnection: keep-alive\r\ncontent-length: 0\r\n\r\n');
    });
  });
  const rules = { allowHttpLoopback: true, storageHosts: [] };
  const link = acceptLink(`${storage.base}/bucket/key?X-Signature=canary`, rules);
  if (link === null) throw new Error('The link was not accepted');
  const closed = Promise.withResolvers<void>();
  const size = 100_000_000;
  async function* chunks() {
    try {
      for (let sent = 0; sent < size; sent += 100_000) yield Buffer.alloc(100_000);
    } finally {
      closed.resolve();
    }
  }
  const outcome = openService({ base: storage.base }).service.putDocument(link, 'a.pdf', { size, chunks });
  await expect(outcome).rejects.toMatchObject({ code: 'connection-lost', retryable: true });
  await closed.promise;
});
