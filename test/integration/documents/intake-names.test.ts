import { join } from 'node:path';
import { expect } from 'vitest';
import { pdf } from '../../fakes/files.ts';
import { test } from './documents-fixture.ts';

const composed = 'Überweisung Ångström é.pdf';
const decomposed = composed.normalize('NFD');

test('a name is sent in normalized form, and its file is opened by its original name', async ({
  fixture,
}) => {
  expect(decomposed).not.toBe(composed);
  const { batchId } = await fixture.send({
    [decomposed]: pdf('decomposed'),
    'emoji 👩‍💼🏴󠁧󠁢󠁥󠁮󠁧󠁿.pdf': pdf('emoji'),
    '请求書 счёт فاتورة.pdf': pdf('scripts'),
    '100% & <b>"#?+.pdf': pdf('signs'),
    "'; DROP TABLE document; --.pdf": pdf('quotes'),
    '.hidden.pdf': pdf('hidden'),
    ' blank in front.pdf': pdf('blank'),
    [`${'x'.repeat(251)}.pdf`]: pdf('long'),
  });
  await fixture.untilFinished(batchId);
  expect(fixture.receivedDocuments('rcp-Ahlström').map(({ name }) => name)).toEqual(
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
  const row = await fixture.rowOf(batchId, composed);
  const { path } = await fixture.call('documents.detail', { documentId: row.id });
  expect(path).toBe(join(fixture.folder, decomposed));
});

test('two files whose names differ only in Unicode normalization are two documents', async ({ shared }) => {
  const batchId = await shared.dropFiles({ [composed]: pdf('a'), [decomposed]: pdf('b') });
  expect((await shared.rowsOf(batchId)).map(({ name, state }) => [name, state])).toEqual([
    [composed, 'ready'],
    [composed, 'ready'],
  ]);
});

test.for([
  ['a new line', 'scan\n.pdf'],
  ['a tab', 'scan\t1.pdf'],
  ['an escape', 'scan\u001b[31m.pdf'],
  ['a C1 control character', 'scan\u0085.pdf'],
  ['a backslash', 'scans\\one.pdf'],
] as const)('a name with %s is rejected', async ([, name], { shared }) => {
  const batchId = await shared.dropFiles({ [name]: pdf('a'), 'good.pdf': pdf('b') });
  expect(await shared.rowOf(batchId, name)).toMatchObject({
    state: 'rejected',
    reason: { code: 'name-not-allowed' },
  });
  expect(await shared.rowOf(batchId, 'good.pdf')).toMatchObject({ state: 'ready' });
});

test.for([
  ['a space', 'scan.pdf '],
  ['spaces and dots', 'scan.pdf. . '],
  ['a no-break space', 'scan.PDF\u00a0'],
] as const)(
  'a name with %s at its end is accepted, and sent without these characters',
  async ([, name], { shared }) => {
    const batchId = await shared.dropFiles({ [name]: pdf('a') });
    const row = await shared.rowOf(batchId, name.slice(0, 8));
    expect(row).toMatchObject({ state: 'ready' });
    const { path } = await shared.call('documents.detail', { documentId: row.id });
    expect(path.endsWith(name)).toBe(true);
  },
);

test('a name whose extension is not allowed even without trailing spaces is left unchanged', async ({
  shared,
}) => {
  const batchId = await shared.dropFiles({ 'notes.txt ': pdf('a'), 'a.pdf b ': pdf('b') });
  expect((await shared.rowsOf(batchId)).map(({ name, state }) => [name, state])).toEqual([
    ['notes.txt ', 'rejected'],
    ['a.pdf b ', 'rejected'],
  ]);
});

test.for([
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
] as const)(
  'a name with %s is accepted with the expected warnings',
  async ([, name, warnings], { shared }) => {
    const batchId = await shared.dropFiles({ [name]: pdf('a') });
    expect(await shared.rowOf(batchId, name)).toMatchObject({ state: 'ready', warnings });
  },
);

test('a large file is accepted with a warning', async ({ shared }) => {
  await shared.call('settings.change', {
    appearance: { theme: 'system', contrast: false },
    largeFileMegabytes: 1,
  });
  const batchId = await shared.dropFiles({
    'large.pdf': pdf('a', 1_000_001),
    'not large.pdf': pdf('b', 900_000),
  });
  expect(await shared.rowOf(batchId, 'large.pdf')).toMatchObject({ state: 'ready', warnings: ['large'] });
  expect(await shared.rowOf(batchId, 'not large.pdf')).toMatchObject({ state: 'ready', warnings: [] });
});
