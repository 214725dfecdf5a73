/** @file Reads a WOFF2 font with TrueType outlines (W3C, WOFF File Format 2.0): its tables, and each glyph by itself. */
import { brotliDecompressSync } from 'node:zlib';
import { ByteReader } from './byte-reader.ts';

const knownTags =
  'cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill';

const tagOf = (index: number) => knownTags.slice(index * 5, index * 5 + 4);

interface Outline {
  /** Indexes of the last points of the contours. */
  readonly contourEnds: readonly number[];
  readonly points: readonly { readonly dx: number; readonly dy: number; readonly isOnCurve: boolean }[];
}

export type Glyph =
  | { readonly kind: 'empty' }
  | { readonly kind: 'simple'; readonly box: Buffer; readonly outline: Outline }
  /** `parts` are the components as in the `glyf` table, without instructions. */
  | { readonly kind: 'composite'; readonly box: Buffer; readonly parts: readonly Component[] };

interface Component {
  readonly flags: number;
  readonly glyph: number;
  /** Offsets and transformation. */
  readonly rest: Buffer;
}

export interface Woff2Font {
  /** Tables that are stored unchanged. */
  readonly tables: ReadonlyMap<string, Buffer>;
  readonly glyphs: readonly Glyph[];
  /** In units of the font. */
  readonly advances: readonly number[];
}

export function readWoff2(bytes: Buffer): Woff2Font {
  const reader = new ByteReader(bytes);
  if (reader.tag() !== 'wOF2') throw new Error('Not a WOFF2 font');
  if (reader.uint32() !== 0x0001_0000) throw new Error('Not a font with TrueType outlines');
  reader.skip(4);
  const tableCount = reader.uint16();
  reader.skip(6);
  const compressedLength = reader.uint32();
  reader.skip(24);
  const entries = Array.from({ length: tableCount }, () => readEntry(reader));
  const data = brotliDecompressSync(reader.bytes(compressedLength));
  const tables = new Map<string, Buffer>();
  let offset = 0;
  for (const { tag, length } of entries) {
    tables.set(tag, data.subarray(offset, offset + length));
    offset += length;
  }
  const isTransformed = (tag: string) => entries.some((entry) => entry.tag === tag && entry.isTransformed);
  if (!isTransformed('glyf')) throw new Error('The outlines are not transformed');
  const glyphs = readGlyphs(requireTable(tables, 'glyf'));
  const metrics = new ByteReader(requireTable(tables, 'hmtx'));
  if (isTransformed('hmtx')) metrics.skip(1);
  const metricCount = requireTable(tables, 'hhea').readUInt16BE(34);
  const metricAdvances = Array.from({ length: metricCount }, () => {
    const advance = metrics.uint16();
    if (!isTransformed('hmtx')) metrics.skip(2);
    return advance;
  });
  const advances = glyphs.map((_, index) => metricAdvances[index] ?? metricAdvances.at(-1) ?? 0);
  return { tables, glyphs, advances };
}

export function requireTable(tables: ReadonlyMap<string, Buffer>, tag: string): Buffer {
  const table = tables.get(tag);
  if (table === undefined) throw new Error(`The font has no table ${tag}`);
  return table;
}

function readEntry(reader: ByteReader) {
  const flags = reader.uint8();
  const index = flags & 0x3f;
  const tag = index === 0x3f ? reader.tag() : tagOf(index);
  const version = flags >> 6;
  // Version 3 means unchanged for outlines and their offsets; for other tables, version 0 does.
  const isTransformed = tag === 'glyf' || tag === 'loca' ? version !== 3 : version !== 0;
  const originalLength = reader.base128();
  return { tag, isTransformed, length: isTransformed ? reader.base128() : originalLength };
}

