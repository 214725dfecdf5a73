/** @file Turns a text into lines of known height, which only remain to be distributed over pages. */
import type { FontName, PageFonts } from './page-fonts.ts';
import { black, dim, margin, type PageLine, type PageSize, plainLine, type TextRun } from './page-line.ts';
import { toSettableText, wrapText } from './settable-text.ts';
import { tableLines } from './table-lines.ts';
import type { PageBlock, PageFact, TextPages } from './text-pages.ts';

const body = { size: 9.5, height: 14 } as const;
const termWidth = 150;
const original = { size: 8, height: 10.5, indent: 36 } as const;
/** Widths of Courier in em. */
const courierWidth = 0.6;
const pageNumberWidth = 90;
const tabCells = 4;
/** Facts up to this height in points are kept on one page. */
const maxKeptHeight = 350;

interface Style {
  readonly font: FontName;
  readonly size: number;
  readonly height: number;
  readonly grey: number;
  readonly isKeptWithNext?: boolean;
  readonly hasBar?: boolean;
}

const titleStyle: Style = { font: 'bold', size: 16, height: 22, grey: black, isKeptWithNext: true };
const subtitleStyle: Style = { font: 'regular', ...body, grey: dim };
const noticeStyle: Style = { font: 'bold', ...body, grey: black, hasBar: true };
const paragraphStyle: Style = { font: 'regular', ...body, grey: black };
const headingStyles = {
  1: { font: 'bold', size: 12, height: 18, grey: black, isKeptWithNext: true },
  2: { font: 'bold', size: 10, height: 15, grey: black, isKeptWithNext: true },
} as const satisfies Readonly<Record<1 | 2, Style>>;
export const footStyle = { size: 7.5, height: 10.5, grey: dim } as const;

/** Space before a line, with which it moves to the next page. */
const blank = (height: number): PageLine => plainLine(height, { isKeptWithNext: true });

/** True for a character that Courier shows in every reader. */
const isCourier = (character: string) => /^[\x20-\x7e\xa1-\xac\xae-\xff]$/.test(character);

export class LineBreaker {
  readonly #fonts: PageFonts;
  readonly #canSet: (character: string) => boolean;
  readonly #textWidth: number;

  constructor(fonts: PageFonts, { width }: PageSize) {
    this.#fonts = fonts;
    this.#textWidth = width - 2 * margin;
    this.#canSet = (character) => isCourier(character) || fonts.has(character);
  }

  /** Returns the lines of a text; they are produced one at a time, so that a caller can stop at a limit. */
  *linesOf({ title, subtitle, blocks }: TextPages): Generator<PageLine> {
    yield* this.#paragraph(title, titleStyle);
    yield* this.#paragraph(subtitle, subtitleStyle);
    yield blank(4);
    for (const block of blocks) yield* this.#block(block);
  }

