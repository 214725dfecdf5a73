import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { DocumentRow } from '../../../src/shared/contract/documents.ts';
import { reasonMessage } from '../../../src/shared/document-reason-message.ts';
import { jpeg, pdf, png, svg } from '../../fakes/files.ts';
import { test as documentsTest } from './documents-fixture.ts';

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
  'dot at the end.': [pdf('c'), 'extension-missing', {}],
  'report.docx': [pdf('d'), 'extension-not-allowed', { extension: 'docx' }],
  'scan.pdf.exe': [pdf('e'), 'extension-not-allowed', { extension: 'exe' }],
  'blank at the end.txt ': [pdf('f'), 'extension-not-allowed', { extension: 'txt ' }],
  'image.pdf': [png('g'), 'content-differs', { extension: 'pdf', found: 'png' }],
  'document.png': [pdf('h'), 'content-differs', { extension: 'png', found: 'pdf' }],
  'image.jpg': [png('i'), 'content-differs', { extension: 'jpg', found: 'png' }],
  'drawing.pdf': [svg('j'), 'content-differs', { extension: 'pdf', found: 'svg' }],
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
  'onload.svg': [latin1Bytes(svgDrawing('', 'onload="a()"')), 'svg-active', { what: 'onload' }],
  'link.svg': [latin1Bytes(svgDrawing('<a href="javascript:a()"/>')), 'svg-active', { what: 'href' }],
  'foreign.svg': [latin1Bytes(svgDrawing('<foreignObject/>')), 'svg-active', { what: 'foreignobject' }],
  'entity.svg': [
    latin1Bytes(`<!DOCTYPE svg [<!ENTITY a "<script/>">]>${svgDrawing('')}`),
    'svg-active',
    { what: 'entity' },
  ],
  'animated.svg': [
    latin1Bytes(svgDrawing('<a><animate attributeName="href" to="javascript:a()"/></a>')),
    'svg-active',
    { what: 'href' },
  ],
  'sheet.svg': [
    latin1Bytes(`<?xml-stylesheet href="a.css"?>${svgDrawing('')}`),
    'svg-active',
    { what: 'xml-stylesheet' },
  ],
  'script in UTF-16.svg': [
    Buffer.from(`\ufeff${svgDrawing('<script/>')}`, 'utf16le').swap16(),
    'svg-active',
    { what: 'script' },
  ],
  'empty.pdf': [Buffer.alloc(0), 'empty-file', {}],
};

const test = documentsTest.extend('batch', { scope: 'file' }, async ({ fileFixture }) => {
  const files = Object.entries({ ...acceptedFiles, ...rejectedFiles });
  const batchId = await fileFixture.dropFiles(
    Object.fromEntries(files.map(([name, [bytes]]) => [name, bytes])),
  );
  const rows = await fileFixture.rowsOf(batchId);
  const rowNamed = (name: string) => rows.find((row) => row.name === name);
  return { batchId, rows, rowNamed };
});

test.for(Object.keys(acceptedFiles))('%s is ready', async (name, { fileFixture, batch }) => {
  const [bytes, kind] = acceptedFiles[name] ?? [Buffer.alloc(0), null];
  const row = batch.rowNamed(name);
  expect(row).toMatchObject({ state: 'ready', group: 'unassigned', reason: null, kind, size: bytes.length });
  const detail = await fileFixture.call('documents.detail', { documentId: row?.id ?? 0 });
  expect(detail.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(detail.history.map((event) => event.kind)).toEqual(['checked', 'dropped']);
});

test.for(Object.keys(rejectedFiles))(
  '%s is rejected with its reason',
  async (name, { fileFixture, batch }) => {
    const [, code, facts] = rejectedFiles[name] ?? [];
    const row = batch.rowNamed(name);
    expect(row).toMatchObject({ state: 'rejected', group: 'rejected', reason: { code } });
    expect(row?.reason?.facts).toMatchObject(facts ?? {});
    const [latestEvent] = (await fileFixture.call('documents.detail', { documentId: row?.id ?? 0 })).history;
    expect(latestEvent).toMatchObject({ kind: 'rejected', reason: { code } });
  },
);

test('a web page named .pdf is reported as another type', ({ batch }) => {
  const reason = batch.rowNamed('page.pdf')?.reason;
  expect(reason && reasonMessage(reason).short).toBe('Named .pdf, but is another type');
});

test('every dropped file is listed once, and the summary has the same counts', async ({
  fileFixture,
  batch: { batchId, rows },
}) => {
  expect(rows.map(({ name }) => name).sort()).toEqual(
    [...Object.keys(acceptedFiles), ...Object.keys(rejectedFiles)].sort(),
  );
  const summary = await fileFixture.untilBatchSummary(batchId, { state: 'draft', documents: rows.length });
  expect(summary.counts).toEqual({
    unassigned: Object.keys(acceptedFiles).length,
    rejected: Object.keys(rejectedFiles).length,
  });
});
