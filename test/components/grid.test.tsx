/** @file The list with virtual rows: keys, focus, selection, and what a screen reader announces. */
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Column, RowAction } from '../../src/renderer/components/data-grid/columns.ts';
import { DataGrid } from '../../src/renderer/components/data-grid/DataGrid.tsx';
import { wholeRows } from '../../src/renderer/components/data-grid/paged-rows.ts';
import { Icon } from '../../src/renderer/components/layout/Icon.tsx';
import { focusedRow, isFocusedRowVisible } from './focused-row.ts';
import { render } from './render.tsx';

interface Payment {
  readonly id: number;
  readonly file: string;
}

const columns: readonly Column<Payment>[] = [
  { id: 'file', label: 'File', width: 'rest', sortable: true, cell: ({ file }) => file },
  { id: 'number', label: 'Number', width: 90, align: 'right', cell: ({ id }) => id },
];

const idOf = ({ id }: Payment) => id;
const rowActions = ({ file }: Payment): readonly RowAction[] => [
  { id: 'retry', icon: 'retry', label: `Retry ${file}`, onPress: () => {} },
];

const createPayments = (count: number): readonly Payment[] =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, file: `payment-${index + 1}.pdf` }));

interface ListProps {
  readonly payments: readonly Payment[];
  readonly onOpen?: (payment: Payment) => void;
}

function List({ payments, onOpen = () => {} }: ListProps) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const idsBetween = (first: number, last: number) => payments.slice(first, last + 1).map(idOf);
  return (
    <>
      <DataGrid
        label="Payments"
        columns={columns}
        rows={wholeRows('payments', payments)}
        idOf={idOf}
        selection={{
          ids,
          onChange: setIds,
          onSelectAll: () => setIds(new Set(payments.map(idOf))),
          range: async (first, last) => idsBetween(first, last),
        }}
        sort={{ by: 'file', descending: false }}
        onSort={() => {}}
        onOpen={onOpen}
        rowActions={rowActions}
      />
      <output>{ids.size} selected</output>
    </>
  );
}

const grid = page.getByRole('grid', { name: 'Payments' });
const rowOf = (id: number) => grid.getByRole('row', { name: new RegExp(`payment-${id}\\.pdf`) });

/** Moves the focus to the rows: past the check box of the head. */
async function tabToRows(): Promise<void> {
  await expect.element(grid).toBeVisible();
  await userEvent.keyboard('{Tab}{Tab}');
  await expect.poll(focusedRow).toBe(2);
}

/** Presses keys and expects the focus on a row, in view. `place` counts rows from 1 without the head. */
async function expectFocusAfter(keys: string, place: number): Promise<void> {
  await userEvent.keyboard(keys);
  await expect.poll(focusedRow, { message: keys }).toBe(place + 1);
  await expect.poll(isFocusedRowVisible, { message: keys }).toBe(true);
}

test('keys move the focus through 100,000 rows, of which only those around the view are in the document', async () => {
  render(<List payments={createPayments(100_000)} />);
  await tabToRows();
  await expectFocusAfter('{ArrowDown}{ArrowDown}{ArrowDown}', 4);
  await expectFocusAfter('{ArrowUp}', 3);
  await expectFocusAfter('{End}', 100_000);
  await expectFocusAfter('{ArrowDown}', 100_000);
  const visibleRows = Math.floor(((grid.element().parentElement?.clientHeight ?? 0) - 32) / 32);
  await expectFocusAfter('{PageUp}', 100_000 - visibleRows + 1);
  await expectFocusAfter('{Home}', 1);
  await expectFocusAfter('{PageDown}', visibleRows);
  await expectFocusAfter('{End}', 100_000);
  expect(grid.getByRole('row').elements().length).toBeLessThan(60);
  expect(grid.element().ariaRowCount).toBe('100001');
  await expect.element(rowOf(100_000)).toHaveAttribute('aria-rowindex', '100001');
  // After scrolling away with the scroll bar, the Tab key returns to the row.
  grid.element().parentElement?.scrollTo({ top: 0 });
  await expect.element(rowOf(1)).toBeVisible();
  expect(focusedRow()).toBe(100_001);
});

const nextFrame = () => new Promise(requestAnimationFrame);

/** Waits until a change of size, and the scrolling that follows from it, are painted. */
async function nextFrames(): Promise<void> {
  for (let frame = 0; frame < 4; frame += 1) await nextFrame();
}

test('the last of 300,000 rows stays in view while the list becomes higher and lower', async () => {
  render(<List payments={createPayments(300_000)} />);
  await tabToRows();
  await expectFocusAfter('{End}', 300_000);
  const scroller = grid.element().parentElement;
  if (scroller === null) throw new Error('The grid is not in a scroller');
  scroller.scrollTo({ top: scroller.scrollHeight });
  for (const height of [400, 405, 380, 383, 300]) {
    scroller.style.maxHeight = `${height}px`;
    // The browser may move the end back to where it was before the list hears of its size.
    scroller.scrollTo({ top: scroller.scrollHeight });
    await expect.poll(() => scroller.clientHeight).toBe(height);
    await nextFrames();
    expect(isFocusedRowVisible(), `${height} px`).toBe(true);
  }
});

