/**
 * @file Fonts of the pages that Paydesk sets. Inter is embedded with the glyphs that the pages use, and Noto Sans with those of
 * Chinese, Japanese and Korean characters; Courier, one of the fonts that every reader of PDFs has, sets the letters of
 * Western Europe in originals.
 */
import { type PDFDocument, type PDFRef, PDFString } from 'pdf-lib';
import { findCjkGlyph, loadCjkGlyphs } from './cjk-font.ts';
import { boldFontBytes, regularFontBytes } from './font-bytes.ts';
import { combineGlyphs, type GlyphOfFont, readDeflatedFont, type TrueTypeFont } from './truetype.ts';

export type FontName = 'regular' | 'bold';

/** Fonts that are embedded in the PDF. */
type EmbeddedName = FontName | 'cjk';

/** A part of a text in one font. */
interface EncodedText {
  /** Name of the font in content streams. */
  readonly fontKey: string;
  /** Codes in hex, as an operand of a content stream. */
  readonly codes: string;
  /** True for a bold text in a font that has no bold glyphs. */
  readonly isThickened: boolean;
}

export interface PageFonts {
  /** Reads the glyphs of texts. Call before the texts are measured. */
  load(texts: Iterable<string>): Promise<void>;
  /** True when a font has the character, and the character is visible and needs no shaping. */
  has(character: string): boolean;
  /** Width of a text in points. */
  widthOf(text: string, font: FontName, size: number): number;
  /** Returns the parts of a text, each in one font. */
  encode(text: string, font: FontName): EncodedText[];
  /** Font resources of the pages. They are complete after `embed`. */
  readonly resources: PDFRef;
  /** Embeds the glyphs of all encoded texts. Call once, after the last text. */
  embed(): void;
}

/** Names of the fonts in content streams. */
export const fontKeys = {
  regular: 'Inter',
  bold: 'InterBold',
  cjk: 'NotoSans',
  original: 'Courier',
} as const;

const baseNames: Readonly<Record<EmbeddedName, string>> = {
  regular: 'PAYDSK+Inter-Regular',
  bold: 'PAYDSK+Inter-SemiBold',
  cjk: 'PAYDSK+NotoSans-Regular',
};

/** Characters that need shaping, or that would be invisible. */
const unsettable = /[\p{M}\p{C}\p{Zl}\p{Zp}]/u;

/** True for texts outside the ranges of Latin, Greek and Cyrillic letters and of their punctuation. */
const maybeCjk = /[^\0-\u10ff\u1e00-\u20ff]/;

/** Fonts are read once for each thread. */
const loaded = new Map<FontName, Promise<TrueTypeFont>>();

function loadFont(name: FontName): Promise<TrueTypeFont> {
  const font = loaded.get(name) ?? readDeflatedFont(name === 'bold' ? boldFontBytes : regularFontBytes);
  loaded.set(name, font);
  return font;
}

/** Characters of one font with their codes in content streams, and their glyphs by code. */
interface UsedCharacters {
  readonly codes: Map<string, number>;
  readonly glyphs: GlyphOfFont[];
}

const noCharacters = (): UsedCharacters => ({ codes: new Map(), glyphs: [] });

