/** @file Charts of a statement: keys, the live text, the chosen days, the drag, and the figures as a table. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ChartView } from '../../../src/renderer/features/statements/chart/ChartView.tsx';
import {
  type OpenedStatement,
  useViewerState,
  ViewerContext,
} from '../../../src/renderer/features/statements/grid/state/viewer-context.ts';
import { noColumn } from '../../../src/renderer/features/statements/interpretation/column-names.ts';
import type { StatementColumn } from '../../../src/shared/model/statements/open-statement.ts';
import type { Chart, ChartQuery } from '../../../src/shared/model/statements/statement-chart.ts';
import { openedOf } from '../../fakes/statements/opened-statement.ts';
import { installBridge } from '../fake-bridge.ts';
import { render } from '../render.tsx';
import { openViewerOf } from './open-viewer.ts';

const columns: readonly StatementColumn[] = [
  { ...noColumn, name: 'Date', kind: 'date', role: 'date' },
  { ...noColumn, name: 'Counterparty', kind: 'text', role: 'counterparty' },
  { ...noColumn, name: 'Amount', kind: 'number', role: 'amount', scale: 2, isSummed: true },
  { ...noColumn, name: 'Balance', kind: 'number', role: 'balance', scale: 2 },
];

const openViewer: OpenedStatement = {
  ...openViewerOf(
    columns.map(({ name }) => name),
    9,
  ),
  statement: null,
  opened: openedOf(columns, 9),
  table: { statements: [], left: [], repeated: 0 },
};

const point = (from: string, closing: number, least = closing, largest = closing, inQuestion = 0) => ({
  from,
  till: from,
  least: String(least),
  largest: String(largest),
  closing: String(closing),
  inQuestion,
});

const ofEuro = { group: '', currency: 'EUR', jumps: [] };
const january = { since: '2026-01-01', till: '2026-01-31' };

const balance: Chart = {
  kind: 'balance',
  scale: 2,
  omitted: 0,
  undated: 0,
  isOrdered: true,
  series: [
    {
      ...ofEuro,
      wallet: 'Operating 410023',
      rows: 7,
      jumps: [{ date: '2026-03-01', closing: '480000', opening: '500000' }],
      segments: [
        {
          ...january,
          points: [point('2026-01-05', 412_880), point('2026-01-19', 480_000, 380_000, 530_000)],
        },
        {
          since: '2026-03-01',
          till: '2026-03-31',
          points: [point('2026-03-04', 460_000), point('2026-03-20', 431_250, 431_250, 431_250, 1)],
        },
      ],
    },
    ...[
      { ...ofEuro, wallet: 'Payroll 410031', closing: 90_000 },
      { ...ofEuro, wallet: 'Dollars 410040', currency: 'USD', closing: 70_000 },
    ].map(({ closing, ...wallet }) => ({
      ...wallet,
      rows: 2,
      segments: [{ ...january, points: [point('2026-01-12', closing)] }],
    })),
  ],
};

const flows: Chart = {
  kind: 'flows',
  scale: 2,
  unit: 'month',
  undated: 1,
  hasTooMany: false,
  currencies: [
    {
      currency: 'EUR',
      periods: [
        { period: '2026-01', rows: 4, incoming: '125000', outgoing: '-57880', net: '67120' },
        { period: '2026-03', rows: 3, incoming: '10000', outgoing: '-58750', net: '-48750' },
      ],
    },
  ],
};

const parties: Chart = {
  kind: 'parties',
  scale: 2,
  hasTooMany: false,
  currencies: [
    {
      currency: 'EUR',
      incoming: {
        count: 3,
        total: '135000',
        parties: [
          { row: 1, name: 'Kärcher Hydraulik GmbH', rows: 2, amount: '100000', share: 741 },
          { row: 4, name: '', rows: 1, amount: '25000', share: 185 },
        ],
      },
      outgoing: { count: 0, total: '0', parties: [] },
    },
  ],
};

const charts = { balance, flows, parties } as const;

function Statement() {
  const viewer = useViewerState(openViewer);
  return (
    <ViewerContext value={viewer}>
      <ChartView />
      <output aria-label="Filter">{viewer.filterTexts.get(0) ?? ''}</output>
      <output aria-label="Shown">{`${viewer.mode} ${viewer.openedGroup?.name ?? ''}`}</output>
    </ViewerContext>
  );
}

/** Renders the charts; returns what main was asked for. */
function renderCharts(): ChartQuery[] {
  const queries: ChartQuery[] = [];
  installBridge({
    'viewer.view': () => ({ rows: 9, hits: 0, cells: 0 }),
    'viewer.query': (args) => {
      if (args.action !== 'chart') throw new Error(`No answer for ${args.action}`);
      queries.push(args.query);
      return charts[args.query.kind];
    },
  });
  render(<Statement />);
  return queries;
}

const chart = page.getByRole('slider');
const reading = page.getByRole('status').first();
const filter = page.getByRole('status', { name: 'Filter' });

async function choose(label: string, option: string): Promise<void> {
  await userEvent.click(page.getByRole('button', { name: new RegExp(`${label}$`) }));
  await userEvent.click(page.getByRole('option', { name: option, exact: true }));
}