test('rows and columns have names, positions and an order for screen readers, and an arrow for the order', async () => {
  render(
    <>
      <List payments={createPayments(3)} />
      <p>
        <Icon name="sort-up" />
      </p>
    </>,
  );
  const header = grid.getByRole('columnheader', { name: 'File' });
  await expect.element(grid).toHaveAttribute('aria-colcount', '3');
  await expect.element(header).toHaveAttribute('aria-sort', 'ascending');
  const arrow = header.element().querySelector('svg')?.innerHTML;
  expect(arrow).toBe(page.getByRole('paragraph').element().querySelector('svg')?.innerHTML);
  for (const [element, attribute, value] of [
    [grid.getByRole('columnheader', { name: 'Number' }), 'aria-colindex', '3'],
    [grid.getByRole('row', { name: 'Select all rows File Number' }), 'aria-rowindex', '1'],
    [rowOf(2), 'aria-rowindex', '3'],
    [rowOf(2).getByRole('gridcell', { name: '2', exact: true }), 'aria-colindex', '3'],
  ] as const) {
    await expect.element(element).toHaveAttribute(attribute, value);
  }
});

test('Shift extends the selection from its start, Space toggles a row, and Ctrl and A selects all rows', async () => {
  render(<List payments={createPayments(100)} />);
  const selected = page.getByRole('status');
  await tabToRows();
  await userEvent.keyboard('{ArrowDown}{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  await expect.element(selected).toHaveTextContent('3 selected');
  await expect.element(rowOf(2)).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}');
  await expect.element(selected).toHaveTextContent('2 selected');
  await userEvent.keyboard(' ');
  await expect.element(selected).toHaveTextContent('1 selected');
  await userEvent.keyboard('{Control>}a{/Control}');
  await expect.element(selected).toHaveTextContent('100 selected');
  await expect
    .element(grid.getByRole('checkbox', { name: 'Select all rows' }))
    .toHaveAttribute('aria-checked', 'true');
});

test('the focus stays on its row when a refresh replaces, moves or removes rows', async () => {
  const payments = createPayments(100);
  const update = render(<List payments={payments} />);
  await tabToRows();
  await expectFocusAfter('{ArrowDown}{ArrowDown}', 3);
  update(<List payments={payments.map((payment) => ({ ...payment, file: `new-${payment.file}` }))} />);
  await expect.element(rowOf(3)).toHaveTextContent('new-payment-3.pdf3');
  await expect.element(rowOf(3)).toHaveFocus();
  update(<List payments={[{ id: 999, file: 'first.pdf' }, ...payments]} />);
  await expect.element(rowOf(3)).toHaveFocus();
  await expect.poll(focusedRow).toBe(5);
  update(<List payments={payments.filter(({ id }) => id !== 3)} />);
  await expect.poll(focusedRow).toBe(5);
  expect(isFocusedRowVisible()).toBe(true);
});

test('Enter opens the row, and the right arrow reaches its buttons', async () => {
  const opened: number[] = [];
  render(<List payments={createPayments(5)} onOpen={({ id }) => opened.push(id)} />);
  await tabToRows();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(opened).toEqual([2]);
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByRole('button', { name: 'Retry payment-2.pdf' })).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(rowOf(2)).toHaveFocus();
});

test('only the row at the pointer and the row in the tab order have buttons', async () => {
  render(<List payments={createPayments(20)} />);
  const buttonsOf = (row: number) => rowOf(row).getByRole('button', { includeHidden: true });
  await expect.element(rowOf(5)).toBeVisible();
  await expect.element(buttonsOf(5)).not.toBeInTheDocument();
  await rowOf(5).hover();
  await expect.element(page.getByRole('button', { name: 'Retry payment-5.pdf' })).toBeVisible();
  await rowOf(6).hover();
  await expect.element(page.getByRole('button', { name: 'Retry payment-6.pdf' })).toBeVisible();
  await expect.element(buttonsOf(5)).not.toBeInTheDocument();
  await expect.element(buttonsOf(1)).toBeInTheDocument();
});

test('a column that the right edge cuts is faded until the list is scrolled to its end', async () => {
  render(
    <div style={{ width: '200px', display: 'flex', flex: 1 }}>
      <List payments={createPayments(3)} />
    </div>,
  );
  const grid = document.querySelector('[data-part="grid"]');
  const scroll = document.querySelector('[data-part="grid-scroll"]');
  if (grid === null || scroll === null) throw new Error('No grid is rendered');
  await expect.poll(() => grid.hasAttribute('data-hidden-columns')).toBe(true);
  scroll.scrollLeft = scroll.scrollWidth;
  await expect.poll(() => grid.hasAttribute('data-hidden-columns')).toBe(false);
});

test('a column that becomes too wide for the list is faded', async () => {
  const renderWithWidth = (width: number) => (
    <div style={{ width: '400px', display: 'flex', flex: 1 }}>
      <DataGrid
        label="Payments"
        columns={[{ id: 'number', label: 'Number', width, cell: ({ id }: Payment) => id }]}
        rows={wholeRows('payments', createPayments(3))}
        idOf={idOf}
      />
    </div>
  );
  const update = render(renderWithWidth(90));
  await expect.element(page.getByRole('gridcell').first()).toBeVisible();
  const grid = document.querySelector('[data-part="grid"]');
  expect(grid?.hasAttribute('data-hidden-columns')).toBe(false);
  update(renderWithWidth(900));
  await expect.poll(() => grid?.hasAttribute('data-hidden-columns')).toBe(true);
});
