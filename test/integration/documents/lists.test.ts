import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { DocumentSort } from '../../../src/shared/contract/documents.ts';
import type { CommandArgs } from '../../../src/shared/contract/index.ts';
import { pdf, writeFiles } from '../../fakes/files.ts';
import {
  assign,
  beneficiary,
  documents,
  drop,
  dropFiles,
  errorOf,
  over,
  select,
  shareWork,
  start,
  startWork,
  type Work,
} from './work.ts';

const shared = shareWork();
const byName: DocumentSort = { by: 'name', descending: false };

async function names(
  work: Work,
  batchId: number,
  more: Partial<CommandArgs<'documents.list'>> = {},
): Promise<string[]> {
  const { rows } = await work.call('documents.list', {
    batchId,
    filter: { group: null, text: '' },
    sort: byName,
    offset: 0,
    limit: 200,
    ...more,
  });
  return rows.map(({ name }) => name);
}

const withText = (text: string) => ({ filter: { group: null, text } });

test('a text finds documents by name, folder, beneficiary and recipient ID, accents and capitals aside', async () => {
  const work = shared();
  await writeFiles(work.folder, {
    'Rechnungen März/Ärger.pdf': pdf('a'),
    'Contracts/b.pdf': pdf('b'),
    'Contracts/c.pdf': pdf('c'),
  });
  const batchId = await drop(work, join(work.folder, 'Rechnungen März'), join(work.folder, 'Contracts'));
  await assign(work, batchId, await beneficiary(work, 'Ołtarz Øst', 'RCP-Ünique'), 'c.pdf');
  expect(await names(work, batchId, withText('arger'))).toEqual(['Ärger.pdf']);
  expect(await names(work, batchId, withText('MARZ'))).toEqual(['Ärger.pdf']);
  expect(await names(work, batchId, withText('contracts'))).toEqual(['b.pdf', 'c.pdf']);
  expect(await names(work, batchId, withText('øst'))).toEqual(['c.pdf']);
  expect(await names(work, batchId, withText('rcp-ünique'))).toEqual(['c.pdf']);
  expect(await names(work, batchId, withText('RCP-Ü'))).toEqual(['c.pdf']);
  expect(await names(work, batchId, withText('%'))).toEqual([]);
  expect(await names(work, batchId, withText(''))).toHaveLength(3);
});

test('a group and a text narrow together', async () => {
  const work = shared();
  const batchId = await dropFiles(work, { ...documents(3, 'a '), 'a 4.txt': pdf('t'), 'b.txt': pdf('u') });
  expect(await names(work, batchId, { filter: { group: 'rejected', text: 'a' } })).toEqual(['a 4.txt']);
});

test('a list is sorted by name, size and beneficiary, both ways', async () => {
  const work = shared();
  const batchId = await dropFiles(work, {
    'Öl.pdf': pdf('large', 5_000),
    'apfel.pdf': pdf('middle', 3_000),
    'Zebra.pdf': pdf('small', 1_000),
  });
  await assign(work, batchId, await beneficiary(work, 'zeta'), 'Öl.pdf');
  await assign(work, batchId, await beneficiary(work, 'Alpha'), 'Zebra.pdf');
  const sorted = (by: DocumentSort['by'], descending: boolean) =>
    names(work, batchId, { sort: { by, descending } });
  expect(await sorted('name', false)).toEqual(['apfel.pdf', 'Öl.pdf', 'Zebra.pdf']);
  expect(await sorted('name', true)).toEqual(['Zebra.pdf', 'Öl.pdf', 'apfel.pdf']);
  expect(await sorted('size', false)).toEqual(['Zebra.pdf', 'apfel.pdf', 'Öl.pdf']);
  expect(await sorted('size', true)).toEqual(['Öl.pdf', 'apfel.pdf', 'Zebra.pdf']);
  // Without a beneficiary comes last, whichever way.
  expect(await sorted('beneficiary', false)).toEqual(['Zebra.pdf', 'Öl.pdf', 'apfel.pdf']);
  expect(await sorted('beneficiary', true)).toEqual(['Öl.pdf', 'Zebra.pdf', 'apfel.pdf']);
});

test('the default order begins with what needs the clerk', async () => {
  const work = shared();
  const batchId = await dropFiles(work, {
    'a assigned.pdf': pdf('a'),
    'b not assigned.pdf': pdf('b'),
    'c twice.pdf': pdf('b'),
    'd not accepted.txt': pdf('d'),
    'e left out.pdf': pdf('e'),
  });
  await assign(work, batchId, await beneficiary(work, 'In order'), 'a assigned.pdf');
  await work.call('documents.exclude', await select(work, batchId, 'e left out.pdf'));
  expect(await names(work, batchId, { sort: { by: 'state', descending: false } })).toEqual([
    'd not accepted.txt',
    'c twice.pdf',
    'b not assigned.pdf',
    'a assigned.pdf',
    'e left out.pdf',
  ]);
});

test('pages follow each other without a gap, and a page has its limits', async () => {
  const work = shared();
  const batchId = await dropFiles(work, documents(7));
  const pages = await Promise.all([0, 3, 6, 9].map((offset) => names(work, batchId, { offset, limit: 3 })));
  expect(pages.map((page) => page.length)).toEqual([3, 3, 1, 0]);
  expect(pages.flat()).toEqual(await names(work, batchId));
  for (const page of [{ limit: 201 }, { limit: 0 }, { offset: -1 }]) {
    expect(await errorOf(names(work, batchId, page))).toMatchObject({ code: 'arguments-invalid' });
  }
});

test('documents are narrowed to a reason, and what fails for it is retried alone', async () => {
  const work = await startWork();
  let calls = 0;
  work.simulator.faults.set('upload', {
    kind: 'status',
    status: 422,
    when: () => {
      calls += 1;
      return calls % 2 === 0;
    },
  });
  const batchId = await dropFiles(work, {
    ...documents(4),
    'empty.pdf': Buffer.alloc(0),
    'notes.txt': Buffer.from('notes'),
  });
  await assign(work, batchId, await beneficiary(work, 'A'), ...Object.keys(documents(4)));
  await start(work, batchId);
  await over(work, batchId, 'done-with-problems');
  expect(await work.call('documents.reasons', { batchId, group: null })).toEqual([
    { code: 'service-refused', documents: 2 },
    { code: 'empty-file', documents: 1 },
    { code: 'extension-not-allowed', documents: 1 },
  ]);
  expect(await work.call('documents.reasons', { batchId, group: 'problem' })).toEqual([
    { code: 'service-refused', documents: 2 },
  ]);
  const filter = { group: null, reason: 'service-refused', text: '' } as const;
  const sort = { by: 'name', descending: false } as const;
  const page = await work.call('documents.list', { batchId, filter, sort, offset: 0, limit: 9 });
  expect(page).toMatchObject({ total: 2, rows: [{ state: 'failed' }, { state: 'failed' }] });
  work.simulator.faults.clear();
  const selection = { kind: 'all' as const, filter };
  expect(await work.call('documents.retry', { batchId, selection })).toEqual({ changed: 2 });
  await over(work, batchId);
});
