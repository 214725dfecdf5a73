import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { combine } from '../../../../src/main/features/proofs/export/combine.ts';
import { encryptedPdf } from '../../../fakes/files/encrypted-pdf.ts';
import { pdf, png } from '../../../fakes/files/files.ts';
import { greyJpeg } from '../../../fakes/files/grey-jpeg.ts';

const imageSchema = z.object({
  width: z.number(),
  height: z.number(),
  data: z.instanceof(Uint8ClampedArray),
});

const matrixSchema = z.union([z.array(z.number()), z.instanceof(Float32Array), z.instanceof(Float64Array)]);

const proof = (reference: string, pop: string | Buffer) => ({
  origin: {
    reference,
    profile: 'Acme',
    environment: 'sandbox' as const,
    receivedAt: '2026-11-20T14:02:11.000Z',
    sha256: 'ab'.repeat(32),
  },
  body: Buffer.from(
    JSON.stringify({ pop: typeof pop === 'string' ? pop : pop.toString('base64'), type: 'X' }),
  ),
});

async function combineProofs(proofs: readonly ReturnType<typeof proof>[]) {
  const { bytes, pages, omitted } = await combine(proofs, new Set(), () => undefined);
  const loading = getDocument({ data: new Uint8Array(bytes), useWasm: false, verbosity: 0 });
  onTestFinished(() => loading.destroy());
  return { document: await loading.promise, pages, omitted };
}

/** Returns the only image of a page and its transformation matrix. */
async function findImage(
  document: Awaited<ReturnType<typeof combineProofs>>['document'],
  pageNumber: number,
) {
  const page = await document.getPage(pageNumber);
  const { fnArray, argsArray } = await page.getOperatorList();
  const paintIndex = fnArray.indexOf(OPS.paintImageXObject);
  const [name] = z.tuple([z.string()]).rest(z.unknown()).parse(argsArray[paintIndex]);
  const image = await new Promise((resolve) => page.objs.get(name, resolve));
  const matrix = matrixSchema.parse(argsArray[fnArray.lastIndexOf(OPS.transform, paintIndex)]);
  return { image: imageSchema.parse(image), matrix: [...matrix] };
}

test('small photos keep their sizes and pixels when many are combined into one PDF', async () => {
  const photos = Array.from({ length: 12 }, (_, index) => ({
    columns: 1 + (index % 5),
    rows: 1 + (index % 3),
    grey: 20 * index + 10,
  }));
  const { document, pages, omitted } = await combineProofs(
    photos.map(({ columns, rows, grey }, index) =>
      proof(`P${index}`, greyJpeg(Array.from({ length: rows }, () => Array(columns).fill(grey)))),
    ),
  );
  expect({ pages, omitted }).toEqual({ pages: photos.length, omitted: [] });
  for (const [index, { columns, rows, grey }] of photos.entries()) {
    const { image } = await findImage(document, index + 1);
    expect([image.width, image.height]).toEqual([columns * 8, rows * 8]);
    // The data has one grey byte or four RGBA bytes for each pixel; every fourth RGBA byte is the opacity.
    const isGrey = image.data.length === image.width * image.height;
    const colours = image.data.filter((_, index) => isGrey || index % 4 < 3);
    expect(colours.every((colour) => Math.abs(colour - grey) <= 1)).toBe(true);
  }
});

test.each([
  [1, 'top left', 'top right'],
  [2, 'top right', 'top left'],
  [3, 'bottom right', 'bottom left'],
  [4, 'bottom left', 'bottom right'],
  [5, 'top left', 'bottom left'],
  [6, 'top right', 'bottom right'],
  [7, 'bottom right', 'top right'],
  [8, 'bottom left', 'top left'],
  [9, 'top left', 'top right'],
])(
  'a photo with EXIF orientation %i has its first pixel at the %s and its first line to the %s',
  async (orientation, firstPixelCorner, lineEndCorner) => {
    const { document } = await combineProofs([proof('P', greyJpeg([[0, 128, 255]], orientation))]);
    const { matrix } = await findImage(document, 1);
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = matrix;
    const transform = (x: number, y: number) => ({ x: a * x + c * y + e, y: b * x + d * y + f });
    const corners = [transform(0, 0), transform(0, 1), transform(1, 0), transform(1, 1)];
    const middle = {
      x: (transform(0, 0).x + transform(1, 1).x) / 2,
      y: (transform(0, 0).y + transform(1, 1).y) / 2,
    };
    const cornerOf = ({ x, y }: { x: number; y: number }) =>
      `${y > middle.y ? 'top' : 'bottom'} ${x > middle.x ? 'right' : 'left'}`;
    expect([cornerOf(transform(0, 1)), cornerOf(transform(1, 1))]).toEqual([firstPixelCorner, lineEndCorner]);
    // The photo has 24 × 8 pixels; orientations 5 to 8 exchange its width and height.
    const width = Math.max(...corners.map(({ x }) => x)) - Math.min(...corners.map(({ x }) => x));
    expect(width).toBeCloseTo(orientation >= 5 && orientation <= 8 ? 8 : 24);
  },
);

test('a PDF with only an owner password is included; proofs that cannot be pages are listed with their reason', async () => {
  const { document, pages, omitted } = await combineProofs([
    proof('owner only', encryptedPdf('Ansicht', '')),
    proof('locked', encryptedPdf('secret', 'password')),
    proof('link', 'https://proofs.example/1'),
    proof('truncated', png('x').subarray(0, 40)),
    proof('unprotected', pdf('unprotected')),
  ]);
  expect(pages).toBe(2);
  expect(omitted).toEqual([
    { index: 1, reason: 'password' },
    { index: 2, reason: 'no-pages' },
    { index: 3, reason: 'damaged' },
  ]);
  const content = await (await document.getPage(1)).getTextContent();
  expect(JSON.stringify(content.items)).toContain('Ansicht');
});
