import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { PDFDocument } from 'pdf-lib';
import { expect, test } from 'vitest';
import { fontModule, sliceModule } from '../../../scripts/fonts.ts';
import { createPageFonts } from '../../../src/main/pdf-pages/page-fonts.ts';
import { root } from '../layers/imports.ts';

const readModule = (name: string) => readFile(join(root, 'src', 'main', 'pdf-pages', name), 'utf8');

/** Returns the deflated constants of a module. Their compressed form differs between platforms. */
function listFonts(module: string): string[] {
  return module
    .split('export const')
    .filter((declaration) => / =\n {2}'/.test(declaration))
    .map((declaration) => {
      const base64 = [...declaration.matchAll(/^ {2}'([^']+)'/gm)].map(([, line = '']) => line).join('');
      return inflateRawSync(Buffer.from(base64, 'base64')).toString('hex');
    });
}

test('font-bytes.ts is what the fonts of inter-ui are reduced to', async () => {
  const written = listFonts(await readModule('font-bytes.ts'));
  expect(written).toHaveLength(2);
  expect(written).toEqual(listFonts(await fontModule()));
});

test('cjk-slices.ts lists the slices of Noto Sans and their characters', async () => {
  const written = await readModule('cjk-slices.ts');
  const made = await sliceModule();
  const filesOf = (module: string) => module.split('export const')[1];
  expect(filesOf(written)).toBe(filesOf(made));
  expect(listFonts(written)).toHaveLength(1);
  expect(listFonts(written)).toEqual(listFonts(made));
});

/** Letters of a national character set, by the ranges of its first and second bytes. */
function lettersOf(encoding: string, [firstFrom, firstTo]: [number, number], secondFrom: number): string[] {
  const decoder = new TextDecoder(encoding);
  const letters: string[] = [];
  for (let first = firstFrom; first <= firstTo; first += 1)
    for (let second = secondFrom; second <= 0xfe; second += 1) {
      const text = decoder.decode(Uint8Array.of(first, second));
      if (/^\p{L}$/u.test(text)) letters.push(text);
    }
  return letters;
}

test.each([
  ['the common characters of GB 2312', lettersOf('gbk', [0xb0, 0xd7], 0xa1), 0],
  ['the rarer characters of GB 2312', lettersOf('gbk', [0xd8, 0xf7], 0xa1), 22],
  ['the common characters of Big5', lettersOf('big5', [0xa4, 0xc6], 0x40), 26],
  ['the characters of JIS X 0208', lettersOf('euc-jp', [0xa1, 0xf4], 0xa1), 0],
  ['the syllables and characters of KS X 1001', lettersOf('euc-kr', [0xb0, 0xfd], 0xa1), 0],
])('%s have glyphs, but for a few', async (_, letters, missing) => {
  expect(letters.length).toBeGreaterThan(2_000);
  const fonts = await createPageFonts(await PDFDocument.create());
  const normalized = letters.map((letter) => letter.normalize('NFC'));
  await fonts.load(normalized);
  const without = normalized.filter((letter) => !fonts.has(letter));
  expect(without).toHaveLength(missing);
});
