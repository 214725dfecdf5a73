/** @file Reads the fonts of `compiled/font-bytes.ts`: TrueType, with a character map of format 12 and long offsets. */
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
  /** Returns the font with only the outlines of `glyphs`, which keep their numbers. */
  subset(glyphs: ReadonlySet<number>): Uint8Array;
}

/** Tables of a font inside a PDF, which needs no character map. */
const embeddedTags = ['glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp'] as const;

/** Reads a deflated font in base64. */
export async function readTrueTypeFont(base64: string): Promise<TrueTypeFont> {
  const file = await promisify(inflateRaw)(Buffer.from(base64, 'base64'));
  const tables = new Map<string, Buffer>();
  for (let index = 0; index < file.readUInt16BE(4); index += 1) {
    const entry = 12 + index * 16;
    const offset = file.readUInt32BE(entry + 8);
    const length = file.readUInt32BE(entry + 12);
    tables.set(file.toString('latin1', entry, entry + 4), file.subarray(offset, offset + length));
  }
  const table = (tag: string) => tables.get(tag) ?? Buffer.alloc(0);
  const [head, hhea, hmtx, loca, glyf] = [
    table('head'),
    table('hhea'),
    table('hmtx'),
    table('loca'),
    table('glyf'),
  ];
  const glyphByCodePoint = readCharacterMap(table('cmap'));
  const glyphCount = table('maxp').readUInt16BE(4);
  const outlineOf = (glyph: number) =>
    glyf.subarray(loca.readUInt32BE(glyph * 4), loca.readUInt32BE(glyph * 4 + 4));

  return {
    unitsPerEm: head.readUInt16BE(18),
    box: [head.readInt16BE(36), head.readInt16BE(38), head.readInt16BE(40), head.readInt16BE(42)],
    ascent: hhea.readInt16BE(4),
    descent: hhea.readInt16BE(6),
    findGlyph: (codePoint) => glyphByCodePoint.get(codePoint),
    advanceOf: (glyph) => hmtx.readUInt16BE(glyph * 4),
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
