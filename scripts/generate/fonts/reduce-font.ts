/** @file Reduces a font to the glyphs that plain text needs: no alternates, features or hinting. */
import { ByteReader } from './byte-reader.ts';
import { componentFlags, type Glyph, requireTable, type Woff2Font } from './woff2.ts';

/** Private characters have no meaning outside the font. */
const isPrivate = (codePoint: number) =>
  (codePoint >= 0xe000 && codePoint <= 0xf8ff) || codePoint >= 0xf_0000;

/** Returns a TrueType font with the tables that a PDF and `src/main/formats/pdf/pages/truetype.ts` read. */
export function reduceFont(font: Woff2Font): Buffer {
  const characters = [...readCharacterMap(requireTable(font.tables, 'cmap'))]
    .filter(([codePoint, glyph]) => !isPrivate(codePoint) && glyph !== 0)
    .sort(([first], [second]) => first - second);
  const kept = new Map([[0, 0]]);
  const keep = (glyph: number) => {
    if (kept.has(glyph)) return;
    kept.set(glyph, kept.size);
    const found = font.glyphs[glyph];
    if (found?.kind === 'composite') for (const part of found.parts) keep(part.glyph);
  };
  for (const [, glyph] of characters) keep(glyph);
  const glyphs = [...kept.keys()].map((glyph) => ({
    data: encodeGlyph(font.glyphs[glyph] ?? { kind: 'empty' }, kept),
    advance: font.advances[glyph] ?? 0,
  }));
  return buildFont(
    font,
    glyphs,
    characters.map(([codePoint, glyph]) => [codePoint, kept.get(glyph) ?? 0]),
  );
}

function readCharacterMap(table: Buffer): Map<number, number> {
  const count = table.readUInt16BE(2);
  const offsets = Array.from({ length: count }, (_, index) => table.readUInt32BE(8 + index * 8));
  const found = offsets.find((offset) => table.readUInt16BE(offset) === 12);
  if (found === undefined) throw new Error('The font has no character map of format 12');
  const reader = new ByteReader(table.subarray(found + 12));
  const map = new Map<number, number>();
  for (let group = reader.uint32(); group > 0; group -= 1) {
    const [first, last, glyph] = [reader.uint32(), reader.uint32(), reader.uint32()];
    for (let codePoint = first; codePoint <= last; codePoint += 1)
      map.set(codePoint, glyph + codePoint - first);
  }
  return map;
}

const uint16 = (...values: readonly number[]) => {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, index * 2);
  return bytes;
};

const uint32 = (...values: readonly number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
};

/** Bits of a point. */
const onCurve = 0x01;
const axes = [
  { axis: 'dx', isByte: 0x02, isSameOrPositive: 0x10 },
  { axis: 'dy', isByte: 0x04, isSameOrPositive: 0x20 },
] as const;

function encodeGlyph(glyph: Glyph, kept: ReadonlyMap<number, number>): Buffer {
  if (glyph.kind === 'empty') return Buffer.alloc(0);
  if (glyph.kind === 'composite') {
    const parts = glyph.parts.map(({ flags, glyph: part, rest }) =>
      Buffer.concat([uint16(flags & ~componentFlags.instructions, kept.get(part) ?? 0), rest]),
    );
    return padded(Buffer.concat([uint16(-1), glyph.box, ...parts]));
  }
  const { contourEnds, points } = glyph.outline;
  const flags = points.map((point) => {
    let flag = point.isOnCurve ? onCurve : 0;
    for (const { axis, isByte, isSameOrPositive } of axes) {
      const offset = point[axis];
      if (offset === 0) flag |= isSameOrPositive;
      else if (Math.abs(offset) < 256) flag |= offset > 0 ? isByte | isSameOrPositive : isByte;
    }
    return flag;
  });
  const coordinates = axes.map(({ axis }) =>
    Buffer.concat(
      points.map((point) => {
        const offset = point[axis];
        if (offset === 0) return Buffer.alloc(0);
        return Math.abs(offset) < 256 ? Buffer.of(Math.abs(offset)) : uint16(offset);
      }),
    ),
  );
  const header = [uint16(contourEnds.length), glyph.box, uint16(...contourEnds), uint16(0)];
  return padded(Buffer.concat([...header, Buffer.from(flags), ...coordinates]));
}

/** Pads to a multiple of four bytes. */
function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
}

function buildFont(
  { tables }: Woff2Font,
  glyphs: readonly { readonly data: Buffer; readonly advance: number }[],
  characters: readonly (readonly [codePoint: number, glyph: number])[],
): Buffer {
  const head = Buffer.from(requireTable(tables, 'head'));
  head.writeUInt32BE(0, 8);
  head.writeUInt16BE(1, 50);
  const hhea = Buffer.from(requireTable(tables, 'hhea'));
  hhea.writeUInt16BE(glyphs.length, 34);
  const maxp = Buffer.from(requireTable(tables, 'maxp'));
  maxp.writeUInt16BE(glyphs.length, 4);
  let offset = 0;
  const offsets = glyphs.map(({ data }) => {
    const start = offset;
    offset += data.length;
    return start;
  });
  const groups = characters.map(([codePoint, glyph]) => uint32(codePoint, codePoint, glyph));
  const cmap = Buffer.concat([
    uint16(0, 1, 3, 10),
    uint32(12),
    uint16(12, 0),
    uint32(16 + groups.length * 12, 0, groups.length),
    ...groups,
  ]);
  const written = {
    cmap,
    glyf: Buffer.concat(glyphs.map(({ data }) => data)),
    head,
    hhea,
    hmtx: Buffer.concat(
      glyphs.map(({ data, advance }) => uint16(advance, data.length === 0 ? 0 : data.readInt16BE(2))),
    ),
    loca: uint32(...offsets, offset),
    maxp,
  };
  const names = Object.entries(written);
  let position = 12 + names.length * 16;
  const directory = names.map(([tag, bytes]) => {
    const entry = Buffer.concat([Buffer.from(tag, 'latin1'), uint32(0, position, bytes.length)]);
    position += padded(bytes).length;
    return entry;
  });
  return Buffer.concat([
    uint32(0x0001_0000),
    uint16(names.length, 64, 2, names.length * 16 - 64),
    ...directory,
    ...names.map(([, bytes]) => padded(bytes)),
  ]);
}