export async function createPageFonts(document: PDFDocument): Promise<PageFonts> {
  const { context } = document;
  const fonts = { regular: await loadFont('regular'), bold: await loadFont('bold') };
  const used = { regular: noCharacters(), bold: noCharacters(), cjk: noCharacters() };
  const resources = context.nextRef();

  /** Returns the code of a character that is used for the first time. Code 0 is the empty glyph. */
  function addCharacter(name: EmbeddedName, character: string, found: GlyphOfFont): number {
    const { codes, glyphs } = used[name];
    if (glyphs.length === 0) glyphs.push({ font: found.font, glyph: 0 });
    const code = glyphs.length;
    glyphs.push(found);
    codes.set(character, code);
    return code;
  }

  /** Returns the font of a character and its code. */
  function encodeCharacter(character: string, name: FontName): [EmbeddedName, number] {
    const own = used[name].codes.get(character);
    if (own !== undefined) return [name, own];
    const cjk = used.cjk.codes.get(character);
    if (cjk !== undefined) return ['cjk', cjk];
    const codePoint = codePointOf(character);
    const font = fonts[name];
    const glyph = font.findGlyph(codePoint);
    const found = glyph === undefined ? findCjkGlyph(codePoint) : undefined;
    if (found !== undefined) return ['cjk', addCharacter('cjk', character, found)];
    return [name, addCharacter(name, character, { font, glyph: glyph ?? 0 })];
  }

  function embedFont(name: EmbeddedName): PDFRef | null {
    const { codes, glyphs } = used[name];
    const [first] = glyphs;
    if (first === undefined) return null;
    const { font } = first;
    const perMille = (units: number) => Math.round((units * 1000) / font.unitsPerEm);
    const numbers = glyphs.map(({ glyph }) => glyph);
    const file = name === 'cjk' ? combineGlyphs(glyphs) : font.subset(new Set(numbers));
    const descriptor = context.obj({
      Type: 'FontDescriptor',
      FontName: baseNames[name],
      Flags: 4,
      FontBBox: font.box.map(perMille),
      ItalicAngle: 0,
      Ascent: perMille(font.ascent),
      Descent: perMille(font.descent),
      CapHeight: perMille(font.ascent),
      StemV: name === 'bold' ? 120 : 80,
      FontFile2: context.register(context.flateStream(file, { Length1: file.length })),
    });
    // Characters of one font may share a glyph, so each has a code of its own: text is read back exactly.
    const glyphMap = context.flateStream(Buffer.from(numbers.map(hex).join(''), 'hex'));
    const descendant = context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: baseNames[name],
      CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
      CIDToGIDMap: name === 'cjk' ? 'Identity' : context.register(glyphMap),
      FontDescriptor: context.register(descriptor),
      W: [0, glyphs.map(({ font: own, glyph }) => perMille(own.advanceOf(glyph)))],
    });
    return context.register(
      context.obj({
        Type: 'Font',
        Subtype: 'Type0',
        BaseFont: baseNames[name],
        Encoding: 'Identity-H',
        DescendantFonts: [context.register(descendant)],
        ToUnicode: context.register(context.flateStream(formatUnicodeMap([...codes.keys()]))),
      }),
    );
  }

  return {
    async load(texts) {
      const codePoints = new Set<number>();
      for (const text of texts) {
        if (!maybeCjk.test(text)) continue;
        for (const character of text.normalize('NFC')) codePoints.add(codePointOf(character));
      }
      const { findGlyph } = fonts.regular;
      await loadCjkGlyphs([...codePoints].filter((codePoint) => findGlyph(codePoint) === undefined));
    },
    has(character) {
      const codePoint = codePointOf(character);
      if (unsettable.test(character)) return false;
      return fonts.regular.findGlyph(codePoint) !== undefined || findCjkGlyph(codePoint) !== undefined;
    },
    widthOf(text, name, size) {
      const font = fonts[name];
      let units = 0;
      for (const character of text) {
        const codePoint = codePointOf(character);
        const glyph = font.findGlyph(codePoint);
        units += glyph === undefined ? cjkAdvanceOf(codePoint) * font.unitsPerEm : font.advanceOf(glyph);
      }
      return (units * size) / font.unitsPerEm;
    },
    encode(text, name) {
      const parts: EncodedText[] = [];
      let [current, codes]: [EmbeddedName, string] = [name, ''];
      const endPart = () => {
        const isThickened = name === 'bold' && current === 'cjk';
        if (codes !== '') parts.push({ fontKey: fontKeys[current], codes, isThickened });
        codes = '';
      };
      for (const character of text) {
        const [font, code] = encodeCharacter(character, name);
        if (font !== current) endPart();
        current = font;
        codes += hex(code);
      }
      endPart();
      return parts;
    },
    resources,
    embed() {
      const courier = context.obj({
        Type: 'Font',
        Subtype: 'Type1',
        BaseFont: 'Courier',
        Encoding: 'WinAnsiEncoding',
      });
      const entries = (['regular', 'bold', 'cjk'] as const).flatMap((name) => {
        const font = embedFont(name);
        return font === null ? [] : [[fontKeys[name], font] as const];
      });
      const all = Object.fromEntries([...entries, [fontKeys.original, context.register(courier)]]);
      context.assign(resources, context.obj(all));
    },
  };
}

const codePointOf = (character: string) => character.codePointAt(0) ?? 0;

/** Width of a character that Inter lacks, in em. */
function cjkAdvanceOf(codePoint: number): number {
  const found = findCjkGlyph(codePoint);
  return found === undefined ? 0 : found.font.advanceOf(found.glyph) / found.font.unitsPerEm;
}

const hex = (value: number) => value.toString(16).padStart(4, '0').toUpperCase();

const utf16 = (text: string) =>
  Array.from({ length: text.length }, (_, index) => hex(text.charCodeAt(index))).join('');

/** Most entries of one section of a character map. */
const maxSectionEntries = 100;

/** Maps codes from 1 to characters, so that text can be searched and copied. */
function formatUnicodeMap(characters: readonly string[]): string {
  const entries = characters.map((character, index) => `<${hex(index + 1)}> <${utf16(character)}>`);
  const sections: string[] = [];
  for (let start = 0; start < entries.length; start += maxSectionEntries) {
    const section = entries.slice(start, start + maxSectionEntries);
    sections.push(`${section.length} beginbfchar\n${section.join('\n')}\nendbfchar`);
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <0000> <FFFF> endcodespacerange',
    ...sections,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
}
