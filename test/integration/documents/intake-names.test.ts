import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pdf } from '../../fakes/files.ts';
import { dropFiles, over, received, rowOf, rowsOf, send, shareWork, startWork } from './work.ts';

const shared = shareWork();
const composed = 'Überweisung Ångström é.pdf';
const decomposed = composed.normalize('NFD');

test('a name goes out in one normal form, and its file is opened under the name it has', async () => {
  expect(decomposed).not.toBe(composed);
  const work = await startWork();
  const { batchId } = await send(work, {
    [decomposed]: pdf('decomposed'),
    'emoji 👩‍💼🏴󠁧󠁢󠁥󠁮󠁧󠁿.pdf': pdf('emoji'),
    '请求書 счёт فاتورة.pdf': pdf('scripts'),
    '100% & <b>"#?+.pdf': pdf('signs'),
    "'; DROP TABLE document; --.pdf": pdf('quotes'),
    '.hidden.pdf': pdf('hidden'),
    ' blank in front.pdf': pdf('blank'),
    [`${'x'.repeat(251)}.pdf`]: pdf('long'),
  });
  await over(work, batchId);
  expect(received(work.simulator, 'rcp-Ahlström').map(({ name }) => name)).toEqual(
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
  const row = await rowOf(work, batchId, composed);
  const { path } = await work.call('documents.detail', { documentId: row.id });
  expect(path).toBe(join(work.folder, decomposed));
});

test('two files whose names differ in their normal form alone are two documents', async () => {
  const work = shared();
  const batchId = await dropFiles(work, { [composed]: pdf('a'), [decomposed]: pdf('b') });
  expect((await rowsOf(work, batchId)).map(({ name, state }) => [name, state])).toEqual([
    [composed, 'ready'],
    [composed, 'ready'],
  ]);
});

test.each([
  ['a new line', 'scan\n.pdf'],
  ['a tab', 'scan\t1.pdf'],
  ['an escape', 'scan\u001b[31m.pdf'],
  ['a control character above the first hundred', 'scan\u0085.pdf'],
  ['what separates folders elsewhere', 'scans\\one.pdf'],
])('a name with %s is not accepted', async (_, name) => {
  const work = shared();
  const batchId = await dropFiles(work, { [name]: pdf('a'), 'good.pdf': pdf('b') });
  expect(await rowOf(work, batchId, name)).toMatchObject({
    state: 'rejected',
    reason: { code: 'name-not-allowed' },
  });
  expect(await rowOf(work, batchId, 'good.pdf')).toMatchObject({ state: 'ready' });
});

test.each([
  ['a blank', 'scan.pdf '],
  ['blanks and dots', 'scan.pdf. . '],
  ['a blank of no break', 'scan.PDF\u00a0'],
])('a name with %s at its end is accepted, and sent without', async (_, name) => {
  const work = shared();
  const batchId = await dropFiles(work, { [name]: pdf('a') });
  const row = await rowOf(work, batchId, name.slice(0, 8));
  expect(row).toMatchObject({ state: 'ready' });
  const { path } = await work.call('documents.detail', { documentId: row.id });
  expect(path.endsWith(name)).toBe(true);
});

test('a name that has no allowed extension without its blanks either stays as it is', async () => {
  const work = shared();
  const batchId = await dropFiles(work, { 'notes.txt ': pdf('a'), 'a.pdf b ': pdf('b') });
  expect((await rowsOf(work, batchId)).map(({ name, state }) => [name, state])).toEqual([
    ['notes.txt ', 'rejected'],
    ['a.pdf b ', 'rejected'],
  ]);
});

test.each([
  ['marks that turn its direction', 'invoice\u202Efdp.pdf', ['name-direction']],
  ['marks at its end', 'rechnung\u200f.pdf', ['name-direction']],
  ['isolates', '\u2067scan\u2069.pdf', ['name-direction']],
  ['a space of no width', 'rech\u200bnung.pdf', ['name-hidden']],
  ['a joiner where nothing is joined', 'rech\u200dnung.pdf', ['name-hidden']],
  ['a mark of the byte order and a filler', '\ufeffscan\u3164.pdf', ['name-hidden']],
  ['tags', 'scan\u{e0041}.pdf', ['name-hidden']],
  ['joiners that its writing or picture needs', '\u0645\u06cc\u200c\u062e \u{1f468}\u200d\u{1f469}.pdf', []],
  ['255 bytes', `${'ä'.repeat(125)}x.pdf`, ['name-long']],
  ['200 bytes', `${'x'.repeat(196)}.pdf`, []],
])('a name with %s is accepted, with a word about it', async (_, name, warnings) => {
  const work = shared();
  const batchId = await dropFiles(work, { [name]: pdf('a') });
  expect(await rowOf(work, batchId, name)).toMatchObject({ state: 'ready', warnings });
});

test('a large file is accepted, with a word about it', async () => {
  const work = shared();
  await work.call('settings.change', {
    appearance: { theme: 'system', contrast: false },
    largeFileMegabytes: 1,
  });
  const batchId = await dropFiles(work, {
    'large.pdf': pdf('a', 1_000_001),
    'not large.pdf': pdf('b', 900_000),
  });
  expect(await rowOf(work, batchId, 'large.pdf')).toMatchObject({ state: 'ready', warnings: ['large'] });
  expect(await rowOf(work, batchId, 'not large.pdf')).toMatchObject({ state: 'ready', warnings: [] });
});
