import { createHash } from 'node:crypto';
import { appendFileSync, closeSync, openSync, rmSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { eventually } from '../../../fakes/eventually.ts';
import { pdf } from '../../../fakes/files/files.ts';
import { test } from './company-test.ts';
import type { DocumentsFixture } from './documents-fixture.ts';

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Drops and assigns files without starting the batch. */
async function prepareBatch(fixture: DocumentsFixture, files: Record<string, Buffer>): Promise<number> {
  const batchId = await fixture.dropFiles(files);
  await fixture.assign(batchId, await fixture.addBeneficiary('Ahlström'));
  return batchId;
}

const largeFileBytes = 12_000_000;

/** Starts sending a large document slowly and waits until a part of it was sent. */
async function sendSlowly(fixture: DocumentsFixture, bytes: Buffer) {
  const batchId = await prepareBatch(fixture, { 'a.pdf': bytes });
  fixture.simulator.faults.set('upload', { kind: 'slow-read', bytesPerSecond: 20_000_000, times: 1 });
  await fixture.startBatch(batchId);
  await eventually(() => {
    const [transfer] = fixture.batchSummaryOf(batchId)?.transfers ?? [];
    expect(transfer?.sent ?? 0).toBeGreaterThan(0);
    expect(transfer?.sent ?? largeFileBytes).toBeLessThan(largeFileBytes);
  });
  return { batchId, path: join(fixture.folder, 'a.pdf') };
}

test.for([
  [
    'is overwritten near its end',
    (path: string) => {
      const file = openSync(path, 'r+');
      writeSync(file, 'other', largeFileBytes - 100);
      closeSync(file);
    },
  ],
  ['grows', (path: string) => appendFileSync(path, '% more')],
  ['shrinks', (path: string) => truncateSync(path, largeFileBytes - 1_000)],
] as const)('a file that %s while it is sent is not stored', async ([, change], { fixture }) => {
  const { batchId, path } = await sendSlowly(fixture, pdf('a', largeFileBytes));
  change(path);
  await fixture.untilFinished(batchId, 'done-with-problems');
  expect(await fixture.rowOf(batchId, 'a.pdf')).toMatchObject({
    state: 'failed',
    reason: { code: 'file-changed' },
  });
  expect([...fixture.simulator.state.objects]).toEqual([]);
  expect(fixture.callsOf('updateRecipient')).toEqual([]);
});

test('a file that is deleted while it is sent is stored as checked or not at all', async ({ fixture }) => {
  const bytes = pdf('a', largeFileBytes);
  const { batchId, path } = await sendSlowly(fixture, bytes);
  rmSync(path);
  await eventually(async () =>
    expect(['attached', 'waiting-for-file']).toContain((await fixture.rowOf(batchId, 'a.pdf')).state),
  );
  for (const object of fixture.simulator.state.objects.values()) expect(object.sha256).toBe(hash(bytes));
});

test('documents with sizes around the in-memory limits arrive byte for byte', async ({ fixture }) => {
  const inMemoryLimitBytes = 8 * 1024 * 1024;
  const sizes = [
    700,
    64 * 1024,
    64 * 1024 + 1,
    inMemoryLimitBytes - 1,
    inMemoryLimitBytes,
    inMemoryLimitBytes + 1,
    inMemoryLimitBytes + 256 * 1024,
  ];
  const files = Object.fromEntries(
    sizes.map((bytes) => {
      const shorterPdf = pdf(String(bytes), bytes - 500);
      return [
        `${bytes}.pdf`,
        Buffer.concat([shorterPdf, Buffer.alloc(Math.max(0, bytes - shorterPdf.length), '\n')]),
      ];
    }),
  );
  const batchId = await prepareBatch(fixture, files);
  await fixture.untilChecked(batchId);
  await fixture.startBatch(batchId);
  await fixture.untilFinished(batchId);
  const expected = Object.entries(files).map(([name, bytes]) => ({ name, sha256: hash(bytes) }));
  expect(fixture.receivedDocuments('rcp-Ahlström')).toEqual(
    expected.sort((a, b) => (a.name < b.name ? -1 : 1)),
  );
});

test('the upload rate limit of the clerk slows uploads without causing timeouts', async ({ fixture }) => {
  const appearance = { theme: 'system', contrast: false } as const;
  const changeRateLimit = (uploadBytesPerSecond: number | null) =>
    fixture.call('settings.change', { appearance, largeFileMegabytes: 25, uploadBytesPerSecond });
  await changeRateLimit(16_000);
  const { batchId } = await fixture.send({ 'a.pdf': pdf('a', 400_000), 'b.pdf': pdf('b', 400_000) });
  await fixture.untilBatchSummary(batchId, { state: 'running' });
  await eventually(() => expect(fixture.batchSummaryOf(batchId)?.transfers[0]?.sent).toBeGreaterThan(0));
  // At this rate the two uploads take fifty seconds, so both are still in progress.
  await eventually(async () => {
    expect(Object.values(await fixture.statesOf(batchId))).toEqual(['sending', 'sending']);
  });
  await changeRateLimit(null);
  await fixture.untilFinished(batchId);
  expect(fixture.callsOf('upload')).toHaveLength(2);
});
