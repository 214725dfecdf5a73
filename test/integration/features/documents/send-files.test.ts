import { createHash } from 'node:crypto';
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
