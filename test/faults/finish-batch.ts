/** @file Steps that finish a batch after a fault, and the check that the service has exactly its documents. */
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { eventually } from '../fakes/eventually.ts';
import type { DocumentsFixture } from '../integration/features/documents/documents-fixture.ts';
import { settleByPortal } from './kills/job-steps.ts';

/** Milliseconds by which the clock advances at each step; hanging calls time out after a few steps. */
const stepMs = 5_000;

/**
 * Advances the clock, settles unknown outcomes with the documents that the service has, retries failed documents and
 * resumes the batch until it is done. Returns the number of outcomes that were unknown.
 */
export async function finishBatch(fixture: DocumentsFixture, batchId: number): Promise<number> {
  let unknownCount = 0;
  await eventually(async () => {
    unknownCount += await settleByPortal(fixture.testApp, fixture.simulator);
    const { state } = await fixture.batchOf(batchId);
    if (state === 'paused') await fixture.call('documents.batch', { action: 'resume', batchId });
    if (state === 'done-with-problems') {
      await fixture.changeDocuments('retry', batchId);
    }
    fixture.clock.skip(stepMs);
    expect((await fixture.batchOf(batchId)).state).toBe('done');
  });
  return unknownCount;
}

/** Expects every document of the batch attached, and exactly these files at the recipient, once and byte for byte. */
export async function expectAttached(
  fixture: DocumentsFixture,
  batchId: number,
  files: Readonly<Record<string, Buffer>>,
  recipientId = 'rcp-Ahlström',
): Promise<void> {
  const expected = Object.entries(files)
    .map(([name, bytes]) => ({ name, sha256: createHash('sha256').update(bytes).digest('hex') }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  expect(fixture.receivedDocuments(recipientId)).toEqual(expected);
  const unattachedRows = (await fixture.rowsOf(batchId)).filter(
    (row) => row.beneficiary?.recipientId === recipientId && row.state !== 'attached',
  );
  expect(unattachedRows).toEqual([]);
  expect(await fixture.call('beneficiaries.unknownOutcomes', {})).toEqual([]);
}
