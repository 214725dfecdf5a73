/** @file Sets texts on A4 pages of a PDF, each with a foot and the number of the page. */
import { PDFDocument, PDFName, type PDFRef } from 'pdf-lib';
import { t } from '../../shared/messages/index.ts';
import { createPageFonts, fontKeys, type PageFonts } from './page-fonts.ts';
import { footStyle, LineBreaker, type PageLine, pageSize, type TextRun } from './page-lines.ts';
import type { TextPages } from './text-pages.ts';

/** Most pages of a text among others: longer texts are read on a screen. */
const maxPages = 500;
/** Most pages of a text that is a file of its own. */
const maxPagesOfFile = 2_000;

export interface PageSetter {
  /** Adds the pages of a text; adds none and returns `false` when they are more than `most`. */
  add(text: TextPages, most?: number): boolean;
  /** Embeds the fonts. Call once, after the last text. */
  finish(): void;
}

/** Returns a PDF of one text; `null` when the text has more than {@link maxPagesOfFile} pages. */
export async function createPagesPdf(text: TextPages): Promise<Uint8Array | null> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const setter = await createPageSetter(document);
  if (!setter.add(text, maxPagesOfFile)) return null;
  setter.finish();
  return document.save();
}

export async function createPageSetter(document: PDFDocument): Promise<PageSetter> {
  const fonts = await createPageFonts(document);
  const breaker = new LineBreaker(fonts);
  let resources: PDFRef | null = null;
  const { margin, width, height } = pageSize;

  function addPage(content: string): void {
    const { context } = document;
    resources ??= context.register(context.obj({ Font: { ...fonts.resources } }));
    const page = document.addPage([width, height]);
    page.node.set(PDFName.of('Resources'), resources);
    page.node.set(PDFName.of('Contents'), context.register(context.flateStream(content)));
  }

  return {
    add(text, most = maxPages) {
      const footLines = [text.foot.name, ...text.foot.lines].flatMap((line) => breaker.footLines(line));
      const note = breaker.footLines(t('pdfPages.codePoints'));
      const bottom = margin + (footLines.length + note.length) * footStyle.height + 6;
      const pages = distribute(breaker.linesOf(text), height - margin - bottom, most);
      if (pages === null) return false;
      for (const [index, lines] of pages.entries()) {
        const position = t('pdfPages.position', { page: index + 1, total: pages.length });
        const foot = lines.some(({ hasCodePoints }) => hasCodePoints) ? [...footLines, ...note] : footLines;
        const footTop = margin + foot.length * footStyle.height;
        addPage(
          [
            ...drawLines(fonts, lines, height - margin),
            `0.8 G 0.5 w ${margin} ${round(footTop + 4)} m ${round(width - margin)} ${round(footTop + 4)} l S`,
            ...drawLines(fonts, foot, footTop),
            drawPosition(fonts, position, footTop),
          ].join('\n'),
        );
      }
      return true;
    },
    finish() {
      if (resources !== null) fonts.embed();
    },
  };
}

/** Distributes lines over pages of `available` points; `null` when they do not fit on `most` pages. */
function distribute(lines: Iterable<PageLine>, available: number, most: number): PageLine[][] | null {
  let page: PageLine[] = [];
  const pages = [page];
  let used = 0;
  /** Lines that stay with the next line. */
  let kept: PageLine[] = [];
  for (const line of lines) {
    kept.push(line);
    if (line.isKeptWithNext) continue;
    const needed = kept.reduce((sum, { height }) => sum + height, 0);
    if (used + needed > available && page.length > 0) {
      if (pages.length === most) return null;
      page = [];
      pages.push(page);
      used = 0;
      // Space between blocks is of no use at the top of a page.
      while (kept[0]?.runs.length === 0 && kept.length > 1) kept.shift();
    }
    page.push(...kept);
    used += needed;
    kept = [];
  }
  page.push(...kept);
  return pages;
}

const round = (value: number) => Number(value.toFixed(2));

/** Draws lines downwards from `top`. */
function drawLines(fonts: PageFonts, lines: readonly PageLine[], top: number): string[] {
  let y = top;
  return lines.flatMap(({ height, runs, hasBar }) => {
    y -= height;
    // The baseline is above the bottom of the line by a quarter of its height.
    const baseline = y + height * 0.25;
    const bar = hasBar ? [`0.08 g ${pageSize.margin} ${round(y)} 2.5 ${height} re f`] : [];
    return [...bar, ...runs.map((run) => drawRun(fonts, run, baseline))];
  });
}

function drawRun(fonts: PageFonts, { x, text, font, size, grey }: TextRun, y: number): string {
  if (text === '') return '';
  const codes = font === 'original' ? Buffer.from(text, 'latin1').toString('hex') : fonts.encode(text, font);
  return [
    'BT',
    `/${fontKeys[font]} ${size} Tf`,
    `${grey} g`,
    `1 0 0 1 ${round(pageSize.margin + x)} ${round(y)} Tm`,
    `<${codes}>`,
    'Tj',
    'ET',
  ].join(' ');
}

/** Draws the number of the page at the right end of the first line of the foot. */
function drawPosition(fonts: PageFonts, text: string, footTop: number): string {
  const { size, grey, height } = footStyle;
  const x = pageSize.width - 2 * pageSize.margin - fonts.widthOf(text, 'regular', size);
  return drawRun(fonts, { x, text, font: 'regular', size, grey }, footTop - height + height * 0.25);
}
