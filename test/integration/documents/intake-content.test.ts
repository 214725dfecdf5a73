import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DocumentRow } from '../../../src/shared/contract/documents.ts';
import { reasonMessage } from '../../../src/shared/document-reason-message.ts';
import { jpeg, pdf, png, svg } from '../../fakes/files.ts';
import { dropFiles, rowsOf, startWork, untilHead, type Work } from './work.ts';

const text = (words: string) => Buffer.from(words, 'latin1');
const drawing = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`;
const page = text('<!doctype html><html><body>Please sign in</body></html>');

const good: Record<string, [Buffer, DocumentRow['kind']]> = {
  'plain.pdf': [pdf('plain'), 'pdf'],
  'SHOUTED.PDF': [pdf('shouted'), 'pdf'],
  'photo.jpg': [jpeg('photo'), 'jpeg'],
  'photo.JPEG': [jpeg('another photo'), 'jpeg'],
  'scan.Png': [png('scan'), 'png'],
  'plan.svg': [svg('plan'), 'svg'],
  'plan in UTF-16.svg': [Buffer.from(`\ufeff${drawing('<text>a</text>')}`, 'utf16le'), 'svg'],
  'header at byte 100.pdf': [Buffer.concat([Buffer.alloc(100, '\n'), pdf('late')]), 'pdf'],
  'many dots.v1.2.pdf': [pdf('dots'), 'pdf'],
};

type Expected = [Buffer, string, Record<string, string | number>];
const bad: Record<string, Expected> = {
  'no extension': [pdf('a'), 'extension-missing', {}],
  '.pdf': [pdf('b'), 'extension-missing', {}],
  'dot at the end.': [pdf('c'), 'extension-missing', {}],
  'report.docx': [pdf('d'), 'extension-not-allowed', { extension: 'docx' }],
  'scan.pdf.exe': [pdf('e'), 'extension-not-allowed', { extension: 'exe' }],
  'blank at the end.txt ': [pdf('f'), 'extension-not-allowed', { extension: 'txt ' }],
  'image.pdf': [png('g'), 'content-differs', { extension: 'pdf', found: 'png' }],
  'document.png': [pdf('h'), 'content-differs', { extension: 'png', found: 'pdf' }],
  'image.jpg': [png('i'), 'content-differs', { extension: 'jpg', found: 'png' }],
  'drawing.pdf': [svg('j'), 'content-differs', { extension: 'pdf', found: 'svg' }],
  'page.pdf': [page, 'content-differs', { extension: 'pdf', found: 'other' }],
  'program.pdf': [
    Buffer.concat([text('MZ\x90\0'), pdf('k')]),
    'content-differs',
    { extension: 'pdf', found: 'other' },
  ],
  'archive.pdf': [
    Buffer.concat([text('PK\x03\x04'), pdf('l')]),
    'content-differs',
    { extension: 'pdf', found: 'other' },
  ],
  'words.svg': [text('hello'), 'content-differs', { extension: 'svg', found: 'other' }],
  'page.svg': [text('<html></html>'), 'svg-not-drawing', { what: 'html' }],
  'broken.svg': [text('<svg><g></svg>'), 'svg-not-drawing', { what: 'xml' }],
  'script.svg': [text(drawing('<script>a()</script>')), 'svg-active', { what: 'script' }],
  'onload.svg': [text(drawing('', 'onload="a()"')), 'svg-active', { what: 'onload' }],
  'link.svg': [text(drawing('<a href="javascript:a()"/>')), 'svg-active', { what: 'href' }],
  'foreign.svg': [text(drawing('<foreignObject/>')), 'svg-active', { what: 'foreignobject' }],
  'entity.svg': [
    text(`<!DOCTYPE svg [<!ENTITY a "<script/>">]>${drawing('')}`),
    'svg-active',
    { what: 'entity' },
  ],
  'animated.svg': [
    text(drawing('<a><animate attributeName="href" to="javascript:a()"/></a>')),
    'svg-active',
    { what: 'href' },
  ],
  'sheet.svg': [
    text(`<?xml-stylesheet href="a.css"?>${drawing('')}`),
    'svg-active',
    { what: 'xml-stylesheet' },
  ],
  'script in UTF-16.svg': [
    Buffer.from(`\ufeff${drawing('<script/>')}`, 'utf16le').swap16(),
    'svg-active',
    { what: 'script' },
  ],
  'empty.pdf': [Buffer.alloc(0), 'empty-file', {}],
};

let work: Work;
let batchId = 0;
let rows: DocumentRow[] = [];

beforeAll(async () => {
  work = await startWork({ shared: true });
  const files = Object.entries({ ...good, ...bad }).map(([name, [bytes]]) => [name, bytes] as const);
  batchId = await dropFiles(work, Object.fromEntries(files));
  rows = await rowsOf(work, batchId);
});
afterAll(() => work.end());

const rowNamed = (name: string) => rows.find((row) => row.name === name);

test.each(Object.keys(good))('%s is ready', async (name) => {
  const [bytes, kind] = good[name] ?? [Buffer.alloc(0), null];
  const row = rowNamed(name);
  expect(row).toMatchObject({ state: 'ready', group: 'unassigned', reason: null, kind, size: bytes.length });
  const detail = await work.call('documents.detail', { documentId: row?.id ?? 0 });
  expect(detail.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(detail.history.map((event) => event.kind)).toEqual(['checked', 'dropped']);
});

test.each(Object.keys(bad))('%s is not accepted, for its own reason', async (name) => {
  const [, code, facts] = bad[name] ?? [];
  const row = rowNamed(name);
  expect(row).toMatchObject({ state: 'rejected', group: 'rejected', reason: { code } });
  expect(row?.reason?.facts).toMatchObject(facts ?? {});
  const [last] = (await work.call('documents.detail', { documentId: row?.id ?? 0 })).history;
  expect(last).toMatchObject({ kind: 'rejected', reason: { code } });
});

test('a page that is named like a PDF is not called a drawing', () => {
  const reason = rowNamed('page.pdf')?.reason;
  expect(reason && reasonMessage(reason).short).toBe('Named .pdf, but is another type');
});

test('everything that was dropped is there once, and the numbers of the head say the same', async () => {
  expect(rows.map(({ name }) => name).sort()).toEqual([...Object.keys(good), ...Object.keys(bad)].sort());
  const head = await untilHead(work, batchId, { state: 'draft', documents: rows.length });
  expect(head.counts).toEqual({
    unassigned: Object.keys(good).length,
    rejected: Object.keys(bad).length,
  });
});
