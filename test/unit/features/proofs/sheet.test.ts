import { PDFDocument } from 'pdf-lib';
import { expect, test } from 'vitest';
import { joinPdfs } from '../../../../src/main/features/proofs/export/join-pdfs.ts';
import { toSheet } from '../../../../src/main/features/proofs/export/sheet.ts';
import { encryptedPdf } from '../../../fakes/files/encrypted-pdf.ts';
import { pdf, png } from '../../../fakes/files/files.ts';
import { greyJpeg } from '../../../fakes/files/grey-jpeg.ts';
import { readPages } from '../../../fakes/files/read-pages.ts';

const origin = {
  reference: 'REF-1',
  profile: 'Acme',
  environment: 'sandbox' as const,
  receivedAt: '2026-11-20T14:02:11.000Z',
  sha256: 'ab'.repeat(32),
};

const sheetOf = (pop: string | Buffer) =>
  toSheet(
    origin,
    Buffer.from(JSON.stringify({ pop: typeof pop === 'string' ? pop : pop.toString('base64'), type: 'X' })),
  );

async function pdfOf(pop: Buffer) {
  const sheet = await sheetOf(pop);
  if (sheet.is !== 'pdf') throw new Error(sheet.is);
  return sheet.bytes;
}

/** An image whose header states another size. */
function withSize(image: Buffer, offset: number, ...sizes: readonly [number, number, 2 | 4]): Buffer {
  const changed = Buffer.from(image);
  const [first, second, bytes] = sizes;
  changed.writeUIntBE(first, offset, bytes);
  changed.writeUIntBE(second, offset + bytes, bytes);
  return changed;
}

const jpeg = greyJpeg([[0, 128]]);
/** The size follows the marker of the frame, its length and the precision. */
const jpegSize = jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5;

test.each([
  ['a PDF with a user password', encryptedPdf('secret', 'password'), 'password'],
  ['a link', 'https://proofs.example/1', 'no-pages'],
  ['a PNG that is cut off', png('x').subarray(0, 40), 'damaged'],
  ['a JPEG without a frame', jpeg.subarray(0, jpegSize - 5), 'damaged'],
  ['a PNG of 2 GB', withSize(png('x'), 16, 25_000, 20_001, 4), 'too-large'],
  ['a JPEG of 4 GB', withSize(jpeg, jpegSize, 50_000, 20_000, 2), 'too-large'],
  ['a broken PDF', Buffer.from('%PDF-1.7 nothing'), 'damaged'],
] as const)('%s is omitted', async (_, pop, reason) => {
  expect(await sheetOf(pop)).toEqual({ is: 'omitted', reason });
});

test.each([
  ['PNG', png('x')],
  ['JPEG', jpeg],
  ['PNG at the limit', withSize(png('x'), 16, 10_000, 5_000, 4)],
])('a %s is a text with a picture', async (_, image) => {
  expect(await sheetOf(image)).toMatchObject({ is: 'text', text: { blocks: [{ is: 'picture' }] } });
});

test('PDFs, also with an owner password, are joined in order; the same ones give the same file', async () => {
  const join = async () =>
    joinPdfs([await pdfOf(encryptedPdf('Ansicht', '')), await pdfOf(pdf('second'))], null);
  const joined = await join();
  const { pages } = await readPages(joined);
  expect(pages.map(({ lines }) => lines)).toEqual([
    [expect.stringContaining('Ansicht')],
    [expect.stringContaining('second')],
  ]);
  expect(Buffer.from(await join()).equals(joined)).toBe(true);
});

test('pages that are joined under a title get numbers', async () => {
  const part = await pdfOf(pdf('part'));
  const joined = await joinPdfs([part, part.slice()], 'Rows');
  expect((await PDFDocument.load(joined)).getTitle()).toBe('Rows');
  const { pages } = await readPages(joined);
  expect(pages.map(({ lines }) => lines.at(-1))).toEqual(['Page 1 of 2', 'Page 2 of 2']);
});
