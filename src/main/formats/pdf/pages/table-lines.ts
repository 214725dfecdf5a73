/** @file Lines of a table: cells are wrapped, never cut, and the header stands on each page. */

import { t } from '../../../../shared/messages/index.ts';
import type { FontName, PageFonts } from './page-fonts.ts';
import { black, dim, type PageLine, plainLine, type TextRun } from './page-line.ts';
import { toSettableText, wrapText } from './settable-text.ts';
import type { PageTable } from './text-pages.ts';

/** Widths that a column needs, in points. */
interface NeededWidth {
  /** Width in which no cell is broken. */
  readonly full: number;
  /** Width below which the column can't be read. */
  readonly least: number;
}

/** Columns that stand side by side. */
interface ColumnPanel {
  /** Indexes of the columns. */
  readonly columns: readonly number[];
  /** Their widths, in points. */
  readonly widths: readonly number[];
}

/** Space between two columns, in points. */
const columnGap = 8;

/** Divides the room among columns: each gets what it needs, and the widest ones share what is left. */
function shareRoom(needed: readonly NeededWidth[], room: number): number[] {
  const widths = needed.map(({ full }) => full);
  const byNeed = [...needed.keys()].sort((a, b) => (widths[a] ?? 0) - (widths[b] ?? 0));
  let left = room;
  for (const [place, index] of byNeed.entries()) {
    const share = left / (byNeed.length - place);
    const { full, least } = needed[index] ?? { full: 0, least: 0 };
    const width = Math.min(full, Math.max(least, share));
    widths[index] = width;
    left -= width;
  }
  return widths;
}

/** Fills panels from left to right. The first column is repeated in each panel, because it names the row. */
function layOutPanels(needed: readonly NeededWidth[], textWidth: number): ColumnPanel[] {
  const chosen: number[][] = [];
  let panel: number[] = [];
  let used = 0;
  for (const [index, { least }] of needed.entries()) {
    const isFull = panel.length > (chosen.length === 0 ? 0 : 1) && used + least + columnGap > textWidth;
    if (isFull) {
      chosen.push(panel);
      panel = [0];
      used = needed[0]?.least ?? 0;
    }
    used += least + (panel.length === 0 ? 0 : columnGap);
    panel.push(index);
  }
  chosen.push(panel);
  return chosen.map((columns) => {
    const own = columns.flatMap((index) => needed[index] ?? []);
    return { columns, widths: shareRoom(own, textWidth - columnGap * (columns.length - 1)) };
  });
}

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
