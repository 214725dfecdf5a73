import { writeFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import { PDFDocument } from 'pdf-lib';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../../src/main/concurrency/clock.ts';
import { inspect } from '../../../../src/main/features/documents/intake/inspect.ts';
import { JpegStructure } from '../../../../src/main/features/documents/intake/jpeg-structure.ts';
import { createPdfExaminer } from '../../../../src/main/features/documents/intake/pdf-examiner.ts';
import { PdfStructure } from '../../../../src/main/features/documents/intake/pdf-structure.ts';
import { PngStructure } from '../../../../src/main/features/documents/intake/png-structure.ts';
import { entryUrl } from '../../../fakes/entries.ts';
import { pdfWith, streamOf } from '../../../fakes/files/active-pdf.ts';
import { encryptedPdf } from '../../../fakes/files/encrypted-pdf.ts';
import { pdf } from '../../../fakes/files/files.ts';
import { temporaryFolder } from '../../../fakes/test-app.ts';

const pdfExaminer = createPdfExaminer(entryUrl('pdf-examiner'), systemClock);
afterAll(() => pdfExaminer.close());

async function warningsOf(name: string, bytes: Uint8Array): Promise<readonly string[]> {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const file = `${path}/${name}`;
  await writeFile(file, bytes);
  const watcher = { onProgress: () => undefined, onComputing: () => undefined };
  const inspection = await inspect(file, name, { watcher, pdfExaminer, largeBytes: 1e9 });
  expect(inspection).toMatchObject({ state: 'ready', reason: null });
  return inspection.warnings;
}

const invoice = pdf('Invoice 4711');
const text = (content: string) => Buffer.from(content, 'latin1');
const join = (...parts: readonly (Buffer | string)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? text(part) : part)));
const encrypted = encryptedPdf('secret', 'password');
const unopenable = ['pdf-cut-short', 'pdf-unopenable'];

async function createCompressedPdf(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage().drawText('Invoice');
  return document.save({ useObjectStreams: true });
}

/** Adds an update to the PDF that gives its page a new size, as incremental saving does. */
function appendUpdate(bytes: Buffer): Buffer {
  const previousTable = /startxref\s+(\d+)/.exec(bytes.toString('latin1'))?.[1] ?? '';
  const object = `3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] >>\nendobj\n`;
  const row = `${String(bytes.length).padStart(10, '0')} 00000 n \n`;
  const end = `xref\n3 1\n${row}trailer\n<< /Size 6 /Root 1 0 R /Prev ${previousTable} >>\nstartxref\n${bytes.length + object.length}\n%%EOF\n`;
  return Buffer.concat([bytes, text(object + end)]);
}

/** A linearized PDF: its first part has its own end marker, which refers to the beginning. */
function createLinearizedPdf(): Buffer {
  const first = '%PDF-1.4\n9 0 obj\n<< /Linearized 1 /L 900 /N 1 >>\nendobj\nstartxref\n0\n%%EOF\n';
  const rest = pdf('Invoice').subarray('%PDF-1.4\n'.length);
  const body = rest.toString('latin1');
  const shift = first.length - '%PDF-1.4\n'.length;
  const moved = body
    .replace(
      /^(\d{10}) 00000 n/gm,
      (_, at: string) => `${String(Number(at) + shift).padStart(10, '0')} 00000 n`,
    )
    .replace(/startxref\n(\d+)/, (_, at: string) => `startxref\n${Number(at) + shift}`);
  return text(first + moved);
}

test.each([
  ['that is larger than a chunk', pdf('Invoice', 1_500_000)],
  ['with compressed objects', createCompressedPdf()],
  ['that was saved with an update', appendUpdate(invoice)],
  ['that is linearized', createLinearizedPdf()],
  ['with 10,000 bytes after its end', join(invoice, '-'.repeat(10_000))],
  ['with a line before its header', join('from the scanner\n', invoice)],
  ['whose references are elsewhere', join(String(invoice).replace(/startxref\n\d+/, 'startxref\n7'))],
  ['with only an owner password', encryptedPdf('Ansicht', '')],
  ['whose text contains the keywords of encryption', pdfWith({ content: 'BT (/Encrypt) Tj ET' })],
  ['with an uncompressed black image', pdfWith({ objects: [streamOf('\0'.repeat(5_000))] })],
])('no warning is given for an intact PDF %s', async (_, bytes) => {
  expect(await warningsOf('scan.pdf', await bytes)).toEqual([]);
});

test.each([
  ['needs a password', encrypted, ['pdf-password']],
  ['needs a password and is large', join(encrypted, `%${'.'.repeat(600_000)}`), ['pdf-password']],
  ['has lost its end marker', invoice.subarray(0, -6), ['pdf-cut-short']],
  ['is cut in the middle', pdf('Invoice', 1_500_000).subarray(0, 700_000), unopenable],
  ['is an incomplete update', appendUpdate(invoice).subarray(0, invoice.length + 60), ['pdf-cut-short']],
  ['is the first part of a linearized PDF', createLinearizedPdf().subarray(0, 200), unopenable],
  ['has no objects at all', text('%PDF-1.4\nnothing\nstartxref\n9\n%%EOF\n'), ['pdf-unopenable']],
])('a PDF that %s has a warning before it is sent', async (_, bytes, warnings) => {
  expect(await warningsOf('scan.pdf', bytes)).toEqual(warnings);
});

