import { join } from 'node:path';
import { expect } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { pdf, writeFiles } from '../../fakes/files.ts';
import { type DocumentsFixture, test } from './documents-fixture.ts';

const filter = { kind: 'reject-files', outcome: null, text: '' } as const;

async function subjectsOf(fixture: DocumentsFixture): Promise<string[]> {
  const { rows } = await fixture.call('activity.list', { filter, offset: 0, limit: 10 });
  return rows.map(({ subject }) => subject);
}

test('files that are not accepted are one activity entry for each drop, and nothing is sent', async ({
  fixture,
}) => {
  const batchId = await fixture.dropFiles({
    'good.pdf': pdf('good'),
    'a.docx': Buffer.from('a'),
    'b.docx': Buffer.from('b'),
    'empty.pdf': Buffer.alloc(0),
  });
  const first = '3 files of batch 1: Type not accepted (2), Empty file (1)';
  await eventually(async () => expect(await subjectsOf(fixture)).toEqual([first]));
  const { rows } = await fixture.call('activity.list', { filter, offset: 0, limit: 10 });
  expect(rows).toMatchObject([{ outcome: 'refused', request: null, bytesSent: 0 }]);
  expect(await fixture.call('activity.object', { id: rows[0]?.id ?? 0 })).toMatchObject({
    target: { screen: 'documents', batchId, group: 'rejected' },
  });
  for (const [outcome, total] of [
    ['not-accepted', 1],
    ['refused', 0],
    ['problems', 1],
  ] as const) {
    const found = await fixture.call('activity.list', {
      filter: { ...filter, outcome },
      offset: 0,
      limit: 1,
    });
    expect([outcome, found.total]).toEqual([outcome, total]);
  }
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
