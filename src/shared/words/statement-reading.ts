/** @file Messages about how a statement file is read: options, columns, and cells that could not be read. */
import { counted } from './count.ts';

const cell = { one: 'cell', other: 'cells' };

export const statementReadingMessages = {
  unread: {
    amount: 'could not be read as an amount',
    date: 'could not be read as a date',
    /** `columns` are the first of those concerned, each with its count. */
    cells: (cells: number, columns: readonly string[]) =>
      `${counted(cells, cell)} could not be read: ${columns.join(', ')}`,
    inColumn: (cells: string, column: string) => `${cells} in ${column}`,
    moreColumns: (columns: number) => counted(columns, { one: 'more column', other: 'more columns' }),
    show: 'Show rows',
  },
} as const;
