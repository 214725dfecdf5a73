/** @file A page for comparison: a list of the same cells without a framework shows how many frames the machine can draw. */
import { chromium } from '@playwright/test';
import { recordFrames, scrollList, takeFrames } from '../e2e/launch/watch-window.ts';
import { findChromium } from '../host/chromium.ts';

interface ListSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Shows 250,000 rows of twelve columns and a row number in the page. The number and the last two columns are pinned. Rows that
 * leave the visible part get the texts of those that enter it.
 */
function showPlainList({ width, height }: ListSize): void {
  const rowHeight = 32;
  const overscan = 4;
  const rowCount = 250_000;
  const columns = [92, 105, 179, 179, 136, 80, 160, 90, 110, 80, 120, 100, 100];
  const scroller = document.body.appendChild(document.createElement('div'));
  scroller.dataset['part'] = 'grid-scroll';
  scroller.style.cssText = `width:${width}px;height:${height}px;overflow:auto;position:relative;font:13px/31px sans-serif`;
  const canvas = scroller.appendChild(document.createElement('div'));
  const rowWidth = columns.reduce((sum, column) => sum + column, 0);
  canvas.style.cssText = `width:${rowWidth}px;height:${rowCount * rowHeight}px;position:relative`;
  const texts = (row: number) => [
    String(row + 1),
    `2026-01-${String(1 + (row % 28)).padStart(2, '0')}`,
    'Lampwright Instruments',
    `Invoice ${(row * 31) % 100_000}`,
    `PX2610${String(row).padStart(8, '0')}`,
    'PAYMENT',
    `DE00000000000000${String(row).padStart(6, '0')}`,
    'EUR',
    '2026-01-15',
    `00${row % 977}`,
    `some note ${row % 13}`,
    `${row}.00`,
    `${row * 7}.00`,
  ];
  const rows = Array.from({ length: Math.ceil(height / rowHeight) + 2 * overscan + 1 }, () => {
    const element = canvas.appendChild(document.createElement('div'));
    element.style.cssText = `position:absolute;display:flex;height:${rowHeight}px`;
    const cells = columns.map((columnWidth, column) => {
      const cell = element.appendChild(document.createElement('div'));
      const right = { 11: 100, 12: 0 }[column];
      const side = column === 0 ? 'left:0' : right === undefined ? '' : `right:${right}px`;
      const pinned = side === '' ? '' : `position:sticky;${side};z-index:1;background:white`;
      cell.style.cssText = `box-sizing:border-box;flex:none;width:${columnWidth}px;padding:0 8px;border-bottom:1px solid #ddd;overflow:clip;white-space:nowrap;text-overflow:ellipsis;${pinned}`;
      return cell.appendChild(document.createTextNode(''));
    });
    return { element, cells, shown: -1 };
  });
  const show = () => {
    const first = Math.max(0, Math.floor(scroller.scrollTop / rowHeight) - overscan);
    for (let index = first; index < first + rows.length; index += 1) {
      const row = rows[index % rows.length];
      if (row === undefined || row.shown === index) continue;
      row.shown = index;
      row.element.style.top = `${index * rowHeight}px`;
      texts(index).forEach((text, column) => {
        const cell = row.cells[column];
        if (cell !== undefined) cell.data = text;
      });
    }
  };
  scroller.addEventListener('scroll', show);
  show();
}

/** Scrolls a plain list of the given size; returns the milliseconds between frames, or `null` without Chromium. */
export async function scrollPlainList(
  size: ListSize,
  options: Parameters<typeof scrollList>[0],
): Promise<readonly number[] | null> {
  const executablePath = findChromium();
  if (executablePath === null) return null;
  const browser = await chromium.launch({ executablePath });
  try {
    const page = await browser.newPage();
    await page.evaluate(showPlainList, size);
    await page.evaluate(recordFrames);
    await page.evaluate(scrollList, options);
    return await page.evaluate(takeFrames);
  } finally {
    await browser.close();
  }
}
