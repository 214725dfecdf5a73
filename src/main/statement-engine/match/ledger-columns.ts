/** @file Finds the columns of references and names of a ledger, whose headers name them in the words of accounting. */
import { normalizeText } from '../columns/normalize-text.ts';
import type { Roles } from '../columns/roles.ts';
import { foldedCell, type Table } from '../read/table.ts';
import { TextBatch } from './text-batch.ts';
import type { TextIds } from './text-ids.ts';

/** Number of rows that are compared with the references of the statement. */
const sampledRows = 4_000;
/** Minimum share of sampled cells that are references of the statement. */
const minShare = 0.02;
const minHits = 2;

const partyTerms = new Set(
  'supplier suppliers vendor vendors customer customers client clients creditor debtor debitor kreditor payee payer beneficiary lieferant kunde kunden empfanger zahler fournisseur proveedor cliente fornitore leverancier klant dodavatel odberatel dostawca klient'.split(
    ' ',
  ),
);
const referenceTerms = new Set(
  'reference ref document doc voucher beleg belegnummer invoice rechnung faktura facture factura fattura factuur bill'.split(
    ' ',
  ),
);

/** Counts the sampled cells of a column that are references of the statement; cells without text do not count. */
function countHits(
  table: Table,
  column: number,
  ids: TextIds,
): { readonly hits: number; readonly cells: number } {
  const range = { start: 0, end: 0 };
  const batch = new TextBatch();
  const step = Math.max(1, Math.floor(table.rows / sampledRows));
  let hits = 0;
  let cells = 0;
  for (let row = 0; row < table.rows; row += step) {
    foldedCell(table, row, column, range);
    batch.clear();
    batch.addReference(row, table.tokens.folded, range.start, range.end);
    if (batch.count === 0) continue;
    cells += 1;
    if (ids.find(batch, 0) >= 0) hits += 1;
  }
  return { hits, cells };
}

/**
 * Returns the column whose cells are references of the statement, whatever its name is; otherwise the column that is named
 * as one.
 */
export function findLedgerReference(table: Table, roles: Roles, statementReferences: TextIds): number | null {
  const used = new Set([
    roles.date,
    roles['value-date'],
    roles.amount,
    roles.debit,
    roles.credit,
    roles.fee,
    roles.balance,
    roles.currency,
  ]);
  let best = { column: roles.reference ?? -1, hits: 0 };
  if (roles.reference !== null)
    best = { ...best, hits: countHits(table, roles.reference, statementReferences).hits };
  for (const [column, { kind }] of table.columns.entries()) {
    if (kind === 'date' || used.has(column) || column === roles.reference) continue;
    const { hits, cells } = countHits(table, column, statementReferences);
    if (hits >= minHits && hits >= cells * minShare && hits > best.hits) best = { column, hits };
  }
  if (best.column >= 0) return best.column;
  return findNamed(table, used, referenceTerms);
}

/** Returns the column of references of a statement whose cells do not look like references: by a word of its header. */
export function findNamedReference(table: Table, roles: Roles): number | null {
  return findNamed(table, new Set(Object.values(roles)), referenceTerms);
}

/** Returns the column of names: by its role, otherwise by a word of its header. */
export function findLedgerName(table: Table, roles: Roles): number | null {
  return roles.counterparty ?? findNamed(table, new Set(Object.values(roles)), partyTerms);
}

function findNamed(
  table: Table,
  used: ReadonlySet<number | null>,
  words: ReadonlySet<string>,
): number | null {
  const found = table.columns.findIndex(
    ({ name, kind }, column) =>
      kind !== 'date' &&
      !used.has(column) &&
      normalizeText(name)
        .split(' ')
        .some((word) => words.has(word)),
  );
  return found < 0 ? null : found;
}
