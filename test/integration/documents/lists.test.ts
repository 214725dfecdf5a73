import { join } from 'node:path';
import { expect } from 'vitest';
import type { DocumentSort } from '../../../src/shared/contract/documents.ts';
import type { CommandArgs } from '../../../src/shared/contract/index.ts';
import { pdf, writeFiles } from '../../fakes/files.ts';
import { test } from './company-test.ts';
import { type DocumentsFixture, sampleDocuments } from './documents-fixture.ts';

const byName: DocumentSort = { by: 'name', descending: false };

async function listNames(
  fixture: DocumentsFixture,
  batchId: number,
  changes: Partial<CommandArgs<'documents.list'>> = {},
): Promise<string[]> {
  const { rows } = await fixture.call('documents.list', {
    batchId,
    filter: { group: null, text: '' },
    sort: byName,
    offset: 0,
    limit: 200,
    ...changes,
  });
  return rows.map(({ name }) => name);
}

const withText = (text: string) => ({ filter: { group: null, text } });

test('a search finds names, folders, beneficiaries and recipient IDs', async ({ fixture }) => {
  await writeFiles(fixture.folder, {
    'Rechnungen März/Ärger.pdf': pdf('a'),
    'Contracts/b.pdf': pdf('b'),
    'Contracts/c.pdf': pdf('c'),
    'Contracts/c.txt': pdf('t'),
  });
  const batchId = await fixture.drop(
    join(fixture.folder, 'Rechnungen März'),
    join(fixture.folder, 'Contracts'),
  );
  await fixture.assign(batchId, await fixture.addBeneficiary('Ołtarz Øst', 'RCP-Ünique'), 'c.pdf');
  expect(await listNames(fixture, batchId, withText('arger'))).toEqual(['Ärger.pdf']);
  expect(await listNames(fixture, batchId, withText('MARZ'))).toEqual(['Ärger.pdf']);
  expect(await listNames(fixture, batchId, withText('contracts'))).toEqual(['b.pdf', 'c.pdf', 'c.txt']);
  const rejected = { filter: { group: 'rejected', text: 'c' } } as const;
  expect(await listNames(fixture, batchId, rejected)).toEqual(['c.txt']);
  expect(await listNames(fixture, batchId, withText('øst'))).toEqual(['c.pdf']);
  expect(await listNames(fixture, batchId, withText('rcp-ünique'))).toEqual(['c.pdf']);
  expect(await listNames(fixture, batchId, withText('RCP-Ü'))).toEqual(['c.pdf']);
  expect(await listNames(fixture, batchId, withText('%'))).toEqual([]);
  expect(await listNames(fixture, batchId, withText(''))).toHaveLength(4);
});

test('a list is sorted by name, size and beneficiary in both directions', async ({ fixture }) => {
  const batchId = await fixture.dropFiles({
    'Öl.pdf': pdf('large', 5_000),
    'apfel.pdf': pdf('middle', 3_000),
    'Zebra.pdf': pdf('small', 1_000),
  });
  await fixture.assign(batchId, await fixture.addBeneficiary('zeta'), 'Öl.pdf');
  await fixture.assign(batchId, await fixture.addBeneficiary('Alpha'), 'Zebra.pdf');
  const listSorted = (by: DocumentSort['by'], descending: boolean) =>
    listNames(fixture, batchId, { sort: { by, descending } });
  expect(await listSorted('name', false)).toEqual(['apfel.pdf', 'Öl.pdf', 'Zebra.pdf']);
  expect(await listSorted('name', true)).toEqual(['Zebra.pdf', 'Öl.pdf', 'apfel.pdf']);
  expect(await listSorted('size', false)).toEqual(['Zebra.pdf', 'apfel.pdf', 'Öl.pdf']);
  expect(await listSorted('size', true)).toEqual(['Öl.pdf', 'apfel.pdf', 'Zebra.pdf']);
  // Documents without a beneficiary come last in both directions.
  expect(await listSorted('beneficiary', false)).toEqual(['Zebra.pdf', 'Öl.pdf', 'apfel.pdf']);
  expect(await listSorted('beneficiary', true)).toEqual(['Öl.pdf', 'Zebra.pdf', 'apfel.pdf']);
});

test('the default order starts with documents that need the clerk', async ({ fixture }) => {
  const batchId = await fixture.dropFiles({
    'a assigned.pdf': pdf('a'),
    'b not assigned.pdf': pdf('b'),
    'c twice.pdf': pdf('b'),
    'd not accepted.txt': pdf('d'),
    'e left out.pdf': pdf('e'),
  });
  await fixture.assign(batchId, await fixture.addBeneficiary('In order'), 'a assigned.pdf');
  await fixture.changeDocuments('exclude', batchId, 'e left out.pdf');
  expect(await listNames(fixture, batchId, { sort: { by: 'state', descending: false } })).toEqual([
    'd not accepted.txt',
    'c twice.pdf',
    'b not assigned.pdf',
    'a assigned.pdf',
    'e left out.pdf',
  ]);
});

test('pages follow each other without gaps, and page limits are enforced', async ({ fixture }) => {
  const batchId = await fixture.dropFiles(sampleDocuments(7));
  const pages = await Promise.all(
    [0, 3, 6, 9].map((offset) => listNames(fixture, batchId, { offset, limit: 3 })),
  );
  expect(pages.map((page) => page.length)).toEqual([3, 3, 1, 0]);
  expect(pages.flat()).toEqual(await listNames(fixture, batchId));
  for (const page of [{ limit: 201 }, { limit: 0 }, { offset: -1 }]) {
    await expect(listNames(fixture, batchId, page)).rejects.toMatchObject({ code: 'arguments-invalid' });
  }
});

test('documents are filtered by reason, and a retry affects only the filtered list', async ({ fixture }) => {
  let callCount = 0;
  fixture.simulator.faults.set('upload', {
    kind: 'status',
    status: 422,
    when: () => {
      callCount += 1;
      return callCount % 2 === 0;
    },
  });
  const batchId = await fixture.dropFiles({
    ...sampleDocuments(4),
    'empty.pdf': Buffer.alloc(0),
    'notes.txt': Buffer.from('notes'),
  });
  await fixture.assign(batchId, await fixture.addBeneficiary('A'), ...Object.keys(sampleDocuments(4)));
  await fixture.startBatch(batchId);
  await fixture.untilFinished(batchId, 'done-with-problems');
  expect(await fixture.call('documents.query', { action: 'reasons', batchId, group: null })).toEqual([
    { code: 'service-refused', documents: 2 },
    { code: 'empty-file', documents: 1 },
    { code: 'extension-not-allowed', documents: 1 },
  ]);
  expect(await fixture.call('documents.query', { action: 'reasons', batchId, group: 'problem' })).toEqual([
    { code: 'service-refused', documents: 2 },
  ]);
  const filter = { group: null, reason: 'service-refused', text: '' } as const;
  const sort = { by: 'name', descending: false } as const;
  const page = await fixture.call('documents.list', { batchId, filter, sort, offset: 0, limit: 9 });
  expect(page).toMatchObject({ total: 2, rows: [{ state: 'failed' }, { state: 'failed' }] });
  fixture.simulator.faults.clear();
  const selection = { kind: 'all' as const, filter };
  expect(await fixture.call('documents.change', { action: 'retry', batchId, selection })).toEqual({
    changed: 2,
  });
  await fixture.untilFinished(batchId);
});
