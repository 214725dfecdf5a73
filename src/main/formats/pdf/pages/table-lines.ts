/** @file Lines of a table: cells are wrapped, never cut, and the header stands on each page. */
import { t } from '../../../../shared/messages/index.ts';
import type { FontName, PageFonts } from './page-fonts.ts';
import { black, dim, type PageLine, plainLine, type TextRun } from './page-line.ts';
import { toSettableText, wrapText } from './settable-text.ts';
import { type ColumnPanel, columnGap, layOutPanels, type NeededWidth } from './table-columns.ts';
import type { PageTable } from './text-pages.ts';

const size = 7.5;
const lineHeight = 10;
/** Space between the text of a row and the line below it. */
const rowPadding = 3;
const leastWidth = 44;
/** Rows up to this height in points stay on one page. */
const maxKeptHeight = 200;
const panelHeading = { size: 9, height: 16 } as const;

/** A cell as it is set. */
interface SetCell {
  readonly lines: readonly string[];
  readonly hasCodePoints: boolean;
}

export function* tableLines(fonts: PageFonts, table: PageTable, textWidth: number): Generator<PageLine> {
  const widthOf = (text: string, font: FontName = 'regular') => fonts.widthOf(text, font, size);
  const needed = table.columns.map(({ name }, index): NeededWidth => {
    let full = widthOf(name, 'bold');
    for (const row of table.rows) {
      for (const line of (row[index] ?? '').split('\n')) full = Math.max(full, widthOf(line));
    }
    // A word may be a little wider than the sum of its letters is exact.
    full = Math.min(textWidth, full + 0.5);
    return { full, least: Math.min(full, leastWidth) };
  });
  const panels = layOutPanels(needed, textWidth);
  for (const panel of panels) {
    if (panels.length > 1) yield* headingOf(panel, table.columns.length);
    yield* panelLines(fonts, table, panel);
  }
}

/** Says which columns follow. */
function* headingOf({ columns }: ColumnPanel, count: number): Generator<PageLine> {
  const [first = 0, second = 0] = columns;
  const from = first === 0 && second > 1 ? second : first;
  const text = t('pdfPages.columns', { from: from + 1, to: (columns.at(-1) ?? 0) + 1, count });
  const run: TextRun = { x: 0, text, font: 'bold', size: panelHeading.size, grey: black };
  yield plainLine(panelHeading.height, { isKeptWithNext: true });
  yield plainLine(panelHeading.height, { runs: [run], isKeptWithNext: true });
}

function* panelLines(fonts: PageFonts, table: PageTable, panel: ColumnPanel): Generator<PageLine> {
  const offsets: number[] = [];
  let left = 0;
  for (const width of panel.widths) {
    offsets.push(left);
    left += width + columnGap;
  }

  function setCell(text: string, width: number, font: FontName): SetCell {
    const settable = toSettableText(text.replaceAll('\r', '').replaceAll('\n', ' ⏎ '), fonts.has);
    const widthOf = (part: string) => fonts.widthOf(part, font, size);
    const lines = widthOf(settable.text) <= width ? [settable.text] : wrapText(settable.text, width, widthOf);
    return { lines, hasCodePoints: settable.hasCodePoints };
  }

  function rowLines(texts: readonly string[], font: FontName, grey: number): PageLine[] {
    const cells = panel.columns.map((column, index) =>
      setCell(texts[column] ?? '', panel.widths[index] ?? 0, font),
    );
    const count = Math.max(...cells.map(({ lines }) => lines.length));
    const isShort = count * lineHeight <= maxKeptHeight;
    return Array.from({ length: count }, (_, line) => {
      const isLast = line === count - 1;
      const padding = isLast ? rowPadding : line === 0 ? rowPadding / 2 : 0;
      return plainLine(lineHeight + padding, {
        runs: cells.flatMap(({ lines }, index): TextRun[] => {
          const text = lines[line] ?? '';
          if (text === '') return [];
          const isAtEnd = table.columns[panel.columns[index] ?? 0]?.isAtEnd === true;
          const room = (panel.widths[index] ?? 0) - fonts.widthOf(text, font, size);
          return [{ x: (offsets[index] ?? 0) + (isAtEnd ? room : 0), text, font, size, grey }];
        }),
        isKeptWithNext: isShort && !isLast,
        hasRule: isLast,
        hasCodePoints: cells.some(({ hasCodePoints }) => hasCodePoints),
      });
    });
  }

  const header = rowLines(
    table.columns.map(({ name }) => name),
    'bold',
    dim,
  ).map((line): PageLine => ({ ...line, isKeptWithNext: true }));
  yield plainLine(6, { isKeptWithNext: true });
  yield* header;
  for (const row of table.rows) {
    for (const line of rowLines(row, 'regular', black)) yield { ...line, header };
  }
}
