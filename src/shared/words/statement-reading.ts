/** @file Messages about how a statement file is read: options, columns, and cells that could not be read. */
import type { ColumnRole, StatementEncoding, StatementSeparator } from '../model/review.ts';
import { counted, formatList, formatNumber } from './count.ts';

const cell = { one: 'cell', other: 'cells' };
const line = { one: 'line', other: 'lines' };

const encodingNames = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
  'windows-1250': 'Windows-1250',
  'iso-8859-15': 'ISO-8859-15',
  shift_jis: 'Shift_JIS',
  gb18030: 'GB18030',
  'windows-1251': 'Windows-1251',
  'koi8-r': 'KOI8-R',
} as const satisfies Record<StatementEncoding, string>;

const encodings = {
  'utf-8': encodingNames['utf-8'],
  'utf-16le': encodingNames['utf-16le'],
  'utf-16be': encodingNames['utf-16be'],
  'windows-1252': `${encodingNames['windows-1252']} (Western European)`,
  'windows-1250': `${encodingNames['windows-1250']} (Central European)`,
  'iso-8859-15': `${encodingNames['iso-8859-15']} (Western European)`,
  shift_jis: `${encodingNames.shift_jis} (Japanese)`,
  gb18030: `${encodingNames.gb18030} (Chinese)`,
  'windows-1251': `${encodingNames['windows-1251']} (Cyrillic)`,
  'koi8-r': `${encodingNames['koi8-r']} (Russian)`,
} as const satisfies Record<StatementEncoding, string>;

const separators = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Pipe',
} as const satisfies Record<StatementSeparator, string>;

const roles = {
  date: 'Booking date',
  'value-date': 'Value date',
  reference: 'Reference',
  amount: 'Amount',
  debit: 'Debit',
  credit: 'Credit',
  direction: 'Debit or credit',
  fee: 'Fee',
  balance: 'Balance',
  'opening-balance': 'Opening balance',
  'closing-balance': 'Closing balance',
  currency: 'Currency',
  counterparty: 'Counterparty',
  description: 'Description',
  wallet: 'Wallet ID',
  company: 'Company ID',
} as const satisfies Record<ColumnRole, string>;

export const statementReadingMessages = {
  title: 'How the file is read',
  lead: 'Check the preview, then apply. The file itself never changes.',
  cancel: 'Cancel',
  apply: 'Apply',
  reset: 'Use what Paydesk finds',
  found: (word: string) => `${word} (found)`,
  /** Opens the dialog. */
  open: (encoding: StatementEncoding) => `${encodingNames[encoding]}…`,
  encoding: 'Encoding',
  encodings,
  separator: 'Delimiter',
  separators,
  decimals: 'Decimal sign',
  decimalSigns: { found: 'By column (found)', point: 'Point', comma: 'Comma' },
  dates: 'Date order',
  dateOrders: { found: 'By column (found)', 'day-first': 'Day first', 'month-first': 'Month first' },
  header: {
    label: 'Header',
    lead: 'The row that names the columns. Rows above the header are no data.',
    none: 'No header',
    noneLead: 'Every row is data.',
    row: (row: number) => `Row ${formatNumber(row + 1)}`,
    found: 'found',
    empty: 'empty row',
    emptyFile: 'The file is empty.',
    rowLabel: (row: string, cells: readonly string[], more: number) =>
      `${row}: ${cells.length === 0 ? 'empty row' : cells.join(', ')}${more > 0 ? `, ${formatNumber(more)} more` : ''}`,
    moreCells: (cells: number) => `+${formatNumber(cells)}`,
  },
  columns: {
    label: (columns: number) => `Columns (${formatNumber(columns)})`,
    name: 'Column',
    type: 'Type',
    role: 'Role',
    typeOf: (column: string) => `Type of ${column}`,
    roleOf: (column: string) => `Role of ${column}`,
    more: (next: number, rest: number) =>
      next === rest
        ? `Show ${counted(next, { one: 'more column', other: 'more columns' })}`
        : `Show ${formatNumber(next)} of ${formatNumber(rest)} more columns`,
    types: {
      text: 'Text',
      number: 'Number',
      'number-point': 'Number, decimal point',
      'number-comma': 'Number, decimal comma',
      date: 'Date',
      'date-day-first': 'Date, day first',
      'date-month-first': 'Date, month first',
    },
    undecided: 'Ambiguous format',
    roles,
    noRole: 'No role',
    menu: 'Type and role…',
    dialog: (column: string) => `Type and role of ${column}`,
  },
  preview: {
    label: 'Preview',
    none: 'No rows of data under these options.',
    loading: 'Loading preview',
    more: (columns: number) => `${formatNumber(columns)} more columns are not in the preview.`,
  },
  remembered: {
    kept: 'Used for all statements of this wallet that have the same columns.',
    forgotten: 'Applying forgets your choice for this wallet.',
    applied: 'Read as chosen for this wallet',
    forget: 'Forget choice',
    unfit: 'Your choice for this wallet was not applied',
    unfitLead:
      'The columns of this file differ from those you chose it for. Paydesk read the file by what it finds.',
  },
  doubt: {
    title: 'Check how this file is read',
    encoding: (encoding: string) => `The encoding is a guess: ${encoding}.`,
    header: (row: string) => `The header is a guess: ${row}.`,
    noHeader: 'No header was found.',
    act: 'How the file is read',
  },
  linesBefore: {
    header: (lines: number) => `${counted(lines, line)} before the header`,
    data: (lines: number) => `${counted(lines, line)} before the rows`,
    lead: 'These lines are no rows of the statement, and are in no sum.',
    some: (shown: number, of: number) => `The first ${formatNumber(shown)} of ${counted(of, line)}.`,
    label: 'Lines',
    copy: 'Copy lines',
    close: 'Close',
  },
  ambiguous: {
    numbers: (columns: readonly string[]) => `Ambiguous numbers in ${formatList(columns)}`,
    dates: (columns: readonly string[]) => `Ambiguous dates in ${formatList(columns)}`,
    point: 'Point is decimal',
    comma: 'Comma is decimal',
    'day-first': 'Day first',
    'month-first': 'Month first',
  },
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
