/** @file Sets texts on A4 pages of a PDF, each with a foot and the number of the page. */
import { PDFDocument, type PDFImage, PDFName, type PDFRef } from 'pdf-lib';
import { t } from '../../../../shared/messages/index.ts';
import { footStyle, LineBreaker } from './line-breaker.ts';
import { createPageFonts, fontKeys, type PageFonts } from './page-fonts.ts';
import { landscape, margin, type PageLine, type PageSize, portrait, type TextRun } from './page-line.ts';
import type { TextPages } from './text-pages.ts';

/** Most pages of a text among others: longer texts are read on a screen. */
const maxPages = 500;
/** Most pages of a text that is a file of its own. */
const maxPagesOfFile = 2_000;

export interface PageSetter {
  /** Adds the pages of a text; adds none and returns `false` when they are more than `most`. */
  add(text: TextPages, most?: number): Promise<boolean>;
  /** Embeds the fonts. Call once, after the last text. */
  finish(): void;
}

/** Returns a PDF of one text; `null` when the text has more than {@link maxPagesOfFile} pages. */
export async function createPagesPdf(text: TextPages): Promise<Uint8Array | null> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const setter = await createPageSetter(document);
  if (!(await setter.add(text, maxPagesOfFile))) return null;
  setter.finish();
  return document.save();
}

export async function createPageSetter(document: PDFDocument): Promise<PageSetter> {
  const fonts = await createPageFonts(document);
  let resources: PDFRef | null = null;

  /** Adds a page with images, whose names in `content` are their positions. */
  function addPage({ width, height }: PageSize, content: string, images: readonly PDFImage[]): void {
    const { context } = document;
    resources ??= context.register(context.obj({ ...fonts.resources }));
    const page = document.addPage([width, height]);
    const xObjects = Object.fromEntries(images.map(({ ref }, index) => [imageKey(index), ref]));
    page.node.set(PDFName.of('Resources'), context.obj({ Font: resources, XObject: xObjects }));
    page.node.set(PDFName.of('Contents'), context.register(context.flateStream(content)));
  }

  return {
    async add(text, most = maxPages) {
      const size = text.isLandscape === true ? landscape : portrait;
      const { width, height } = size;
      const breaker = new LineBreaker(fonts, size);
      const footLines = [text.foot.name, ...text.foot.lines].flatMap((line) => breaker.footLines(line));
      const note = breaker.footLines(t('pdfPages.codePoints'));
      const bottom = margin + (footLines.length + note.length) * footStyle.height + 6;
      const pages = distribute(breaker.linesOf(text), height - margin - bottom, most);
      if (pages === null) return false;
      for (const [index, lines] of pages.entries()) {
        const position = t('pdfPages.position', { page: index + 1, total: pages.length });
        const foot = lines.some(({ hasCodePoints }) => hasCodePoints) ? [...footLines, ...note] : footLines;
        const footTop = margin + foot.length * footStyle.height;
        const pictures = lines.flatMap(({ picture }) => picture ?? []);
        const images = await Promise.all(pictures.map((png) => document.embedPng(png)));
        addPage(
          size,
          [
            ...drawLines(fonts, lines, size),
            `0.8 G 0.5 w ${margin} ${round(footTop + 4)} m ${round(width - margin)} ${round(footTop + 4)} l S`,
            ...drawLines(fonts, foot, { width, height: footTop + margin }),
            drawPosition(fonts, position, { width, height: footTop }),
          ].join('\n'),
          images,
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
    if (used + heightOf(kept) > available && page.length > 0) {
      if (pages.length === most) return null;
      page = [];
      pages.push(page);
      used = 0;
      // Space between blocks is of no use at the top of a page.
      while (kept[0] !== undefined && isSpace(kept[0]) && kept.length > 1) kept.shift();
      kept.unshift(...(kept[0]?.header ?? []));
    }
    page.push(...kept);
    used += heightOf(kept);
    kept = [];
  }
  page.push(...kept);
  return pages;
}

const heightOf = (lines: readonly PageLine[]) => lines.reduce((sum, { height }) => sum + height, 0);

const isSpace = ({ runs, picture }: PageLine) => runs.length === 0 && picture === null;

const imageKey = (index: number) => `Picture${index}`;

const round = (value: number) => Number(value.toFixed(2));

/** Draws lines downwards from the margin at the top. */
function drawLines(fonts: PageFonts, lines: readonly PageLine[], { width, height: top }: PageSize): string[] {
  const [left, right] = [margin, round(width - margin)];
  let y = top - margin;
  let pictures = 0;
  return lines.flatMap(({ height, runs, hasBar, hasRule, picture }) => {
    y -= height;
    const below = round(y);
    const marks = [
      ...(hasBar ? [`0.08 g ${left} ${below} 2.5 ${height} re f`] : []),
      ...(hasRule ? [`0.85 G 0.4 w ${left} ${below} m ${right} ${below} l S`] : []),
    ];
    if (picture !== null) {
      const matrix = [round(width - 2 * margin), 0, 0, round(height), left, below];
      marks.push('q', `${matrix.join(' ')} cm`, `/${imageKey(pictures)} Do`, 'Q');
      pictures += 1;
    }
    // The baseline is above the bottom of the line by a quarter of its height.
    const baseline = y + height * 0.25;
    return [...marks, ...runs.map((run) => drawRun(fonts, run, baseline))];
  });
}

function drawRun(fonts: PageFonts, { x, text, font, size, grey }: TextRun, y: number): string {
  if (text === '') return '';
  const codes = font === 'original' ? Buffer.from(text, 'latin1').toString('hex') : fonts.encode(text, font);
  return [
    'BT',
    `/${fontKeys[font]} ${size} Tf`,
    `${grey} g`,
    `1 0 0 1 ${round(margin + x)} ${round(y)} Tm`,
    `<${codes}>`,
    'Tj',
    'ET',
  ].join(' ');
}

/** Draws the number of the page at the right end of the first line of the foot. */
function drawPosition(fonts: PageFonts, text: string, { width, height: footTop }: PageSize): string {
  const { size, grey, height } = footStyle;
  const x = width - 2 * margin - fonts.widthOf(text, 'regular', size);
  return drawRun(fonts, { x, text, font: 'regular', size, grey }, footTop - height + height * 0.25);
}
