/** @file Widths of the columns of a printed table, and the columns that stand side by side on one page. */

/** Widths that a column needs, in points. */
export interface NeededWidth {
  /** Width in which no cell is broken. */
  readonly full: number;
  /** Width below which the column can't be read. */
  readonly least: number;
}

/** Columns that stand side by side. */
export interface ColumnPanel {
  /** Indexes of the columns. */
  readonly columns: readonly number[];
  /** Their widths, in points. */
  readonly widths: readonly number[];
}

/** Space between two columns, in points. */
export const columnGap = 8;

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
export function layOutPanels(needed: readonly NeededWidth[], textWidth: number): ColumnPanel[] {
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
