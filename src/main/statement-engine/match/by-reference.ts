/** @file The rule of references: rows with equal references and equal amounts match; other amounts are a difference. */
import type { DecisionReason } from '../../../shared/model/statements/ledger.ts';
import { type ApplyRule, canShareCurrency, type MatchContext } from './match-context.ts';
import { noRow } from './row-lists.ts';

/** Maximum number of pairs that are compared for one reference. */
const maxPairs = 10_000;

/** Returns `null` for rows with the same amount, otherwise why they do not match. */
function compareAmounts(
  context: MatchContext,
  statementRow: number,
  ledgerRow: number,
): DecisionReason | null {
  const { input, areSignsKnown, tolerance } = context;
  const one = input.statement.amounts[statementRow] ?? Number.NaN;
  const other = input.ledger.amounts[ledgerRow] ?? Number.NaN;
  if (Number.isNaN(one) || Number.isNaN(other)) {
    // An empty cell is no equal amount; files without amounts are matched by references alone.
    const haveAmounts = input.statement.columns.amount !== null && input.ledger.columns.amount !== null;
    return haveAmounts ? 'difference' : null;
  }
  if (!canShareCurrency(context, statementRow, ledgerRow)) return 'difference';
  if (!areSignsKnown && one !== 0) return Math.abs(one) === Math.abs(other) ? 'unknown-signs' : 'difference';
  if (one === other) return null;
  // A fraction stands for an amount of unknown distance.
  const canTolerate = tolerance > 0 && Number.isInteger(one) && Number.isInteger(other);
  return canTolerate && Math.sign(one) === Math.sign(other) && Math.abs(one - other) <= tolerance
    ? null
    : 'difference';
}

/** Matches the rows of a repeated reference that have an amount of their own in both files. */
function matchRepeated(context: MatchContext, reference: number): void {
  const { references, state, input } = context;
  const statementRows = references.rowsOf('statement', reference);
  const ledgerRows = references.rowsOf('ledger', reference);
  const isSmall = statementRows.length * ledgerRows.length <= maxPairs;
  const hasAmount = (amounts: Float64Array, row: number) => !Number.isNaN(amounts[row]);
  const fits = (statementRow: number, ledgerRow: number) =>
    hasAmount(input.statement.amounts, statementRow) &&
    hasAmount(input.ledger.amounts, ledgerRow) &&
    compareAmounts(context, statementRow, ledgerRow) === null;
  if (isSmall)
    for (const ledgerRow of ledgerRows) {
      const fitting = statementRows.filter((row) => fits(row, ledgerRow));
      const [statementRow] = fitting;
      if (statementRow === undefined || fitting.length > 1) continue;
      const isUnique = ledgerRows.filter((row) => fits(statementRow, row)).length === 1;
      if (isUnique && state.isFree('statement', statementRow) && state.isFree('ledger', ledgerRow))
        state.pair('reference', statementRow, ledgerRow);
    }
}

function hasFreeRows({ state, references }: MatchContext, reference: number): boolean {
  return (
    references.rowsOf('statement', reference).some((row) => state.isFree('statement', row)) &&
    references.rowsOf('ledger', reference).some((row) => state.isFree('ledger', row))
  );
}

export const matchByReference: ApplyRule = (context) => {
  const { references, state } = context;
  const [statementRows, ledgerRows] = [references.onlyRows('statement'), references.onlyRows('ledger')];
  const [isStatementFree, isLedgerFree] = [state.statement.free, state.ledger.free];
  for (let reference = 0; reference < references.count; reference += 1) {
    const statementRow = statementRows[reference] ?? noRow;
    const ledgerRow = ledgerRows[reference] ?? noRow;
    if (statementRow === noRow || ledgerRow === noRow) continue;
    if (statementRow < 0 || ledgerRow < 0) {
      if (hasFreeRows(context, reference)) matchRepeated(context, reference);
      continue;
    }
    if (isStatementFree[statementRow] !== 1 || isLedgerFree[ledgerRow] !== 1) continue;
    if (compareAmounts(context, statementRow, ledgerRow) === null)
      state.pair('reference', statementRow, ledgerRow);
  }
};

/** Says for the open rows of one reference why they did not match. */
function askAboutReference(context: MatchContext, reference: number): void {
  const { references, state } = context;
  const statementRows = references.rowsOf('statement', reference);
  const ledgerRows = references.rowsOf('ledger', reference);
  const [statementRow = 0] = statementRows;
  const [ledgerRow = 0] = ledgerRows;
  if (statementRows.length > 1 || ledgerRows.length > 1) {
    for (const row of statementRows)
      if (state.isOpen('statement', row)) state.ask('statement', row, 'repeated-reference', ledgerRow);
    for (const row of ledgerRows)
      if (state.isOpen('ledger', row)) state.ask('ledger', row, 'repeated-reference', statementRow);
  } else if (state.isOpen('statement', statementRow) && state.isOpen('ledger', ledgerRow)) {
    const reason = compareAmounts(context, statementRow, ledgerRow) ?? 'difference';
    state.askBoth(reason, statementRow, ledgerRow);
  }
}

/** Says for open rows with equal references why they did not match. */
export function askAboutReferences(context: MatchContext): void {
  const { references, state } = context;
  const [statementRows, ledgerRows] = [references.onlyRows('statement'), references.onlyRows('ledger')];
  const [isStatementOpen, isLedgerOpen] = [state.statement.open, state.ledger.open];
  for (let reference = 0; reference < references.count; reference += 1) {
    const statementRow = statementRows[reference] ?? noRow;
    const ledgerRow = ledgerRows[reference] ?? noRow;
    if (statementRow === noRow || ledgerRow === noRow) continue;
    // Most rows are matched.
    const areSingle = statementRow >= 0 && ledgerRow >= 0;
    if (areSingle && (isStatementOpen[statementRow] !== 1 || isLedgerOpen[ledgerRow] !== 1)) continue;
    askAboutReference(context, reference);
  }
}
