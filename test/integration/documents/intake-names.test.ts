import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pdf } from '../../fakes/files.ts';
import {
  dropFiles,
  receivedDocuments,
  rowOf,
  rowsOf,
  send,
  shareDocumentsFixture,
  startDocumentsFixture,
  untilFinished,
} from './documents-fixture.ts';

const shared = shareDocumentsFixture();
const composed = 'Überweisung Ångström é.pdf';
const decomposed = composed.normalize('NFD');

test('a name is sent in normalized form, and its file is opened by its original name', async () => {
  expect(decomposed).not.toBe(composed);
  const fixture = await startDocumentsFixture();
  const { batchId } = await send(fixture, {
    [decomposed]: pdf('decomposed'),
    'emoji 👩‍💼🏴󠁧󠁢󠁥󠁮󠁧󠁿.pdf': pdf('emoji'),
    '请求書 счёт فاتورة.pdf': pdf('scripts'),
    '100% & <b>"#?+.pdf': pdf('signs'),
    "'; DROP TABLE document; --.pdf": pdf('quotes'),
    '.hidden.pdf': pdf('hidden'),
    ' blank in front.pdf': pdf('blank'),
    [`${'x'.repeat(251)}.pdf`]: pdf('long'),
  });
  await untilFinished(fixture, batchId);
  expect(receivedDocuments(fixture.simulator, 'rcp-Ahlström').map(({ name }) => name)).toEqual(
    [
      composed,
      'emoji 👩‍💼🏴󠁧󠁢󠁥󠁮󠁧󠁿.pdf',
      '请求書 счёт فاتورة.pdf',
      '100% & <b>"#?+.pdf',
      "'; DROP TABLE document; --.pdf",
      '.hidden.pdf',
      ' blank in front.pdf',
      `${'x'.repeat(251)}.pdf`,
    ].sort(),
  );
  const row = await rowOf(fixture, batchId, composed);
  const { path } = await fixture.call('documents.detail', { documentId: row.id });
  expect(path).toBe(join(fixture.folder, decomposed));
});

test('two files whose names differ only in Unicode normalization are two documents', async () => {
  const fixture = shared();
  const batchId = await dropFiles(fixture, { [composed]: pdf('a'), [decomposed]: pdf('b') });
  expect((await rowsOf(fixture, batchId)).map(({ name, state }) => [name, state])).toEqual([
    [composed, 'ready'],
    [composed, 'ready'],
  ]);
});

test.each([
  ['a new line', 'scan\n.pdf'],
  ['a tab', 'scan\t1.pdf'],
  ['an escape', 'scan\u001b[31m.pdf'],
  ['a C1 control character', 'scan\u0085.pdf'],
  ['a backslash', 'scans\\one.pdf'],
])('a name with %s is rejected', async (_, name) => {
  const fixture = shared();
  const batchId = await dropFiles(fixture, { [name]: pdf('a'), 'good.pdf': pdf('b') });
  expect(await rowOf(fixture, batchId, name)).toMatchObject({
    state: 'rejected',
    reason: { code: 'name-not-allowed' },
  });
  expect(await rowOf(fixture, batchId, 'good.pdf')).toMatchObject({ state: 'ready' });
});

test.each([
  ['a space', 'scan.pdf '],
  ['spaces and dots', 'scan.pdf. . '],
  ['a no-break space', 'scan.PDF\u00a0'],
])('a name with %s at its end is accepted, and sent without these characters', async (_, name) => {
  const fixture = shared();
  const batchId = await dropFiles(fixture, { [name]: pdf('a') });
  const row = await rowOf(fixture, batchId, name.slice(0, 8));
  expect(row).toMatchObject({ state: 'ready' });
  const { path } = await fixture.call('documents.detail', { documentId: row.id });
  expect(path.endsWith(name)).toBe(true);
});

test('a name whose extension is not allowed even without trailing spaces is left unchanged', async () => {
  const fixture = shared();
  const batchId = await dropFiles(fixture, { 'notes.txt ': pdf('a'), 'a.pdf b ': pdf('b') });
  expect((await rowsOf(fixture, batchId)).map(({ name, state }) => [name, state])).toEqual([
    ['notes.txt ', 'rejected'],
    ['a.pdf b ', 'rejected'],
  ]);
});

test.each([
  ['a right-to-left override', 'invoice\u202Efdp.pdf', ['name-direction']],
  ['a direction mark', 'rechnung\u200f.pdf', ['name-direction']],
  ['direction isolates', '\u2067scan\u2069.pdf', ['name-direction']],
  ['a zero-width space', 'rech\u200bnung.pdf', ['name-hidden']],
  ['a joiner between Latin letters', 'rech\u200dnung.pdf', ['name-hidden']],
  ['a byte order mark and a filler', '\ufeffscan\u3164.pdf', ['name-hidden']],
  ['tag characters', 'scan\u{e0041}.pdf', ['name-hidden']],
  ['joiners that its script or emoji needs', '\u0645\u06cc\u200c\u062e \u{1f468}\u200d\u{1f469}.pdf', []],
  ['255 bytes', `${'ä'.repeat(125)}x.pdf`, ['name-long']],
  ['200 bytes', `${'x'.repeat(196)}.pdf`, []],
])('a name with %s is accepted with the expected warnings', async (_, name, warnings) => {
  const fixture = shared();
  const batchId = await dropFiles(fixture, { [name]: pdf('a') });
  expect(await rowOf(fixture, batchId, name)).toMatchObject({ state: 'ready', warnings });
});

test('a large file is accepted with a warning', async () => {
  const fixture = shared();
  await fixture.call('settings.change', {
    appearance: { theme: 'system', contrast: false },
    largeFileMegabytes: 1,
  });
  const batchId = await dropFiles(fixture, {
    'large.pdf': pdf('a', 1_000_001),
    'not large.pdf': pdf('b', 900_000),
  });
  expect(await rowOf(fixture, batchId, 'large.pdf')).toMatchObject({ state: 'ready', warnings: ['large'] });
  expect(await rowOf(fixture, batchId, 'not large.pdf')).toMatchObject({ state: 'ready', warnings: [] });
});
