/** @file The disk becomes full during a batch: Paydesk sends nothing that it cannot record, and loses nothing. */
import { expect, onTestFinished, test } from 'vitest';
import { errorOf } from '../fakes/error-of.ts';
import { eventually } from '../fakes/eventually.ts';
import { skipUnlessRoot, smallDisk } from '../fakes/platform/small-disk.ts';
import {
  sampleDocuments,
  startDocumentsFixture,
} from '../integration/features/documents/documents-fixture.ts';
import { actAt } from '../practice/faults.ts';
import { expectAttached } from './finish-batch.ts';

test('a batch waits while the disk is full and continues once there is space', async (context) => {
  skipUnlessRoot(context);
  const disk = await smallDisk(8);
  const fixture = await startDocumentsFixture({ dataFolder: disk.path });
  // Closing Paydesk needs free space.
  onTestFinished(disk.free);
  fixture.simulator.faults.set('upload', actAt(1, disk.fill));
  const files = sampleDocuments(30);
  const { batchId } = await fixture.send(files);
  let attempt = 0;
  await eventually(async () => {
    attempt += 1;
    const beneficiary = { label: `${attempt}`, recipientId: `${attempt}` };
    const refusal = await errorOf(fixture.call('beneficiaries.add', beneficiary));
    expect(refusal.code).toBe('disk-full');
  });
  // Eight uploads run at most; those in progress may arrive. Nothing else is sent, because every step has to be committed first.
  expect(fixture.callsOf('upload').length).toBeLessThanOrEqual(8);
  expect(fixture.callsOf('updateRecipient')).toEqual([]);
  disk.free();
  await eventually(async () => {
    const states = Object.values(await fixture.statesOf(batchId));
    // A request in flight would time out.
    if (!states.includes('attaching')) fixture.clock.skip(5_000);
    expect(new Set(states)).toEqual(new Set(['attached']));
  });
  await fixture.untilFinished(batchId);
  await expectAttached(fixture, batchId, files);
});