function readGlyphs(table: Buffer): Glyph[] {
  const header = new ByteReader(table);
  header.skip(4);
  const glyphCount = header.uint16();
  header.skip(2);
  const lengths = Array.from({ length: 7 }, () => header.uint32());
  const [contours, points, flags, coordinates, components, boxes] = lengths.map(
    (length) => new ByteReader(header.bytes(length)),
  );
  if (!contours || !points || !flags || !coordinates || !components || !boxes)
    throw new Error('The outlines are incomplete');
  const boxBitmap = boxes.bytes(4 * Math.floor((glyphCount + 31) / 32));
  return Array.from({ length: glyphCount }, (_, index): Glyph => {
    const contourCount = contours.uint16();
    if (contourCount === 0) return { kind: 'empty' };
    const hasBox = ((boxBitmap[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0;
    if (contourCount === 0xffff) {
      const { parts, hasInstructions } = readComponents(components);
      if (hasInstructions) coordinates.variable16();
      return { kind: 'composite', box: boxes.bytes(8), parts };
    }
    const outline = readOutline(contourCount, points, flags, coordinates);
    return { kind: 'simple', box: hasBox ? boxes.bytes(8) : computeBox(outline), outline };
  });
}

function readOutline(
  contourCount: number,
  counts: ByteReader,
  flags: ByteReader,
  coordinates: ByteReader,
): Outline {
  let pointCount = 0;
  const contourEnds = Array.from({ length: contourCount }, () => {
    pointCount += counts.variable16();
    return pointCount - 1;
  });
  const points = Array.from({ length: pointCount }, () => {
    const flag = flags.uint8();
    return { ...readOffsets(flag & 0x7f, coordinates), isOnCurve: flag < 0x80 };
  });
  coordinates.variable16();
  return { contourEnds, points };
}

const signed = (flag: number, value: number) => ((flag & 1) === 1 ? value : -value);

/** Reads the offset of a point (WOFF2, section 5.2). */
function readOffsets(flag: number, data: ByteReader): { dx: number; dy: number } {
  if (flag < 10) return { dx: 0, dy: signed(flag, ((flag & 14) << 7) + data.uint8()) };
  if (flag < 20) return { dx: signed(flag, (((flag - 10) & 14) << 7) + data.uint8()), dy: 0 };
  if (flag < 84) {
    const high = flag - 20;
    const low = data.uint8();
    return {
      dx: signed(flag, 1 + (high & 0x30) + (low >> 4)),
      dy: signed(flag >> 1, 1 + ((high & 0x0c) << 2) + (low & 0x0f)),
    };
  }
  if (flag < 120) {
    const high = flag - 84;
    const dx = signed(flag, 1 + (Math.floor(high / 12) << 8) + data.uint8());
    return { dx, dy: signed(flag >> 1, 1 + (((high % 12) >> 2) << 8) + data.uint8()) };
  }
  if (flag < 124) {
    const [first, second, third] = [data.uint8(), data.uint8(), data.uint8()];
    return {
      dx: signed(flag, (first << 4) + (second >> 4)),
      dy: signed(flag >> 1, ((second & 0x0f) << 8) + third),
    };
  }
  return { dx: signed(flag, data.uint16()), dy: signed(flag >> 1, data.uint16()) };
}

/** Bits of a component: sizes of its offsets and transformation. */
export const componentFlags = {
  wordOffsets: 0x0001,
  scale: 0x0008,
  more: 0x0020,
  twoScales: 0x0040,
  matrix: 0x0080,
  instructions: 0x0100,
} as const;

function readComponents(data: ByteReader) {
  const parts: Component[] = [];
  let hasInstructions = false;
  for (;;) {
    const flags = data.uint16();
    const glyph = data.uint16();
    const offsetBytes = (flags & componentFlags.wordOffsets) === 0 ? 2 : 4;
    const transformBytes =
      (flags & componentFlags.scale) !== 0
        ? 2
        : (flags & componentFlags.twoScales) !== 0
          ? 4
          : (flags & componentFlags.matrix) !== 0
            ? 8
            : 0;
    parts.push({ flags, glyph, rest: data.bytes(offsetBytes + transformBytes) });
    hasInstructions ||= (flags & componentFlags.instructions) !== 0;
    if ((flags & componentFlags.more) === 0) return { parts, hasInstructions };
  }
}

function computeBox({ points }: Outline): Buffer {
  const [xs, ys]: [number[], number[]] = [[], []];
  let [x, y] = [0, 0];
  for (const { dx, dy } of points) {
    x += dx;
    y += dy;
    xs.push(x);
    ys.push(y);
  }
  const box = Buffer.alloc(8);
  for (const [index, value] of [
    Math.min(...xs),
    Math.min(...ys),
    Math.max(...xs),
    Math.max(...ys),
  ].entries()) {
    box.writeInt16BE(value, index * 2);
  }
  return box;
}
