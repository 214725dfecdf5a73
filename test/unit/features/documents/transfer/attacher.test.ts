import { expect } from 'vitest';
import { cancelDocuments } from '../../../../../src/main/features/documents/database/assign/assign.ts';
import { attachablePairs } from '../../../../../src/main/features/documents/database/attach/attach.ts';
import { setBatchState } from '../../../../../src/main/features/documents/database/batches.ts';
import { cancelBatch } from '../../../../../src/main/features/documents/database/transfer.ts';
import type { Selection } from '../../../../../src/shared/contract/documents.ts';
import { createFakeClock } from '../../../../fakes/clock.ts';
import type { Tables } from '../tables.ts';
import { startAttacher, test } from './attaching.ts';

const clerk = { at: 1_000, by: 'm.hansen' };
const selection: Selection = { kind: 'all', filter: { group: null, text: '' } };
const paused = { state: 'paused', pauseReason: 'user', pauseDetail: null } as const;

/** Actions of a clerk on a batch whose documents are all stored. */
const clerkActions: [string, (tables: Tables, batchId: number) => unknown][] = [
  ['cancelled', (tables, batchId) => tables.run(cancelBatch, { batchId, ...clerk })],
  ['emptied', (tables, batchId) => tables.run(cancelDocuments, { batchId, selection, ...clerk })],
  ['paused', (tables, batchId) => tables.run(setBatchState, { batchId, ...paused })],
];

test.for(clerkActions)(
  'nothing is sent for a batch that was %s just before its attach operations begin',
  async ([, action], { fixture }) => {
    const { tables, batchId } = fixture;
    const draft = fixture.addDraft();
    fixture.addBeneficiary('key of known');
    tables.addDocument(batchId, 'stored', { beneficiaryId: draft, key: 'key of draft' });
    expect(tables.run(attachablePairs, { profileId: 'test-profile', limit: 9 })).toHaveLength(2);
    fixture.procedures.after = (name) => {
      if (name === attachablePairs.name) action(tables, batchId);
    };
    await fixture.attachOnce();
    expect(fixture.exchanges).toEqual([]);
    expect(fixture.readOperations()).toEqual([]);
    expect(tables.readColumn('beneficiary', draft, 'stage')).toBe('draft');
    expect(fixture.attacher.inFlight).toBe(0);
  },
);

test('an operation that the service delayed is due even if its timer fires one millisecond early', async () => {
  const clock = createFakeClock();
  const fixture = await startAttacher(clock);
  fixture.addBeneficiary('a key');
  fixture.setFault('updateRecipient', { kind: 'throttle', status: 429, retryAfterSeconds: 5, times: 1 });
  await fixture.attachOnce();
  expect(fixture.countCalls()).toBe(1);
  await clock.advance((clock.nextIn() ?? 0) - 1);
  await fixture.attachOnce();
  expect(fixture.countCalls()).toBe(2);
});
