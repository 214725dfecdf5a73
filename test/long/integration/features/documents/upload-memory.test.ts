import { expect } from 'vitest';
import { eventually } from '../../../../fakes/eventually.ts';
import { pdf } from '../../../../fakes/files/files.ts';
import { test } from '../../../../integration/features/documents/company-test.ts';
import { sampleDocuments } from '../../../../integration/features/documents/documents-fixture.ts';

test('concurrent uploads are also limited by their bytes', async ({ fixture }) => {
  // A document is held in memory while it is sent; the limit of bytes allows eight, whatever the concurrency.
  fixture.simulator.faults.set('upload', { kind: 'hang', skip: 160 });
  const smallBatch = await fixture.send(sampleDocuments(160));
  await fixture.untilFinished(smallBatch.batchId);
  const large = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`large ${index}.pdf`, pdf(`large ${index}`, 7_900_000)]),
  );
  const { batchId } = await fixture.send(large, 'Large');
  const countTransfers = () => fixture.batchSummaryOf(batchId)?.transfers.length;
  await eventually(() => expect(countTransfers()).toBe(8));
  await fixture.rowsOf(batchId);
  expect(countTransfers()).toBe(8);
  fixture.simulator.faults.clear();
  await fixture.untilFinished(batchId);
});
