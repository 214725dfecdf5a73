import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { documentGroups } from '../../../../../src/shared/model/documents/document.ts';
import { pageLimit } from '../../../../../src/shared/model/paging.ts';
import { test } from '../../../../integration/features/documents/company-test.ts';

const fileCount = 10_000;

test('ten thousand files of a folder are listed once, in pages that add up', async ({ fixture }) => {
  const folder = join(fixture.folder, 'scans');
  mkdirSync(folder);
  for (let index = 1; index <= fileCount; index += 1) {
    const isAccepted = index % 100 !== 0;
    writeFileSync(join(folder, `scan ${index}.${isAccepted ? 'pdf' : 'txt'}`), `%PDF-1.4\n${index}`);
  }
  const batchId = await fixture.testApp.drop([folder]);
  // The checks take longer than steps may usually take.
  await fixture.testApp.until(
    'batches',
    ([batch]) => batch?.counts.unassigned === 9_900 && batch.counts.rejected === 100,
  );

  const rows = await fixture.rowsOf(batchId);
  expect(rows).toHaveLength(fileCount);
  expect(new Set(rows.map(({ name }) => name)).size).toBe(fileCount);
  const summary = await fixture.untilBatchSummary(batchId, {
    state: 'draft',
    documents: fileCount,
    folders: 1,
  });
  expect(summary.counts).toEqual({ unassigned: 9_900, rejected: 100 });

  const id = await fixture.addBeneficiary('All of them');
  await fixture.assign(batchId, id, ...rows.slice(0, 5_000).map(({ name }) => name));
  const { counts } = await fixture.untilBatchSummary(batchId, {
    counts: { assigned: 4_950, unassigned: 4_950, rejected: 100 },
  });
  const page = { batchId, sort: { by: 'size', descending: true } as const, offset: 0, limit: pageLimit };
  for (const group of documentGroups) {
    const { total } = await fixture.call('documents.list', { ...page, filter: { group, text: '' } });
    expect([group, total]).toEqual([group, counts[group] ?? 0]);
  }
});
