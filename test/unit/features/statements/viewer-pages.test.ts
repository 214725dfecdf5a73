import { expect, test } from 'vitest';
import type { ExportSource } from '../../../../src/main/features/statements/grid/export-description.ts';
import {
  describeViewPages,
  maxPageRows,
  maxPrintedRows,
  type PagesDeps,
} from '../../../../src/main/features/statements/grid/viewer-pages.ts';

const opened = {
  handle: 1,
  profileId: 'p',
  statementIds: [1],
  columns: [],
  columnNames: ['Date'],
  rows: 100_000,
};
const described = (rows: number) => ({
  opened,
  rows: Uint32Array.from({ length: rows }, (_, row) => row),
  facts: [],
  filters: [],
  statements: [],
  further: null,
});

const deps: PagesDeps & Pick<ExportSource, 'callOpen'> = {
  clock: { now: () => 0 },
  info: { osUser: 'anna', version: '1.0.0' },
  async *readCells(_, rows) {
    for (const row of rows) yield [`cell ${row}`];
  },
  callOpen: () => Promise.reject(new Error('No column has sums')),
};

async function describeTable(...args: Parameters<typeof describeViewPages>) {
  const { blocks } = await describeViewPages(...args);
  return blocks.find((block) => block.is === 'table');
}

test('rows at the limit are all on pages', async () => {
  const table = await describeTable(deps, described(maxPrintedRows), [0], maxPrintedRows);
  expect(table?.rows).toHaveLength(maxPrintedRows);
  expect(table?.rows.at(-1)).toEqual(['2,000', 'cell 1999']);
});

test('ticks and notes follow the columns of a row', async () => {
  const further = { names: ['Ticked', 'Note'], cellsOf: (row: number) => [`by anna ${row}`, 'Note'] };
  const table = await describeTable(deps, { ...described(2), further }, [0], maxPageRows);
  expect(table?.columns.map(({ name }) => name).slice(-2)).toEqual(['Ticked', 'Note']);
  expect(table?.rows.at(-1)).toEqual(['2', 'cell 1', 'by anna 1', 'Note']);
});

test('more rows are refused with their number', async () => {
  await expect(describeViewPages(deps, described(maxPageRows + 1), [0], maxPageRows)).rejects.toMatchObject({
    code: 'pages-too-many',
    details: { rows: maxPageRows + 1, max: maxPageRows },
  });
});
