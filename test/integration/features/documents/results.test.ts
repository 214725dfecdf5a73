import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect } from 'vitest';
import type { ReceiptFormat } from '../../../../src/shared/contract/documents.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { pdf, writeFiles } from '../../../fakes/files/files.ts';
import { readPages } from '../../../fakes/files/read-pages.ts';
import { savedAt } from '../../../fakes/files/saved-file.ts';
import { test } from './company-test.ts';
import { type DocumentsFixture, sampleDocuments, startDocumentsFixture } from './documents-fixture.ts';

test('the taskbar shows progress only while a batch runs', async ({ fixture }) => {
  const { progress } = fixture.platform.seen;
  fixture.simulator.faults.set('upload', { kind: 'hang', skip: 4 });
  const { batchId } = await fixture.send(sampleDocuments(8));
  await eventually(() => expect(progress.at(-1)).toBeTypeOf('number'));
  await fixture.call('documents.batch', { action: 'pause', batchId });
  await eventually(() => expect(progress.at(-1)).toBeNull());
  fixture.simulator.faults.clear();
  await fixture.call('documents.batch', { action: 'resume', batchId });
  await fixture.untilFinished(batchId);
  await eventually(() => expect(progress.at(-1)).toBeNull());
  for (const fraction of progress.filter((shown) => shown !== null)) {
    expect(fraction).toBeGreaterThanOrEqual(0);
    expect(fraction).toBeLessThanOrEqual(1);
  }
});

test('the notification about a finished batch contains no names and references', async ({ fixture }) => {
  const { batchId } = await fixture.send({ 'Invoice 4711 Ahlström.pdf': pdf('secret') }, 'Ahlström');
  await fixture.untilFinished(batchId);
  await eventually(() => expect(fixture.platform.seen.notifications).toHaveLength(1));
  const [note] = fixture.platform.seen.notifications;
  expect(`${note?.title} ${note?.body}`).not.toMatch(/Ahlström|Invoice|4711|rcp/);
});

describe('a receipt', () => {
  test('has names, sums, keys, times and request IDs in each format', async ({ fixture }) => {
    const { batchId } = await fixture.send({ 'one.pdf': pdf('1'), '=two.pdf': pdf('2') }, 'Ahlström Oy');
    await fixture.untilFinished(batchId);
    const save = async (format: ReceiptFormat, documentId: number | null = null) => {
      const path = join(fixture.folder, `receipt.${format}`);
      fixture.platform.answers.savePath = path;
      const receipt = { format, documentId };
      expect(await fixture.call('documents.export', { batchId, receipt })).toEqual({
        savedAs: savedAt(path),
      });
      return readFile(path);
    };
    const csv: Record<string, string>[] = parse(await save('csv'), { bom: true, columns: true });
    expect(csv.map((row) => row['File'] ?? '').toSorted()).toEqual(["'=two.pdf", 'one.pdf']);
    const sums = ['1', '2'].map((seed) => createHash('sha256').update(pdf(seed)).digest('hex'));
    expect(csv.map((row) => row['SHA-256'] ?? '').toSorted()).toEqual(sums.toSorted());
    const keys = [...fixture.simulator.state.objects.keys()];
    expect(csv.map((row) => row['Document key'] ?? '').toSorted()).toEqual(keys.toSorted());
    for (const row of csv) {
      expect(row).toMatchObject({ State: 'Attached', 'Confirmed by': 'Service', Beneficiary: 'Ahlström Oy' });
      expect(row['Request ID of the attaching']).toMatch(/\S/);
      expect(Date.parse(row['Attached'] ?? '')).toBeGreaterThanOrEqual(Date.parse(row['Stored'] ?? ''));
    }

    const one = csv.find((row) => row['File'] === 'one.pdf');
    const sum = one?.['SHA-256'] ?? '';
    const { pages } = await readPages(await save('pdf', Number(one?.['Number'])));
    const text = pages.flatMap(({ lines }) => lines).join('\n');
    expect(text).toContain('Receipt for one.pdf');
    expect(text).toContain(`SHA-256\t${sum.slice(0, 32)}\n${sum.slice(32)}`);
    expect(text).toContain('1 of 1 document is attached.');
    const whole = await readPages(await save('pdf'));
    const lines = whole.pages.flatMap((page) => page.lines).join('\n');
    expect(lines).toContain('2 of 2 documents are attached.');
    expect(lines).toContain('=two.pdf');
  });

  test('says of a document that the clerk excluded that it is not attached', async ({ fixture }) => {
    const batchId = await fixture.dropFiles({ 'kept.pdf': pdf('kept'), 'left.pdf': pdf('left') });
    await fixture.changeDocuments('exclude', batchId, 'left.pdf');
    await fixture.assign(batchId, await fixture.addBeneficiary('Ahlström Oy', 'rcp_1'));
    await fixture.startBatch(batchId);
    await fixture.untilFinished(batchId);
    const path = join(fixture.folder, 'receipt.csv');
    fixture.platform.answers.savePath = path;
    await fixture.call('documents.export', { batchId, receipt: { format: 'csv', documentId: null } });
    const csv: Record<string, string>[] = parse(await readFile(path), { bom: true, columns: true });
    expect(csv.map((row) => [row['File'], row['Attached'] !== '', row['Confirmed by']])).toEqual([
      ['kept.pdf', true, 'Service'],
      ['left.pdf', false, ''],
    ]);
  });
});

const rejected = { kind: 'reject-files', outcome: null, text: '' } as const;

async function subjectsOf(fixture: DocumentsFixture): Promise<string[]> {
  const { rows } = await fixture.call('activity.list', { filter: rejected, offset: 0, limit: 10 });
  return rows.map(({ subject }) => subject);
}

test('files that are not accepted are one activity entry for each drop, and nothing is sent', async () => {
  const fixture = await startDocumentsFixture();
  const batchId = await fixture.dropFiles({
    'good.pdf': pdf('good'),
    'a.docx': Buffer.from('a'),
    'b.docx': Buffer.from('b'),
    'empty.pdf': Buffer.alloc(0),
  });
  const first = '3 files of batch 1: Type not accepted (2), Empty file (1)';
  await eventually(async () => expect(await subjectsOf(fixture)).toEqual([first]));
  const { rows } = await fixture.call('activity.list', { filter: rejected, offset: 0, limit: 10 });
  expect(rows).toMatchObject([{ outcome: 'refused', request: null, bytesSent: 0 }]);
  expect(await fixture.call('activity.object', { id: rows[0]?.id ?? 0 })).toMatchObject({
    target: { screen: 'documents', batchId, group: 'rejected' },
  });
  // A second drop into the batch counts its own files only, and a restart counts none again.
  const paths = await writeFiles(join(fixture.folder, 'second'), { 'c.docx': Buffer.from('c') });
  await fixture.testApp.drop(paths);
  const second = '1 file of batch 1: Type not accepted (1)';
  await eventually(async () => expect(await subjectsOf(fixture)).toEqual([second, first]));
  await fixture.restart();
  await eventually(() => expect(fixture.testApp.topic('session')).toMatchObject({ state: 'signed-in' }));
  expect(await subjectsOf(fixture)).toEqual([second, first]);
  expect(await fixture.call('activity.verify', {})).toMatchObject({ brokenAt: null });
  expect(fixture.callsOf('uploadDocuments')).toEqual([]);
});
