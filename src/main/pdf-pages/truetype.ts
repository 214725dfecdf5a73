/** @file Reads the fonts that `reduce-font.ts` writes: TrueType, with a character map of format 12 and long offsets. */
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

export interface TrueTypeFont {
  readonly unitsPerEm: number;
  /** Left, bottom, right and top of all glyphs, in units of the font. */
  readonly box: readonly [number, number, number, number];
  readonly ascent: number;
  readonly descent: number;
  /** Returns the glyph of a character; `undefined` when the font has none. */
  findGlyph(codePoint: number): number | undefined;
  /** Advance width in units of the font. */
  advanceOf(glyph: number): number;
  outlineOf(glyph: number): Buffer;
  /** Returns the bytes of a table; none when the font lacks it. */
  tableOf(tag: string): Buffer;
  /** Returns the font with only the outlines of `glyphs`, which keep their numbers. */
  subset(glyphs: ReadonlySet<number>): Uint8Array;
}

/** A glyph of one of several fonts. */
export interface GlyphOfFont {
  readonly font: TrueTypeFont;
  readonly glyph: number;
}

/** Tables of a font inside a PDF, which needs no character map. */
const embeddedTags = ['glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp'] as const;

/** Reads a deflated font in base64. */
export async function readDeflatedFont(base64: string): Promise<TrueTypeFont> {
  return readTrueTypeFont(await promisify(inflateRaw)(Buffer.from(base64, 'base64')));
}

export function readTrueTypeFont(file: Buffer): TrueTypeFont {
  const tables = new Map<string, Buffer>();
  for (let index = 0; index < file.readUInt16BE(4); index += 1) {
    const entry = 12 + index * 16;
    const offset = file.readUInt32BE(entry + 8);
    const length = file.readUInt32BE(entry + 12);
    tables.set(file.toString('latin1', entry, entry + 4), file.subarray(offset, offset + length));
  }
  const tableOf = (tag: string) => tables.get(tag) ?? Buffer.alloc(0);
  const [head, hhea, hmtx, loca, glyf] = [
    tableOf('head'),
    tableOf('hhea'),
    tableOf('hmtx'),
    tableOf('loca'),
    tableOf('glyf'),
  ];
  const glyphByCodePoint = readCharacterMap(tableOf('cmap'));
  const glyphCount = tableOf('maxp').readUInt16BE(4);
  const outlineOf = (glyph: number) =>
    glyf.subarray(loca.readUInt32BE(glyph * 4), loca.readUInt32BE(glyph * 4 + 4));

  return {
    unitsPerEm: head.readUInt16BE(18),
    box: [head.readInt16BE(36), head.readInt16BE(38), head.readInt16BE(40), head.readInt16BE(42)],
    ascent: hhea.readInt16BE(4),
    descent: hhea.readInt16BE(6),
    findGlyph: (codePoint) => glyphByCodePoint.get(codePoint),
    advanceOf: (glyph) => hmtx.readUInt16BE(glyph * 4),
    outlineOf,
    tableOf,
    subset(glyphs) {
      const kept = new Set([0]);
      const keep = (glyph: number) => {
        if (kept.has(glyph)) return;
        kept.add(glyph);
        for (const component of listComponents(outlineOf(glyph))) keep(component);
      };
      for (const glyph of glyphs) keep(glyph);
      const offsets = Buffer.alloc((glyphCount + 1) * 4);
      const outlines: Buffer[] = [];
      let end = 0;
      for (let glyph = 0; glyph < glyphCount; glyph += 1) {
        offsets.writeUInt32BE(end, glyph * 4);
        if (!kept.has(glyph)) continue;
        const outline = outlineOf(glyph);
        outlines.push(outline);
        end += outline.length;
      }
      offsets.writeUInt32BE(end, glyphCount * 4);
      const written = new Map(tables).set('loca', offsets).set('glyf', Buffer.concat(outlines));
      return writeFont(embeddedTags.map((tag) => [tag, written.get(tag) ?? Buffer.alloc(0)]));
    },
  };
}

/**
 * Returns a font with glyphs of several fonts, numbered in their order. The fonts have the same units, and the glyphs are
 * not composed of others.
 */