test('arrow keys, Home and End move the marker, and a live text reads its figures', async () => {
  renderCharts();
  await expect.element(chart).toHaveAccessibleName('Balance over time, EUR');
  await userEvent.tab();
  while (document.activeElement?.getAttribute('role') !== 'slider') await userEvent.tab();
  await expect.element(reading).toHaveTextContent('20 Mar 2026 4,312.50 EUR, 1 balance does not add up');
  await expect.element(chart).toHaveAttribute('aria-valuetext', '20 Mar 2026');
  await userEvent.keyboard('{Home}');
  await expect.element(reading).toHaveTextContent('5 Jan 2026 4,128.80 EUR');
  await expect.element(chart).toHaveAttribute('aria-valuenow', '1');
  await userEvent.keyboard('{ArrowRight}');
  await expect
    .element(reading)
    .toHaveTextContent('19 Jan 2026 4,800.00 EUR, lowest 3,800.00, highest 5,300.00');
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowLeft}');
  await expect.element(reading).toHaveTextContent('4 Mar 2026 4,600.00 EUR');
});

test('Shift and arrow keys choose days, Enter filters the dates, Escape gives up', async () => {
  renderCharts();
  await expect.element(chart).toBeVisible();
  chart.element().focus();
  await userEvent.keyboard('{Home}{Shift>}{ArrowRight}{/Shift}');
  await expect
    .element(reading)
    .toHaveTextContent('5 to 19 Jan 2026 chosen. Press Enter to show only these days.');
  await userEvent.keyboard('{Escape}');
  await expect
    .element(reading)
    .toHaveTextContent('19 Jan 2026 4,800.00 EUR, lowest 3,800.00, highest 5,300.00');
  await expect.element(filter).toHaveTextContent('');
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}{Enter}');
  await expect.element(filter).toHaveTextContent('2026-01-19..2026-03-04');
  await expect.element(chart).toHaveFocus();
  await expect.element(page.getByText('Only 19 Jan 2026 to 4 Mar 2026')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Show all dates' }));
  await expect.element(filter).toHaveTextContent('');
});

test('a drag filters the dates from the first to the last point under it', async () => {
  renderCharts();
  await expect.element(chart).toBeVisible();
  const findArea = () => document.querySelector('.u-over');
  await expect.poll(findArea).not.toBeNull();
  const over = findArea();
  if (over === null) throw new Error('The chart is not drawn');
  await userEvent.dragAndDrop(over, over, {
    sourcePosition: { x: 4, y: 40 },
    targetPosition: { x: over.clientWidth / 4, y: 60 },
  });
  await expect.element(filter).toHaveTextContent('2026-01-05..2026-01-19');
  await userEvent.click(page.getByRole('button', { name: 'Show rows' }));
  await expect.element(page.getByRole('status', { name: 'Shown' })).toHaveTextContent('rows');
});

test('the figures of a chart are a table, with missing statements and balances that do not continue', async () => {
  renderCharts();
  await userEvent.click(page.getByRole('button', { name: 'Figures as a table' }));
  const table = page.getByRole('table', { name: 'Figures as a table' });
  const rows = table
    .getByRole('row')
    .elements()
    .map((row) => row.textContent);
  expect(rows).toEqual([
    'Balance ofDateLowestHighestClosingCheck',
    'Operating 4100235 Jan 20264,128.804,128.804,128.80',
    'Operating 41002319 Jan 20263,800.005,300.004,800.00',
    'Feb 2026: no statement',
    '1 Mar 2026: starts with 5,000.00 EUR, but the statement before ended with 4,800.00 EUR',
    'Operating 4100234 Mar 20264,600.004,600.004,600.00',
    'Operating 41002320 Mar 20264,312.504,312.504,312.501 balance does not add up',
    'Payroll 41003112 Jan 2026900.00900.00900.00',
  ]);
  await choose('Currency', 'USD');
  await expect.element(table.getByRole('row').last()).toHaveTextContent('12 Jan 2026700.00700.00700.00');
  await choose('Chart', 'In and out');
  await expect.element(table.getByRole('row').last()).toHaveTextContent('Mar 20263100.00−587.50−487.50');
  await expect.element(page.getByText('1 row without a date is not in the chart.')).toBeVisible();
});

test('the chosen period is asked for, and the largest counterparties open their rows', async () => {
  const queries = renderCharts();
  await choose('Chart', 'In and out');
  await choose('Period', 'Week');
  await expect.poll(() => queries.at(-1)).toEqual({ kind: 'flows', amount: 2, date: 0, unit: 'week' });
  await choose('Chart', 'Largest counterparties');
  const incoming = page.getByRole('table', { name: 'Incoming' });
  await expect
    .element(incoming.getByRole('row').nth(1))
    .toHaveTextContent('Kärcher Hydraulik GmbH1,000.0074.1 %');
  await expect.element(incoming.getByRole('row').nth(3)).toHaveTextContent('1 other100.007.4 %');
  await expect
    .element(incoming.getByRole('row').last())
    .toHaveTextContent('Total of 3 counterparties1,350.00100.0 %');
  await userEvent.click(incoming.getByRole('button', { name: 'Empty' }));
  await expect.element(page.getByRole('status', { name: 'Shown' })).toHaveTextContent('rows Empty, EUR');
});

test('a chart is drawn again in the colours of another theme', async () => {
  renderCharts();
  await expect.element(chart).toBeVisible();
  const canvas = () => chart.element().querySelector('canvas')?.toDataURL() ?? '';
  await expect.poll(canvas).not.toBe('');
  const light = canvas();
  document.documentElement.classList.add('dark');
  await expect.poll(canvas).not.toBe(light);
  document.documentElement.classList.remove('dark');
  await expect.poll(canvas).toBe(light);
});
