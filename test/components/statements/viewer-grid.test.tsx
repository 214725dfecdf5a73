/** @file The grid of a statement's rows: keys, focus, selection, and what a screen reader announces. */
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  useViewerState,
  ViewerContext,
} from '../../../src/renderer/features/statements/grid/state/viewer-context.ts';
import { ViewerGrid } from '../../../src/renderer/features/statements/grid/ViewerGrid.tsx';
import { installBridge } from '../fake-bridge.ts';
import { focusedRow, isFocusedRowVisible } from '../focused-row.ts';
import { render } from '../render.tsx';
import { openViewerOf } from './open-viewer.ts';

const hundredThousand = 100_000;
const names = ['Date', 'Text', 'Amount'];

interface StatementProps {
  readonly names: readonly string[];
  readonly rowCount: number;
}

function Statement({ names, rowCount }: StatementProps) {
  const [openViewer] = useState(() => ({
    ...openViewerOf(names, rowCount),
    lengths: names.map((name) => (name === 'Text' ? 20 : 10)),
  }));
  const viewer = useViewerState(openViewer);
  return (
    <ViewerContext value={viewer}>
      <ViewerGrid />
      <output>{viewer.selected} selected</output>
    </ViewerContext>
  );
}

const grid = page.getByRole('grid', { name: 'Rows of the statement' });
const cell = (text: string) => grid.getByRole('gridcell', { name: text, exact: true });
const selected = page.getByRole('status');

function renderStatement(columnNames: readonly string[] = names, rowCount = hundredThousand): void {
  installBridge({
    'viewer.view': () => ({ rows: rowCount, hits: 0, cells: 0 }),
    'viewer.query': (args) => {
      if (args.action !== 'window') throw new Error(`No answer for ${args.action}`);
      const length = Math.min(args.limit, rowCount - args.offset);
      return {
        rows: Array.from({ length }, (_, index) => args.offset + index).map((row) => ({
          row,
          cells: columnNames.map((name) => `${name} ${row + 1}`),
          ragged: false,
          unread: [],
          origin: null,
          isRepeated: false,
          states: {},
        })),
      };
    },
  });
  render(<Statement names={columnNames} rowCount={rowCount} />);
}

/** Focuses the second cell of the first row. */
async function focusCell(): Promise<void> {
  await userEvent.click(cell('Text 1'));
  await expect.element(cell('Text 1')).toHaveFocus();
}

async function expectFocusAfter(keys: string, text: string): Promise<void> {
  await userEvent.keyboard(keys);
  await expect.element(cell(text)).toHaveFocus();
  await expect.poll(isFocusedRowVisible, { message: keys }).toBe(true);
}

test('keys move the focus over 100,000 rows, of which only those around the visible ones are in the document', async () => {
  renderStatement();
  await focusCell();
  await expectFocusAfter('{ArrowDown}{ArrowRight}', 'Amount 2');
  await expectFocusAfter('{Home}', 'Date 2');
  await expectFocusAfter('{End}', 'Amount 2');
  await expectFocusAfter('{Control>}{End}{/Control}', 'Amount 100000');
  expect(focusedRow()).toBe(hundredThousand + 2);
  expect(grid.getByRole('row').elements().length).toBeLessThan(40);
  await expect.element(grid).toHaveAttribute('aria-rowcount', '100002');
  await userEvent.keyboard('{PageUp}');
  await expect.poll(focusedRow).toBeLessThan(hundredThousand);
  await expectFocusAfter('{Control>}{Home}{/Control}', 'Date 1');
});

test('columns and rows have headers with names, and the head sorts', async () => {
  renderStatement();
  const header = grid.getByRole('columnheader', { name: /Amount/ });
  await expect.element(header).toHaveAttribute('aria-colindex', '4');
  await expect.element(header).toHaveAttribute('aria-sort', 'none');
  await userEvent.click(grid.getByRole('button', { name: 'Amount', exact: true }));
  await expect.element(header).toHaveAttribute('aria-sort', 'ascending');
  await expect
    .element(grid.getByRole('rowheader', { name: 'Select row 3' }))
    .toHaveAttribute('aria-colindex', '1');
});

test('Shift and Space selects a row, Ctrl and A selects all rows and then none', async () => {
  renderStatement();
  await focusCell();
  await userEvent.keyboard('{ArrowDown}{Shift>} {/Shift}');
  await expect.element(selected).toHaveTextContent('1 selected');
  await expect.element(grid.getByRole('row', { selected: true })).toHaveAttribute('aria-rowindex', '4');
  await userEvent.keyboard('{Control>}a{/Control}');
  await expect.element(selected).toHaveTextContent('100000 selected');
  await userEvent.keyboard('{Control>}a{/Control}');
  await expect.element(selected).toHaveTextContent('0 selected');
});

test('a sideways scroll ends where a column begins, and never half covers one', async () => {
  const wideNames = ['Date', ...Array.from({ length: 20 }, (_, index) => `Column ${index}`)];
  renderStatement(wideNames);
  await expect.element(cell('Column 1 1')).toBeInTheDocument();
  const element = grid.element().parentElement;
  if (element === null) throw new Error('The grid does not scroll');
  const numbers = () => grid.getByRole('columnheader').first().element().getBoundingClientRect().right;
  const isHalfCovered = () =>
    [...element.querySelectorAll('[role="columnheader"][aria-sort]')].some((header) => {
      const { left, right } = header.getBoundingClientRect();
      return left < numbers() - 1 && right > numbers() + 1;
    });
  await userEvent.wheel(grid, { delta: { x: 130 } });
  await expect.poll(() => element.scrollLeft).toBeGreaterThan(0);
  await expect.poll(isHalfCovered).toBe(false);
});

test('in a million rows a wheel scrolls by pixels, and afterwards the scroll bar moves without the rows', async () => {
  renderStatement(names, 1_000_000);
  await expect.element(cell('Text 1')).toBeInTheDocument();
  const element = grid.element().parentElement;
  if (element === null) throw new Error('The grid does not scroll');
  /** Pixels above the visible part, by the row that begins it. */
  const readListTop = () => {
    const rows = [...element.querySelectorAll('[data-row]')];
    const top = element.getBoundingClientRect().top + 64;
    const row = rows.find((candidate) => candidate.getBoundingClientRect().bottom > top);
    if (row === undefined) return null;
    return Number(row.getAttribute('data-row')) * 32 + top - row.getBoundingClientRect().top;
  };
  element.scrollTo({ top: element.scrollHeight / 2 });
  await expect.poll(readListTop).toBeGreaterThan(15_000_000);
  const listTop = readListTop() ?? 0;
  const { scrollTop } = element;
  for (let frame = 0; frame < 10; frame += 1) {
    element.scrollBy({ top: 300 });
    await new Promise(requestAnimationFrame);
  }
  await expect.poll(readListTop).toBe(listTop + 3_000);
  await expect.poll(() => element.scrollTop).toBeLessThan(scrollTop + 1_000);
  expect(Math.abs((readListTop() ?? 0) - listTop - 3_000)).toBeLessThan(1);
});
