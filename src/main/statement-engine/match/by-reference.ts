/**
 * @file The rule of references: rows that share a reference match if their amounts, or the sums of all rows with it, are
 * equal.
 */
import type { DecisionReason, MatchSide } from '../../../shared/model/statements/ledger.ts';
import { type ApplyRule, conclude, groupOf, type MatchContext, otherSide } from './match-context.ts';
import { noRow } from './row-lists.ts';

/** Maximum number of pairs that are compared for one reference. */
const maxPairs = 10_000;
/** Maximum number of rows of one file in a match. */
const maxGroup = 50;
/** Sums of so many amounts up to this maximum are exact. */
const maxAmount = 2 ** 46;
/** Days between rows whose references are the same, without a look at their names. */
const plainDays = 31;

/** Returns `null` for rows with the same amount, otherwise why they do not match. */
function compareAmounts(
  { input, areSignsKnown, tolerance }: MatchContext,
  statementRow: number,
  ledgerRow: number,
): DecisionReason | null {
  const one = input.statement.amounts[statementRow] ?? Number.NaN;
  const other = input.ledger.amounts[ledgerRow] ?? Number.NaN;
  if (Number.isNaN(one) || Number.isNaN(other)) {
    // An empty cell is no equal amount; files without amounts are matched by references alone.
    const haveAmounts = input.statement.columns.amount !== null && input.ledger.columns.amount !== null;
    return haveAmounts ? 'difference' : null;
  }
  if (!areSignsKnown && one !== 0) return Math.abs(one) === Math.abs(other) ? 'unknown-signs' : 'difference';
  if (one === other) return null;
  if (one === -other) return 'other-direction';
  // A fraction stands for an amount of unknown distance.
  const canTolerate = tolerance > 0 && Number.isInteger(one) && Number.isInteger(other);
  return canTolerate && Math.sign(one) === Math.sign(other) && Math.abs(one - other) <= tolerance
    ? null
    : 'difference';
}

function freeRowsOf(
  { references, state }: MatchContext,
  side: MatchSide,
  reference: number,
): readonly number[] {
  return references.allRowsOf(side, reference).filter((row) => state.isFree(side, row));
}

/** Returns the sum of exact amounts; NaN if one is missing, too large, or of another currency than the first one. */
function sumOf({ input }: MatchContext, side: MatchSide, rows: readonly number[]): number {
  const { amounts, currencies } = input[side];
  const currency = currencies[rows[0] ?? 0];
  return rows.reduce((sum, row) => {
    const amount = amounts[row] ?? Number.NaN;
    const isExact = Number.isInteger(amount) && Math.abs(amount) <= maxAmount && currencies[row] === currency;
    return isExact ? sum + amount : Number.NaN;
  }, 0);
}

/** True if another row of the reference in the same file undoes the payment, and none in the other file does. */
function isReturned(context: MatchContext, reference: number, amount: number): boolean {
  const countOf = (side: MatchSide) =>
    context.references
      .allRowsOf(side, reference)
      .filter((row) => context.input[side].amounts[row] === -amount).length;
  return amount !== 0 && countOf('statement') !== countOf('ledger');
}

/** Concludes pairs of rows of one reference whose amount is that of no other row of it. */
function matchPairs(context: MatchContext, reference: number): void {
  const { input, relations } = context;
  const statementRows = freeRowsOf(context, 'statement', reference);
  const ledgerRows = freeRowsOf(context, 'ledger', reference);
  if (statementRows.length * ledgerRows.length > maxPairs) return;
  const isSingle = statementRows.length === 1 && ledgerRows.length === 1;
  const fits = (statementRow: number, ledgerRow: number) =>
    (isSingle || !Number.isNaN(input.statement.amounts[statementRow])) &&
    compareAmounts(context, statementRow, ledgerRow) === null &&
    relations.ofReferences(statementRow, ledgerRow) === 'same';
  for (const ledgerRow of ledgerRows) {
    const fitting = statementRows.filter((row) => fits(row, ledgerRow));
    const [statementRow] = fitting;
    if (statementRow === undefined || fitting.length > 1) continue;
    if (ledgerRows.filter((row) => fits(statementRow, row)).length > 1) continue;
    const amount = input.ledger.amounts[ledgerRow] ?? 0;
    const against: DecisionReason[] = isReturned(context, reference, amount) ? ['returned'] : [];
    const rows = groupOf('statement', [statementRow], [ledgerRow]);
    conclude(context, rows, { rule: 'reference', days: 0, against });
  }
}

/** Concludes all open rows of a reference when their sums are equal: instalments, or a payment that was returned and repeated. */
function matchSums(context: MatchContext, reference: number): void {
  const rows = {
    statement: freeRowsOf(context, 'statement', reference),
    ledger: freeRowsOf(context, 'ledger', reference),
  };
  const [one, other] = [rows.statement.length, rows.ledger.length];
  if (Math.min(one, other) !== 1 || one + other < 3 || Math.max(one, other) > maxGroup) return;
  const sum = sumOf(context, 'statement', rows.statement);
  if (sum !== 0 && sum === sumOf(context, 'ledger', rows.ledger) && context.relations.shareReferences(rows))
    conclude(context, rows, { rule: 'sum', days: 0 });
}

