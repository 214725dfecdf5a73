import { expect, test } from 'vitest';
import type { ExportSource } from '../../../../src/main/features/statements/grid/export-description.ts';
import {
  maxPageRows,
  maxPrintedRows,
  type PagesDeps,
  setView,
} from '../../../../src/main/features/statements/grid/viewer-pages.ts';
import type { TextPages } from '../../../../src/main/formats/pdf/pages/text-pages.ts';

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

function createDeps(pdf: Uint8Array<ArrayBuffer> | null) {
  const set: TextPages[] = [];
  const deps: PagesDeps & Pick<ExportSource, 'callOpen'> = {
    clock: { now: () => 0 },
    info: { osUser: 'anna', version: '1.0.0' },
    async *readCells(_, rows) {
      for (const row of rows) yield [`cell ${row}`];
    },
    callOpen: () => Promise.reject(new Error('No column has sums')),
    renderPages: async (text) => {
      set.push(text);
      return pdf;
    },
  };
  return { deps, set };
}

test('rows at the limit are all set', async () => {
  const { deps, set } = createDeps(new Uint8Array(1));
  await setView(deps, described(maxPrintedRows), [0], maxPrintedRows);
  const table = set[0]?.blocks.find((block) => block.is === 'table');
  expect(table?.rows).toHaveLength(maxPrintedRows);
  expect(table?.rows.at(-1)).toEqual(['2,000', 'cell 1999']);
});

test('ticks, labels and notes follow the columns of a row', async () => {
  const { deps, set } = createDeps(new Uint8Array(1));
  const further = { names: ['Ticked', 'Note'], cellsOf: (row: number) => [`by anna ${row}`, 'Note'] };
  await setView(deps, { ...described(2), further }, [0], maxPageRows);
  const table = set[0]?.blocks.find((block) => block.is === 'table');
  expect(table?.columns.map(({ name }) => name).slice(-2)).toEqual(['Ticked', 'Note']);
  expect(table?.rows.at(-1)).toEqual(['2', 'cell 1', 'by anna 1', 'Note']);
});

test('more rows are refused with their number, before anything is set', async () => {
  const { deps, set } = createDeps(new Uint8Array(1));
  await expect(setView(deps, described(maxPageRows + 1), [0], maxPageRows)).rejects.toMatchObject({
    code: 'pages-too-many',
    details: { rows: maxPageRows + 1, max: maxPageRows },
  });
  expect(set).toEqual([]);
});

test('rows that need too many pages are refused', async () => {
  const { deps } = createDeps(null);
  await expect(setView(deps, described(1), [0], maxPageRows)).rejects.toMatchObject({
    code: 'pages-too-many',
  });
});
