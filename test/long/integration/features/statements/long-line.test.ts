import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { startHttp } from '../../../../fakes/servers/servers.ts';
import { startStatementsFixture } from '../../../../integration/features/statements/statements-fixture.ts';

test('a line of 200 MB is stored completely, and the beginning of the line is shown', async () => {
  const bytes = Buffer.concat([
    Buffer.from('Date,Text\n2026-01-02,'),
    Buffer.alloc(200_000_000, 'x'),
    Buffer.from('\n2026-01-03,after\n'),
  ]);
  const headers = { 'content-type': 'text/csv' };
  const storage = await startHttp(() => ({ status: 200, headers, body: bytes }));
  const fixture = await startStatementsFixture({ profile: { storageHosts: [new URL(storage.base).host] } });
  const { event, id } = await fixture.requestStatement();
  const url = `${storage.base}/statement.csv`;
  await fixture.pasteEvent({ ...event, event: { ...event.event, transactionCount: 2, url } });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const expectStored = async () =>
    expect(await fixture.call('statements.get', { id })).toMatchObject({
      state: 'stored',
      size: bytes.length,
      sha256,
    });
  await vi.waitFor(expectStored, { timeout: 100_000, interval: 50 });
  const { handle, opened } = await fixture.openStatement(id);
  expect(opened.rows).toBe(2);
  const { rows } = await fixture.call('viewer.query', { action: 'window', handle, offset: 0, limit: 2 });
  // A shown cell has at most 2,000 characters and an ellipsis.
  expect(rows[0]?.cells[1]?.length).toBeLessThanOrEqual(2_001);
  expect(rows[1]?.cells).toEqual(['2026-01-03', 'after']);
  const { points } = await fixture.call('viewer.query', { action: 'check', handle });
  expect(points.find((check) => check.id === 'unchanged')?.result).toBe('passed');
  const view = { sort: null, filters: [], find: 'after' };
  expect((await fixture.call('viewer.view', { handle, view })).hits).toBe(1);
});