/** Concludes a row that states several references with the rows that have them, if these add up to its amount. */
function matchLists(context: MatchContext): void {
  const { input, state, references, relations } = context;
  for (const side of ['statement', 'ledger'] as const)
    for (const row of input[side].stated.keys()) {
      if (!state.isFree(side, row)) continue;
      const other = otherSide(side);
      const listed = new Set(
        relations.referencesOf(side, row).flatMap(({ reference }) => references.allRowsOf(other, reference)),
      );
      if (listed.size < 2 || listed.size > maxGroup) continue;
      const rows = groupOf(side, [row], [...listed]);
      if (sumOf(context, other, [...listed]) === input[side].amounts[row] && relations.shareReferences(rows))
        conclude(context, rows, { rule: 'sum', days: 0 });
    }
}

/** Returns the references that rows of both files have, but those that one row of each has. */
function listRepeated({ references }: MatchContext): number[] {
  const shared = new Set<number>();
  const [statementRows, ledgerRows] = [references.onlyRows('statement'), references.onlyRows('ledger')];
  for (let reference = 0; reference < references.count; reference += 1) {
    const statementRow = statementRows[reference] ?? noRow;
    const ledgerRow = ledgerRows[reference] ?? noRow;
    if (statementRow !== noRow && ledgerRow !== noRow && (statementRow < 0 || ledgerRow < 0))
      shared.add(reference);
  }
  for (const reference of references.statedReferences)
    if (references.has('statement', reference) && references.has('ledger', reference)) shared.add(reference);
  return [...shared];
}

export const matchByReference: ApplyRule = (context) => {
  const { references, state, relations } = context;
  const [statementRows, ledgerRows] = [references.onlyRows('statement'), references.onlyRows('ledger')];
  const [isStatementFree, isLedgerFree] = [state.statement.free, state.ledger.free];
  for (let reference = 0; reference < references.count; reference += 1) {
    const statementRow = statementRows[reference] ?? noRow;
    const ledgerRow = ledgerRows[reference] ?? noRow;
    if (statementRow < 0 || ledgerRow < 0) continue;
    if (isStatementFree[statementRow] !== 1 || isLedgerFree[ledgerRow] !== 1) continue;
    if (compareAmounts(context, statementRow, ledgerRow) !== null) continue;
    if (
      relations.isPlain(statementRow, ledgerRow, plainDays) &&
      relations.ofReferences(statementRow, ledgerRow) === 'same'
    )
      state.pair('reference', statementRow, ledgerRow);
    else conclude(context, groupOf('statement', [statementRow], [ledgerRow]), { rule: 'reference', days: 0 });
  }
  if (context.areSignsKnown) matchLists(context);
  for (const reference of listRepeated(context)) {
    matchPairs(context, reference);
    if (context.areSignsKnown) matchSums(context, reference);
  }
};

/** Proposes the open rows of a reference. */
function proposeRows(context: MatchContext, reference: number): void {
  const { state, relations } = context;
  const rows = {
    statement: [...freeRowsOf(context, 'statement', reference)],
    ledger: freeRowsOf(context, 'ledger', reference),
  };
  if (rows.statement.length === 0 || rows.ledger.length === 0) return;
  const isSingle = rows.statement.length === 1 && rows.ledger.length === 1;
  const rest = rows.ledger.filter((ledgerRow) => {
    const place = rows.statement.findIndex(
      (row) => isSingle || compareAmounts(context, row, ledgerRow) === null,
    );
    const [statementRow] = place < 0 ? [] : rows.statement.splice(place, 1);
    if (statementRow === undefined) return true;
    const pair = groupOf('statement', [statementRow], [ledgerRow]);
    const reason = isSingle ? compareAmounts(context, statementRow, ledgerRow) : 'repeated-reference';
    const against = new Set([...(reason === null ? [] : [reason]), ...relations.contradictions(pair, 0)]);
    if (against.size > 0) state.propose('reference', pair, [...against]);
    return false;
  });
  if (rest.length === 0 || rows.statement.length === 0) return;
  if (Math.max(rest.length, rows.statement.length) > maxGroup) return;
  const others = { statement: rows.statement, ledger: rest };
  state.propose('reference', others, ['difference', ...relations.contradictions(others, 0)]);
}

/** Proposes open rows with equal references that did not match. */
export function proposeByReference(context: MatchContext): void {
  const { references, state } = context;
  const [statementRows, ledgerRows] = [references.onlyRows('statement'), references.onlyRows('ledger')];
  const [isStatementFree, isLedgerFree] = [state.statement.free, state.ledger.free];
  for (let reference = 0; reference < references.count; reference += 1) {
    const statementRow = statementRows[reference] ?? noRow;
    const ledgerRow = ledgerRows[reference] ?? noRow;
    // Most rows are matched.
    if (
      statementRow < 0 ||
      ledgerRow < 0 ||
      isStatementFree[statementRow] !== 1 ||
      isLedgerFree[ledgerRow] !== 1
    )
      continue;
    proposeRows(context, reference);
  }
  for (const reference of listRepeated(context)) proposeRows(context, reference);
}
