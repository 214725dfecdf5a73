import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { DocumentRow } from '../../../src/shared/contract/documents.ts';
import { reasonMessage } from '../../../src/shared/document-reason-message.ts';
import { jpeg, pdf, png, svg } from '../../fakes/files.ts';
import { test } from './company-test.ts';

const latin1Bytes = (words: string) => Buffer.from(words, 'latin1');
const svgDrawing = (content: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;
const webPage = latin1Bytes('<!doctype html><html><body>Please sign in</body></html>');

const acceptedFiles: Record<string, [Buffer, DocumentRow['kind']]> = {
  'plain.pdf': [pdf('plain'), 'pdf'],
  'SHOUTED.PDF': [pdf('shouted'), 'pdf'],
  'photo.jpg': [jpeg('photo'), 'jpeg'],
  'photo.JPEG': [jpeg('another photo'), 'jpeg'],
  'scan.Png': [png('scan'), 'png'],
  'plan.svg': [svg('plan'), 'svg'],
  'plan in UTF-16.svg': [Buffer.from(`\ufeff${svgDrawing('<text>a</text>')}`, 'utf16le'), 'svg'],
  'header at byte 100.pdf': [Buffer.concat([Buffer.alloc(100, '\n'), pdf('late')]), 'pdf'],
  'many dots.v1.2.pdf': [pdf('dots'), 'pdf'],
};

type ExpectedRejection = [Buffer, string, Record<string, string | number>];
const rejectedFiles: Record<string, ExpectedRejection> = {
  'no extension': [pdf('a'), 'extension-missing', {}],
  '.pdf': [pdf('b'), 'extension-missing', {}],
  'report.docx': [pdf('d'), 'extension-not-allowed', { extension: 'docx' }],
  'blank at the end.txt ': [pdf('f'), 'extension-not-allowed', { extension: 'txt ' }],
  'image.pdf': [png('g'), 'content-differs', { extension: 'pdf', found: 'png' }],
  'page.pdf': [webPage, 'content-differs', { extension: 'pdf', found: 'other' }],
  'program.pdf': [
    Buffer.concat([latin1Bytes('MZ\x90\0'), pdf('k')]),
    'content-differs',
    { extension: 'pdf', found: 'other' },
  ],
  'archive.pdf': [
    Buffer.concat([latin1Bytes('PK\x03\x04'), pdf('l')]),
    'content-differs',
    { extension: 'pdf', found: 'other' },
  ],
  'text.svg': [latin1Bytes('hello'), 'content-differs', { extension: 'svg', found: 'other' }],
  'page.svg': [latin1Bytes('<html></html>'), 'svg-not-drawing', { what: 'html' }],
  'broken.svg': [latin1Bytes('<svg><g></svg>'), 'svg-not-drawing', { what: 'xml' }],
  'script.svg': [latin1Bytes(svgDrawing('<script>a()</script>')), 'svg-active', { what: 'script' }],
  'entity.svg': [
    latin1Bytes(`<!DOCTYPE svg [<!ENTITY a "<script/>">]>${svgDrawing('')}`),
    'svg-active',
    { what: 'entity' },
  ],
  'script in UTF-16.svg': [
    Buffer.from(`\ufeff${svgDrawing('<script/>')}`, 'utf16le').swap16(),
    'svg-active',
    { what: 'script' },
  ],
  'empty.pdf': [Buffer.alloc(0), 'empty-file', {}],
};

test('every dropped file is listed once, ready or rejected with its reason', async ({ fixture }) => {
  const files = [...Object.entries(acceptedFiles), ...Object.entries(rejectedFiles)];
  const batchId = await fixture.dropFiles(Object.fromEntries(files.map(([name, [bytes]]) => [name, bytes])));
  const rows = await fixture.rowsOf(batchId);
  expect(rows.map(({ name }) => name)).toEqual(files.map(([name]) => name));
  const rowNamed = (name: string) => rows.find((row) => row.name === name);
  for (const [name, [bytes, kind]] of Object.entries(acceptedFiles)) {
    const ready = { state: 'ready', group: 'unassigned', reason: null, kind, size: bytes.length };
    expect(rowNamed(name), name).toMatchObject(ready);
    const { sha256, history } = await fixture.detailOf(batchId, name);
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(history.map((event) => event.kind)).toEqual(['checked', 'dropped']);
  }
  for (const [name, [, code, facts]] of Object.entries(rejectedFiles)) {
    const reason = { code, facts };
    expect(rowNamed(name), name).toMatchObject({ state: 'rejected', group: 'rejected', reason });
    expect((await fixture.detailOf(batchId, name)).history[0]).toMatchObject({ kind: 'rejected', reason });
  }
  const { reason } = rowNamed('page.pdf') ?? {};
  expect(reason && reasonMessage(reason).short).toBe('Named .pdf, but is another type');
  const summary = await fixture.untilBatchSummary(batchId, { state: 'draft', documents: rows.length });
  const [unassigned, rejected] = [acceptedFiles, rejectedFiles].map((kind) => Object.keys(kind).length);
  expect(summary.counts).toEqual({ unassigned, rejected });
});

const composed = 'Überweisung Ångström é.pdf';
const decomposed = composed.normalize('NFD');

test('a name is sent in normalized form, and its file opened by its original name', async ({ fixture }) => {
  expect(decomposed).not.toBe(composed);
  const otherNames = [
    'emoji 👩‍💼🏴󠁧󠁢󠁥󠁮󠁧󠁿.pdf',
    '请求書 счёт فاتورة.pdf',
    '100% & <b>"#?+.pdf',
    "'; DROP TABLE document; --.pdf",
    '.hidden.pdf',
    ' blank in front.pdf',
    `${'x'.repeat(251)}.pdf`,
  ];
  const { batchId } = await fixture.send(
    Object.fromEntries([decomposed, ...otherNames].map((name) => [name, pdf(name)])),
  );
  await fixture.untilFinished(batchId);
  const names = fixture.receivedDocuments('rcp-Ahlström').map(({ name }) => name);
  expect(names).toEqual([composed, ...otherNames].sort());
  const { path } = await fixture.detailOf(batchId, composed);
  expect(path).toBe(join(fixture.folder, decomposed));
});

test('two files whose names differ only in Unicode normalization are two documents', async ({ fixture }) => {
  const batchId = await fixture.dropFiles({ [composed]: pdf('a'), [decomposed]: pdf('b') });
  expect((await fixture.rowsOf(batchId)).map(({ name, state }) => [name, state])).toEqual([
    [composed, 'ready'],
    [composed, 'ready'],
  ]);
});

test('a name with control characters is rejected, and spaces at its end are not sent', async ({
  fixture,
}) => {
  const names = [
    ['new line\n.pdf', 'new line\n.pdf', 'name-not-allowed'],
    ['tab\t1.pdf', 'tab\t1.pdf', 'name-not-allowed'],
    ['escape\u001b[31m.pdf', 'escape\u001b[31m.pdf', 'name-not-allowed'],
    ['C1\u0085.pdf', 'C1\u0085.pdf', 'name-not-allowed'],
    ['back\\slash.pdf', 'back\\slash.pdf', 'name-not-allowed'],
    ['space.pdf ', 'space.pdf', undefined],
    ['spaces and dots.pdf. . ', 'spaces and dots.pdf', undefined],
    ['no-break space.PDF\u00a0', 'no-break space.PDF', undefined],
    // The extension is not allowed even without trailing spaces.
    ['notes.txt ', 'notes.txt ', 'extension-not-allowed'],
    ['a.pdf b ', 'a.pdf b ', 'extension-not-allowed'],
  ] as const;
  const batchId = await fixture.dropFiles(Object.fromEntries(names.map(([name]) => [name, pdf(name)])));
  const rows = await fixture.rowsOf(batchId);
  expect(rows.map(({ name, reason }) => [name, reason?.code])).toEqual(
    names.map(([, name, code]) => [name, code]),
  );
  const { path } = await fixture.detailOf(batchId, 'spaces and dots.pdf');
  expect(path).toBe(join(fixture.folder, 'spaces and dots.pdf. . '));
});

test('invisible characters, a long name and a large file lead to a warning', async ({ fixture }) => {
  const appearance = { theme: 'system', contrast: false } as const;
  await fixture.call('settings.change', { appearance, largeFileMegabytes: 1 });
  const names = [
    ['right-to-left override\u202Efdp.pdf', ['name-direction']],
    ['direction mark\u200f.pdf', ['name-direction']],
    ['\u2067isolates\u2069.pdf', ['name-direction']],
    ['zero-width\u200bspace.pdf', ['name-hidden']],
    ['joiner between Latin\u200dletters.pdf', ['name-hidden']],
    ['\ufeffbyte order mark\u3164.pdf', ['name-hidden']],
    ['tag characters\u{e0041}.pdf', ['name-hidden']],
    ['\u0645\u06cc\u200c\u062e \u{1f468}\u200d\u{1f469}.pdf', []],
    [`${'ä'.repeat(125)}x.pdf`, ['name-long']],
    [`${'x'.repeat(196)}.pdf`, []],
    ['large.pdf', ['large']],
    ['not large.pdf', []],
  ] as const;
  const sizes: Record<string, number> = { 'large.pdf': 1_000_001, 'not large.pdf': 900_000 };
  const batchId = await fixture.dropFiles(
    Object.fromEntries(names.map(([name]) => [name, pdf(name, sizes[name])])),
  );
  const rows = await fixture.rowsOf(batchId);
  expect(rows.map(({ name, state, warnings }) => [name, state, warnings])).toEqual(
    names.map(([name, warnings]) => [name, 'ready', warnings]),
  );
});