  /** Returns lines of the foot, which leave room for the number of the page. */
  footLines(text: string): PageLine[] {
    return [...this.#paragraph(text, { font: 'regular', ...footStyle }, this.#textWidth - pageNumberWidth)];
  }

  *#block(block: PageBlock): Generator<PageLine> {
    switch (block.is) {
      case 'heading':
        yield blank(block.level === 1 ? 16 : 8);
        yield* this.#paragraph(block.text, headingStyles[block.level]);
        break;
      case 'paragraph':
        yield* this.#paragraph(block.text, paragraphStyle);
        break;
      case 'notice':
        yield blank(4);
        yield* this.#paragraph(block.text, noticeStyle);
        break;
      case 'facts':
        yield blank(4);
        yield* this.#facts(block.facts, block.isKeptTogether ?? false);
        break;
      case 'original':
        yield blank(4);
        yield* this.#original(block.text);
        break;
      case 'table':
        yield* tableLines(this.#fonts, block, this.#textWidth);
        break;
      case 'picture':
        yield blank(8);
        yield plainLine(block.height * this.#textWidth, { picture: block.png });
    }
  }

  *#paragraph(text: string, style: Style, width = this.#textWidth): Generator<PageLine> {
    const { font, size, height, grey, isKeptWithNext = false, hasBar = false } = style;
    for (const textLine of text.split('\n')) {
      const settable = toSettableText(textLine, this.#fonts.has);
      for (const wrapped of this.#wrap(settable.text, font, size, width - (hasBar ? 10 : 0))) {
        yield plainLine(height, {
          runs: [{ x: hasBar ? 10 : 0, text: wrapped, font, size, grey }],
          isKeptWithNext,
          hasBar,
          hasCodePoints: settable.hasCodePoints,
        });
      }
    }
  }

  *#facts(facts: readonly PageFact[], isKeptTogether: boolean): Generator<PageLine> {
    if (!isKeptTogether) {
      for (const fact of facts) yield* this.#fact(fact);
      return;
    }
    const lines = facts.flatMap((fact) => [...this.#fact(fact)]);
    const isShort = lines.length * body.height <= maxKeptHeight;
    for (const [index, line] of lines.entries())
      yield { ...line, isKeptWithNext: isShort && index < lines.length - 1 };
  }

  *#fact({ term, lines }: PageFact): Generator<PageLine> {
    const columns = [
      { x: 0, width: termWidth - 12, texts: [term], grey: dim },
      { x: termWidth, width: this.#textWidth - termWidth, texts: lines, grey: black },
    ].map(({ x, width, texts, grey }) =>
      texts.flatMap((text) => {
        const settable = toSettableText(text, this.#fonts.has);
        return this.#wrap(settable.text, 'regular', body.size, width).map((wrapped) => ({
          run: { x, text: wrapped, font: 'regular', size: body.size, grey } as const,
          hasCodePoints: settable.hasCodePoints,
        }));
      }),
    );
    const count = Math.max(...columns.map(({ length }) => length));
    for (let index = 0; index < count; index += 1) {
      const cells = columns.flatMap((column) => column[index] ?? []);
      yield plainLine(body.height, {
        runs: cells.map(({ run }) => run),
        hasCodePoints: cells.some(({ hasCodePoints }) => hasCodePoints),
      });
    }
  }

  #wrap(text: string, font: FontName, size: number, width: number): string[] {
    return wrapText(text, width, (part) => this.#fonts.widthOf(part, font, size));
  }

  *#original(text: string): Generator<PageLine> {
    const textLines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
    for (const [index, textLine] of textLines.entries()) {
      const settable = toSettableText(expandTabs(textLine), this.#canSet);
      let isFirst = true;
      for (const runs of this.#breakOriginal(settable.text)) {
        const label = String(index + 1);
        const x = original.indent - 8 - label.length * courierWidth * 6.5;
        const number: TextRun = { x, text: label, font: 'original', size: 6.5, grey: dim };
        yield plainLine(original.height, {
          runs: isFirst ? [number, ...runs] : runs,
          hasCodePoints: settable.hasCodePoints,
        });
        isFirst = false;
      }
    }
  }

  /** Breaks a line at the width of the page, anywhere: an original has no words. */
  *#breakOriginal(text: string): Generator<TextRun[]> {
    const { size, indent } = original;
    let runs: TextRun[] = [];
    let [x, start] = [0, 0];
    let [runText, runFont]: [string, TextRun['font']] = ['', 'original'];
    const endRun = () => {
      if (runText !== '') runs.push({ x: indent + start, text: runText, font: runFont, size, grey: black });
      [start, runText] = [x, ''];
    };
    for (const character of text) {
      const font = isCourier(character) ? 'original' : 'regular';
      const width = font === 'original' ? courierWidth * size : this.#fonts.widthOf(character, font, size);
      if (x + width > this.#textWidth - indent) {
        endRun();
        yield runs;
        [runs, x, start] = [[], 0, 0];
      }
      if (font !== runFont) endRun();
      runFont = font;
      runText += character;
      x += width;
    }
    endRun();
    yield runs;
  }
}

/** Replaces tabs by spaces up to the next column. */
function expandTabs(line: string): string {
  if (!line.includes('\t')) return line;
  let expanded = '';
  for (const part of line.split(/(?<=\t)/)) {
    const text = part.replace('\t', '');
    expanded += text;
    if (text !== part) expanded += ' '.repeat(tabCells - (expanded.length % tabCells));
  }
  return expanded;
}
