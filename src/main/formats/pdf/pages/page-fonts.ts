/**
 * @file Fonts of the pages that Paydesk sets. Inter is embedded with the glyphs that the pages use; Courier, one of the
 * fonts that every reader of PDFs has, sets the letters of Western Europe in originals.
 */
import { type PDFDocument, type PDFRef, PDFString } from 'pdf-lib';
import { boldFontBytes, regularFontBytes } from './compiled/font-bytes.ts';
import { readTrueTypeFont, type TrueTypeFont } from './truetype.ts';

export type FontName = 'regular' | 'bold';

export interface PageFonts {
  /** True when Inter has the character, and the character is visible and needs no shaping. */
  has(character: string): boolean;
  /** Width of a text in points. */
  widthOf(text: string, font: FontName, size: number): number;
  /** Returns the codes of a text in hex, as an operand of a content stream. */
  encode(text: string, font: FontName): string;
  /** Resource dictionary of the pages, by the names in {@link fontKeys}. */
  readonly resources: Readonly<Record<string, PDFRef>>;
  /** Embeds the glyphs of all encoded texts. Call once, after the last text. */
  embed(): void;
}

/** Names of the fonts in content streams. */
export const fontKeys = { regular: 'Inter', bold: 'InterBold', original: 'Courier' } as const;

const baseNames: Readonly<Record<FontName, string>> = {
  regular: 'PAYDSK+Inter-Regular',
  bold: 'PAYDSK+Inter-SemiBold',
};

/** Characters that need shaping, or that would be invisible. */
const unsettable = /[\p{M}\p{C}\p{Zl}\p{Zp}]/u;

/** Fonts are read once for each thread. */
const loaded = new Map<FontName, Promise<TrueTypeFont>>();

function loadFont(name: FontName): Promise<TrueTypeFont> {
  const font = loaded.get(name) ?? readTrueTypeFont(name === 'bold' ? boldFontBytes : regularFontBytes);
  loaded.set(name, font);
  return font;
}

/** Characters of one font, in the order of their first use. Their positions are their codes in content streams. */
type UsedCharacters = Map<string, number>;

export async function createPageFonts(document: PDFDocument): Promise<PageFonts> {
  const { context } = document;
  const fonts = { regular: await loadFont('regular'), bold: await loadFont('bold') };
  const used: Record<FontName, UsedCharacters> = { regular: new Map([['', 0]]), bold: new Map([['', 0]]) };
  const resources = {
    [fontKeys.regular]: context.nextRef(),
    [fontKeys.bold]: context.nextRef(),
    [fontKeys.original]: context.register(
      context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Courier', Encoding: 'WinAnsiEncoding' }),
    ),
  };

  function embedFont(name: FontName): void {
    const font = fonts[name];
    const characters = [...used[name].keys()];
    const glyphs = characters.map((character) => glyphOf(font, character));
    const perMille = (units: number) => Math.round((units * 1000) / font.unitsPerEm);
    const file = font.subset(new Set(glyphs));
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
    const descendant = context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: baseNames[name],
      CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
      // Characters may share a glyph, so each has a code of its own: text is read back exactly.
      CIDToGIDMap: context.register(context.flateStream(Buffer.from(glyphs.map(hex).join(''), 'hex'))),
      FontDescriptor: context.register(descriptor),
      W: [0, glyphs.map((glyph) => perMille(font.advanceOf(glyph)))],
    });
    context.assign(
      resources[fontKeys[name]],
      context.obj({
        Type: 'Font',
        Subtype: 'Type0',
        BaseFont: baseNames[name],
        Encoding: 'Identity-H',
        DescendantFonts: [context.register(descendant)],
        ToUnicode: context.register(context.flateStream(formatUnicodeMap(characters))),
      }),
    );
  }

  return {
    has: (character) =>
      !unsettable.test(character) && fonts.regular.findGlyph(character.codePointAt(0) ?? 0) !== undefined,
    widthOf(text, name, size) {
      const font = fonts[name];
      let units = 0;
      for (const character of text) units += font.advanceOf(glyphOf(font, character));
      return (units * size) / font.unitsPerEm;
    },
    encode(text, name) {
      let codes = '';
      for (const character of text) {
        const code = used[name].get(character) ?? used[name].size;
        used[name].set(character, code);
        codes += hex(code);
      }
      return codes;
    },
    resources,
    embed() {
      embedFont('regular');
      embedFont('bold');
    },
  };
}

const glyphOf = (font: TrueTypeFont, character: string) => font.findGlyph(character.codePointAt(0) ?? 0) ?? 0;

const hex = (value: number) => value.toString(16).padStart(4, '0').toUpperCase();

const utf16 = (text: string) =>
  Array.from({ length: text.length }, (_, index) => hex(text.charCodeAt(index))).join('');

/** Most entries of one section of a character map. */
const maxSectionEntries = 100;

/** Maps codes to characters, so that text can be searched and copied. */
function formatUnicodeMap(characters: readonly string[]): string {
  const entries = characters.map((character, code) => `<${hex(code)}> <${utf16(character)}>`).slice(1);
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