export function combineGlyphs(glyphs: readonly GlyphOfFont[]): Uint8Array {
  const [first] = glyphs;
  if (first === undefined) throw new Error('A font without glyphs');
  const count = glyphs.length;
  const maxp = Buffer.from(first.font.tableOf('maxp'));
  const hmtx = Buffer.alloc(count * 4);
  const loca = Buffer.alloc((count + 1) * 4);
  const outlines: Buffer[] = [];
  let end = 0;
  for (const [index, { font, glyph }] of glyphs.entries()) {
    const outline = font.outlineOf(glyph);
    outlines.push(outline);
    end += outline.length;
    loca.writeUInt32BE(end, (index + 1) * 4);
    hmtx.writeUInt16BE(font.advanceOf(glyph), index * 4);
    hmtx.writeInt16BE(outline.length === 0 ? 0 : outline.readInt16BE(2), index * 4 + 2);
  }
  // Numbers of points and contours are those of the largest glyph of any of the fonts.
  for (const font of new Set(glyphs.map((glyph) => glyph.font))) {
    const own = font.tableOf('maxp');
    for (let offset = 6; offset < maxp.length; offset += 2)
      maxp.writeUInt16BE(Math.max(maxp.readUInt16BE(offset), own.readUInt16BE(offset)), offset);
  }
  maxp.writeUInt16BE(count, 4);
  const hhea = Buffer.from(first.font.tableOf('hhea'));
  hhea.writeUInt16BE(count, 34);
  return writeFont([
    ['glyf', Buffer.concat(outlines)],
    ['head', first.font.tableOf('head')],
    ['hhea', hhea],
    ['hmtx', hmtx],
    ['loca', loca],
    ['maxp', maxp],
  ]);
}

function readCharacterMap(cmap: Buffer): Map<number, number> {
  const groups = cmap.subarray(cmap.readUInt32BE(8) + 12);
  const glyphByCodePoint = new Map<number, number>();
  for (let index = 0; index < groups.readUInt32BE(0); index += 1) {
    const group = 4 + index * 12;
    glyphByCodePoint.set(groups.readUInt32BE(group), groups.readUInt32BE(group + 8));
  }
  return glyphByCodePoint;
}

/** Bits of a component: sizes of its offsets and transformation. */
const wordOffsets = 0x0001;
const more = 0x0020;
const transformSizes = [
  { flag: 0x0008, bytes: 2 },
  { flag: 0x0040, bytes: 4 },
  { flag: 0x0080, bytes: 8 },
] as const;

/** Lists the glyphs that a composed glyph consists of; none for any other. */
function listComponents(outline: Buffer): number[] {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return [];
  const components: number[] = [];
  for (let offset = 10; ; ) {
    const flags = outline.readUInt16BE(offset);
    components.push(outline.readUInt16BE(offset + 2));
    if ((flags & more) === 0) return components;
    offset += (flags & wordOffsets) === 0 ? 6 : 8;
    offset += transformSizes.find(({ flag }) => (flags & flag) !== 0)?.bytes ?? 0;
  }
}

function writeFont(tables: readonly (readonly [tag: string, bytes: Buffer])[]): Uint8Array {
  const directory = Buffer.alloc(12 + tables.length * 16);
  directory.writeUInt32BE(0x0001_0000, 0);
  directory.writeUInt16BE(tables.length, 4);
  directory.writeUInt16BE(64, 6);
  directory.writeUInt16BE(2, 8);
  directory.writeUInt16BE(tables.length * 16 - 64, 10);
  const parts: Buffer[] = [directory];
  let position = directory.length;
  for (const [index, [tag, bytes]] of tables.entries()) {
    const entry = 12 + index * 16;
    directory.write(tag, entry, 'latin1');
    directory.writeUInt32BE(position, entry + 8);
    directory.writeUInt32BE(bytes.length, entry + 12);
    const padding = Buffer.alloc(-bytes.length & 3);
    parts.push(bytes, padding);
    position += bytes.length + padding.length;
  }
  return new Uint8Array(Buffer.concat(parts));
}
