/**
 * @file Glyphs of Chinese, Japanese and Korean characters. The packages of Noto Sans divide its glyphs into small files
 * (slices), which are read when a text has one of their characters.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { sliceFiles, slicesOfCodePoints } from './cjk-slices.ts';
import { reduceFont } from './reduce-font.ts';
import { type GlyphOfFont, readTrueTypeFont, type TrueTypeFont } from './truetype.ts';
import { readWoff2 } from './woff2.ts';

const require = createRequire(import.meta.url);

/** Positions in {@link sliceFiles} plus one, by code point; 0 where there is no glyph. Two bytes each. */
let positions: Buffer = Buffer.alloc(0);

/** Slices are read once for each thread. */
const slices = new Map<number, TrueTypeFont>();

const positionOf = (codePoint: number) =>
  codePoint * 2 < positions.length ? positions.readUInt16LE(codePoint * 2) : 0;

/** Reads the slices with glyphs of characters. */
export async function loadCjkGlyphs(codePoints: Iterable<number>): Promise<void> {
  for (const codePoint of codePoints) {
    if (positions.length === 0)
      positions = await promisify(inflateRaw)(Buffer.from(slicesOfCodePoints, 'base64'));
    const position = positionOf(codePoint);
    const file = sliceFiles[position - 1];
    if (file === undefined || slices.has(position)) continue;
    const font = await readWoff2(await readFile(require.resolve(file)));
    slices.set(position, readTrueTypeFont(reduceFont(font)));
  }
}

/** Returns the glyph of a character; `undefined` when no slice that was read has one. */
export function findCjkGlyph(codePoint: number): GlyphOfFont | undefined {
  const font = slices.get(positionOf(codePoint));
  const glyph = font?.findGlyph(codePoint);
  return font === undefined || glyph === undefined ? undefined : { font, glyph };
}
