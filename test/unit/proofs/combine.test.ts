import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { combine } from '../../../src/main/features/proofs/export/combine.ts';
import { encryptedPdf } from '../../fakes/encrypted-pdf.ts';
import { pdf, png } from '../../fakes/files.ts';
import { greyJpeg } from '../../fakes/grey-jpeg.ts';

const imageSchema = z.object({
  width: z.number(),
  height: z.number(),
  data: z.instanceof(Uint8ClampedArray),
});

const matrixSchema = z.union([z.array(z.number()), z.instanceof(Float32Array), z.instanceof(Float64Array)]);

const proof = (reference: string, pop: string | Buffer) => ({
  reference,
  body: Buffer.from(
    JSON.stringify({ pop: typeof pop === 'string' ? pop : pop.toString('base64'), type: 'X' }),
  ),
});

async function combined(proofs: readonly ReturnType<typeof proof>[]) {
  const { bytes, pages, omitted: left } = await combine(proofs, new Set(), () => undefined);
  const loading = getDocument({ data: new Uint8Array(bytes), useWasm: false, verbosity: 0 });
  onTestFinished(() => loading.destroy());
  return { document: await loading.promise, pages, left };
}

/** The only image of a page, and its transformation matrix. */
async function imageOn(document: Awaited<ReturnType<typeof combined>>['document'], number: number) {
  const page = await document.getPage(number);
  const { fnArray, argsArray } = await page.getOperatorList();
  const at = fnArray.indexOf(OPS.paintImageXObject);
  const [name] = z.tuple([z.string()]).rest(z.unknown()).parse(argsArray[at]);
  const image = await new Promise((resolve) => page.objs.get(name, resolve));
  const matrix = matrixSchema.parse(argsArray[fnArray.lastIndexOf(OPS.transform, at)]);
  return { image: imageSchema.parse(image), matrix: [...matrix] };
}

test('small photos keep their sizes and pixels when many are combined into one PDF', async () => {
  const photos = Array.from({ length: 12 }, (_, place) => ({
    columns: 1 + (place % 5),
    rows: 1 + (place % 3),
    grey: 20 * place + 10,
  }));
  const { document, pages, left } = await combined(
    photos.map(({ columns, rows, grey }, place) =>
      proof(`P${place}`, greyJpeg(Array.from({ length: rows }, () => Array(columns).fill(grey)))),
    ),
  );
  expect({ pages, left }).toEqual({ pages: photos.length, left: [] });
  for (const [place, { columns, rows, grey }] of photos.entries()) {
    const { image } = await imageOn(document, place + 1);
    expect([image.width, image.height]).toEqual([columns * 8, rows * 8]);
    expect(
      image.data
        .filter((_, at) => image.data.length === image.width * image.height || at % 4 < 3)
        .every((one) => Math.abs(one - grey) <= 1),
    ).toBe(true);
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
  async (orientation, first, lineEnd) => {
    const { document } = await combined([proof('P', greyJpeg([[0, 128, 255]], orientation))]);
    const { matrix } = await imageOn(document, 1);
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = matrix;
    const placeOf = (x: number, y: number) => ({ x: a * x + c * y + e, y: b * x + d * y + f });
    const corners = [placeOf(0, 0), placeOf(0, 1), placeOf(1, 0), placeOf(1, 1)];
    const middle = { x: (placeOf(0, 0).x + placeOf(1, 1).x) / 2, y: (placeOf(0, 0).y + placeOf(1, 1).y) / 2 };
    const cornerOf = ({ x, y }: { x: number; y: number }) =>
      `${y > middle.y ? 'top' : 'bottom'} ${x > middle.x ? 'right' : 'left'}`;
    expect([cornerOf(placeOf(0, 1)), cornerOf(placeOf(1, 1))]).toEqual([first, lineEnd]);
    const width = Math.max(...corners.map(({ x }) => x)) - Math.min(...corners.map(({ x }) => x));
    expect(width).toBeCloseTo(orientation >= 5 && orientation <= 8 ? 8 : 24);
  },
);

test('a PDF with only an owner password is included; proofs without pages are listed with their reason', async () => {
  const { document, pages, left } = await combined([
    proof('owner only', encryptedPdf('Ansicht', '')),
    proof('locked', encryptedPdf('secret', 'password')),
    proof('words', 'just words'),
    proof('cut', png('x').subarray(0, 40)),
    proof('plain', pdf('plain')),
  ]);
  expect(pages).toBe(2);
  expect(left).toEqual([
    { reference: 'locked', reason: 'password' },
    { reference: 'words', reason: 'no-pages' },
    { reference: 'cut', reason: 'damaged' },
  ]);
  const content = await (await document.getPage(1)).getTextContent();
  expect(JSON.stringify(content.items)).toContain('Ansicht');
});
