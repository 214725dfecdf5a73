import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documentGroups } from '../../../src/shared/model/document.ts';
import { pageLimit } from '../../../src/shared/model/paging.ts';
import {
  addBeneficiary,
  assign,
  drop,
  rowsOf,
  startDocumentsFixture,
  untilBatchSummary,
} from './documents-fixture.ts';

const fileCount = 10_000;

test('ten thousand files in one folder are listed once each, and the pages of every group add up', async () => {
  const fixture = await startDocumentsFixture();
  const folder = join(fixture.folder, 'scans');
  mkdirSync(folder);
  for (let index = 1; index <= fileCount; index += 1) {
    const isAccepted = index % 100 !== 0;
    writeFileSync(join(folder, `scan ${index}.${isAccepted ? 'pdf' : 'txt'}`), `%PDF-1.4\n${index}`);
  }
  const batchId = await drop(fixture, folder);

  const rows = await rowsOf(fixture, batchId);
  expect(rows).toHaveLength(fileCount);
  expect(new Set(rows.map(({ name }) => name)).size).toBe(fileCount);
  const summary = await untilBatchSummary(fixture, batchId, {
    state: 'draft',
    documents: fileCount,
    folders: 1,
  });
  expect(summary.counts).toEqual({ unassigned: 9_900, rejected: 100 });

  const id = await addBeneficiary(fixture, 'All of them');
  await assign(fixture, batchId, id, ...rows.slice(0, 5_000).map(({ name }) => name));
  const { counts } = await untilBatchSummary(fixture, batchId, {
    counts: { assigned: 4_950, unassigned: 4_950, rejected: 100 },
  });
  const page = { batchId, sort: { by: 'size', descending: true } as const, offset: 0, limit: pageLimit };
  for (const group of documentGroups) {
    const { total } = await fixture.call('documents.list', { ...page, filter: { group, text: '' } });
    expect([group, total]).toEqual([group, counts[group] ?? 0]);
  }
});
