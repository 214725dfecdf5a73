import { expect } from 'vitest';
import { eventually } from '../../../../fakes/eventually.ts';
import { test } from '../../../../integration/features/documents/company-test.ts';
import { sampleDocuments } from '../../../../integration/features/documents/documents-fixture.ts';

test('50 open batches are published, and further ones are counted', async ({ fixture }) => {
  const beneficiaryId = await fixture.findOrAddBeneficiary('Ahlström');
  const body = JSON.stringify({ message: 'Closed' });
  fixture.simulator.faults.set('updateRecipient', { kind: 'status', status: 422, body });
  for (let number = 1; number <= 53; number += 1) {
    const batchId = await fixture.dropFiles(sampleDocuments(1, `${number} `));
    await fixture.assign(batchId, beneficiaryId);
    await fixture.startBatch(batchId);
    await fixture.untilFinished(batchId, 'done-with-problems');
  }
  await fixture.restart();
  await eventually(() => {
    expect(fixture.testApp.topic('batches')).toHaveLength(50);
    expect(fixture.testApp.topic('moreBatches')).toEqual({ batches: 3, needClerk: 3 });
  });
  const { total, rows } = await fixture.call('documents.earlier', { offset: 0, limit: 200 });
  expect([total, rows.filter(({ open }) => open).length]).toEqual([53, 53]);
});
