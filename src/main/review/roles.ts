/** @file Which column is what: by its name, and by what it holds. A guess is only made where just one column fits. */
import type { Column, Table } from './table.ts';

/** What a column can be for the checks. */
export interface Roles {
  readonly date: number | null;
  readonly reference: number | null;
  readonly amount: number | null;
  readonly balance: number | null;
  readonly currency: number | null;
  readonly wallet: number | null;
  readonly company: number | null;
}

const names = {
  date: /^(booking|transaction|posting|value|entry)?[\s_-]*date$|^(buchungs)?(datum|tag)$|^fecha$|^data$|^created[\s_-]*at$/i,
  reference:
    /^(transaction|payment)?[\s_-]*(reference|ref|id|number|no)\.?$|^referenz$|^verwendung|^referencia$|^riferimento$/i,
  amount: /^(transaction|booked)?[\s_-]*amount\b|^betrag|^montant|^importe|^importo|^umsatz$/i,
  balance: /balance|^saldo|^solde/i,
  currency:
    /^(transaction|wallet)?[\s_-]*(currency|ccy|curr)\.?( code)?$|^währung$|^devise$|^moneda$|^divisa$/i,
  /** The currency in some countries, the value date in German ones. */
  currencyOrDate: /^valuta$/i,
  wallet: /^wallet([\s_-]*(id|number|no))?\.?$/i,
  company: /^company([\s_-]*id)?$/i,
} as const;

/** What of a table tells the roles. */
type NamedTable = Pick<Table, 'rows' | 'columns' | 'cells'>;

function find(columns: readonly Column[], name: RegExp, kind: Column['kind'] | null): number | null {
  const found = columns.findIndex(
    (column) => name.test(column.name) && (kind === null || column.kind === kind),
  );
  return found < 0 ? null : found;
}

function only(columns: readonly Column[], kind: Column['kind']): number | null {
  const first = columns.findIndex((column) => column.kind === kind);
  return first >= 0 && first === columns.findLastIndex((column) => column.kind === kind) ? first : null;
}

/** Rows that tell whether a column holds codes of currencies. */
const sampleRows = 400;

/** Whether the first cells of a column that are not empty are codes of three letters. */
function holdsCodes(table: NamedTable, column: number): boolean {
  const first = Array.from({ length: Math.min(table.rows, sampleRows) }, (_, row) =>
    (table.cells(row)[column] ?? '').trim(),
  );
  const given = first.filter((cell) => cell !== '');
  return given.length > 0 && given.every((cell) => /^[a-z]{3}$/i.test(cell));
}

function currencyOf(table: NamedTable): number | null {
  const named = find(table.columns, names.currency, null);
  if (named !== null) return named;
  const maybe = find(table.columns, names.currencyOrDate, 'text');
  return maybe !== null && holdsCodes(table, maybe) ? maybe : null;
}

/** Finds out the roles. */
export function rolesOf(table: NamedTable): Roles {
  const { columns } = table;
  const balance = find(columns, names.balance, 'number');
  return {
    date: find(columns, names.date, 'date') ?? only(columns, 'date'),
    reference: find(columns, names.reference, null),
    amount: find(columns, names.amount, 'number') ?? (balance === null ? only(columns, 'number') : null),
    balance,
    currency: currencyOf(table),
    wallet: find(columns, names.wallet, null),
    company: find(columns, names.company, null),
  };
}
