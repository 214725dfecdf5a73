import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documentGroups } from '../../../src/shared/model/document.ts';
import { pageLimit } from '../../../src/shared/model/paging.ts';
import { assign, beneficiary, drop, rowsOf, startWork, untilHead } from './work.ts';

const number = 10_000;

test('ten thousand files in one folder are all there, once each, on pages that fit together', async () => {
  const work = await startWork();
  const folder = join(work.folder, 'scans');
  mkdirSync(folder);
  for (let index = 1; index <= number; index += 1) {
    const good = index % 100 !== 0;
    writeFileSync(join(folder, `scan ${index}.${good ? 'pdf' : 'txt'}`), `%PDF-1.4\n${index}`);
  }
  const batchId = await drop(work, folder);

  const rows = await rowsOf(work, batchId);
  expect(rows).toHaveLength(number);
  expect(new Set(rows.map(({ name }) => name)).size).toBe(number);
  const head = await untilHead(work, batchId, { state: 'draft', documents: number, folders: 1 });
  expect(head.counts).toEqual({ unassigned: 9_900, rejected: 100 });

  const id = await beneficiary(work, 'All of them');
  await assign(work, batchId, id, ...rows.slice(0, 5_000).map(({ name }) => name));
  const { counts } = await untilHead(work, batchId, {
    counts: { assigned: 4_950, unassigned: 4_950, rejected: 100 },
  });
  const page = { batchId, sort: { by: 'size', descending: true } as const, offset: 0, limit: pageLimit };
  for (const group of documentGroups) {
    const { total } = await work.call('documents.list', { ...page, filter: { group, text: '' } });
    expect([group, total]).toEqual([group, counts[group] ?? 0]);
  }
});