function chunk(type: string, content: Buffer | string, checksum = crc32(join(type, content))): Buffer {
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(checksum);
  return join(length, type, content, check);
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const header = (depth = 8, colour = 0, width = 2) =>
  Buffer.from([0, 0, 0, width, 0, 0, 0, 1, depth, colour, 0, 0, 0]);
const pixels = chunk('IDAT', deflateSync(Buffer.from([0, 10, 20])));
const end = chunk('IEND', Buffer.alloc(0));
const imageAfter = (ihdr: Buffer, ...parts: readonly Buffer[]) =>
  join(signature, chunk('IHDR', ihdr), ...parts);
const image = (...parts: readonly Buffer[]) => imageAfter(header(), ...parts);
const textChunk = chunk('tEXt', 'a\0b', 1);

test.each([
  ['with a text chunk of a wrong checksum', image(textChunk, pixels, end)],
  ['with pixels in two parts', image(pixels, pixels, end)],
  ['with bytes after its end', join(image(pixels, end), 'more')],
])('no warning is given for an intact PNG image %s', async (_, bytes) => {
  expect(await warningsOf('scan.png', bytes)).toEqual([]);
});

test.each([
  ['without its end', image(pixels), 'image-cut-short'],
  ['that ends in its pixels', image(pixels).subarray(0, -7), 'image-cut-short'],
  ['with changed pixels', image(chunk('IDAT', 'noise', 1), end), 'image-damaged'],
  ['without pixels', image(end), 'image-damaged'],
  ['without a header', join(signature, pixels, end), 'image-damaged'],
  ['with an invalid bit depth', imageAfter(header(3), pixels, end), 'image-damaged'],
  ['with an invalid colour type', imageAfter(header(8, 9), pixels, end), 'image-damaged'],
  ['with zeros instead of its chunks', image(Buffer.alloc(64), end), 'image-damaged'],
])('a PNG image %s has a warning before it is sent', async (_, bytes, warning) => {
  expect(await warningsOf('scan.png', bytes)).toEqual([warning]);
});

const bytesOf = (...bytes: readonly number[]) => Buffer.from(bytes);
const segment = (marker: number, content: Buffer) =>
  join(bytesOf(0xff, marker, 0, content.length + 2), content);
const frame = (width: number) => segment(0xc0, bytesOf(8, 0, 1, 0, width, 1, 1, 0x11, 0));
const scan = (...bytes: readonly number[]) =>
  join(segment(0xda, bytesOf(1, 1, 0, 0, 63, 0)), bytesOf(...bytes));
const [start, done] = [bytesOf(0xff, 0xd8), bytesOf(0xff, 0xd9)];
const thumbnail = segment(0xe1, join(start, frame(1), scan(1), done));
const picture = (...parts: readonly (Buffer | string)[]) => join(start, frame(1), ...parts);

test.each([
  ['with a thumbnail', join(start, thumbnail, frame(1), scan(1, 2), done)],
  ['with markers among its pixels', picture(scan(1, 0xff, 0, 2, 0xff, 0xd0, 3, 0xff, 0xff), done)],
  ['with several scans', picture(scan(1), scan(2), done)],
  ['with bytes after its end', picture(scan(1), done, 'a film')],
])('no warning is given for an intact JPEG image %s', async (_, bytes) => {
  expect(await warningsOf('scan.jpg', bytes)).toEqual([]);
});

test.each([
  ['without its end', picture(scan(1, 2, 3)), 'image-cut-short'],
  ['whose thumbnail alone has an end', join(start, thumbnail, frame(1), scan(1)), 'image-cut-short'],
  ['without pixels', picture(done), 'image-damaged'],
  ['with an invalid marker', picture(scan(1, 0xff, 0x13), done), 'image-damaged'],
  ['with an empty segment', join(start, bytesOf(0xff, 0xe0, 0, 0), frame(1), scan(1), done), 'image-damaged'],
])('a JPEG image %s has a warning before it is sent', async (_, bytes, warning) => {
  expect(await warningsOf('scan.jpg', bytes)).toEqual([warning]);
});

test('the result of a structure check does not depend on where the file is split', async () => {
  const files = [
    [PdfStructure, invoice],
    [PdfStructure, encrypted],
    [PngStructure, image(textChunk, pixels, end)],
    [PngStructure, image(pixels.subarray(0, -1))],
    [JpegStructure, join(start, thumbnail, frame(1), scan(1, 0xff, 0, 2), done)],
    [JpegStructure, picture(scan(1, 0xff, 0x13), done)],
  ] as const;
  for (const [Structure, bytes] of files) {
    const found: string[] = [];
    for (const length of [bytes.length, 1, 2, 3, 7, 64]) {
      const structure = new Structure();
      for (let at = 0; at < bytes.length; at += length) structure.add(bytes.subarray(at, at + length));
      found.push(await structure.finish(async (at, length) => bytes.subarray(at, at + length)));
    }
    expect(new Set(found).size).toBe(1);
  }
});
