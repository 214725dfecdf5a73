/** @file The rules of amounts: equal amounts that are unique on days close to one another, and equal amounts with alike names. */
import type { RuleSetting } from '../../../shared/model/statements/ledger.ts';
import type { ApplyRule, MatchContext } from './match-context.ts';
import { noText } from './text-ids.ts';

/** Maximum number of rows whose names are compared with the name of one row. */
const maxNamesPerRow = 200;
/** Maximum number of rows of which an open one is looked for. */
const maxCandidates = 200;
/** Minimum number of rows that show whether names can be compared. */
const minSample = 10;
const maxSample = 2_000;
const minAlikeShare = 0.5;

function canMatch({ state, tied }: MatchContext, side: 'statement' | 'ledger', row: number): boolean {
  return state.isFree(side, row) && tied[side][row] !== 1;
}

/** Rows of the statement, and the row of the ledger that belongs to each. */
interface RowPairs {
  readonly statement: number[];
  readonly ledger: number[];
}

/** Finds the open rows of the ledger and the statement that have their amount alone, counting matched rows too. */
function findUniquePairs(context: MatchContext, { days }: RuleSetting): RowPairs {
  const { input, state, tied } = context;
  const index = context.amountIndex();
  const isFree = state.ledger.free;
  const isTied = tied.ledger;
  const pairs: RowPairs = { statement: [], ledger: [] };
  for (let ledgerRow = 0; ledgerRow < input.ledger.rows; ledgerRow += 1) {
    if (isFree[ledgerRow] !== 1 || isTied[ledgerRow] === 1) continue;
    const statementRow = index.onlyNear('ledger', ledgerRow, days);
    if (statementRow < 0 || !canMatch(context, 'statement', statementRow)) continue;
    if (index.onlyNear('statement', statementRow, days) !== ledgerRow) continue;
    pairs.statement.push(statementRow);
    pairs.ledger.push(ledgerRow);
  }
  return pairs;
}

/** Decides by rows that belong together whether the names of both files can be compared. */
function decideNames({ input, state, relations }: MatchContext, pairs: RowPairs): void {
  let alike = 0;
  let compared = 0;
  const count = (statementRow: number, ledgerRow: number) => {
    const relation = relations.ofNames(statementRow, ledgerRow);
    if (relation === 'unknown') return;
    compared += 1;
    if (relation === 'same') alike += 1;
  };
  const { names } = input.statement;
  for (let match = 0; match < state.count && compared < maxSample; match += 1) {
    const statementRow = state.firstRowOf('statement', match);
    if (names[statementRow] !== noText) count(statementRow, state.firstRowOf('ledger', match));
  }
  if (compared < minSample)
    for (const [place, statementRow] of pairs.statement.slice(0, maxSample).entries())
      count(statementRow, pairs.ledger[place] ?? 0);
  relations.areNamesComparable = compared < minSample || alike >= compared * minAlikeShare;
}

/** Matches rows with the same amount and currency on days close to one another, when no other row of either file has the amount there. */
export const matchByAmount: ApplyRule = (context, setting) => {
  const { state, relations } = context;
  const pairs = findUniquePairs(context, setting);
  decideNames(context, pairs);
  for (const [place, statementRow] of pairs.statement.entries()) {
    const ledgerRow = pairs.ledger[place] ?? 0;
    const contradiction = relations.contradiction(statementRow, ledgerRow);
    if (contradiction === null) state.pair('amount', statementRow, ledgerRow);
    else state.askBoth(contradiction, statementRow, ledgerRow);
  }
};

/** Returns the only row of the other file with the amount and an alike name, counting matched rows too; -1 otherwise. */
function onlyAlike(context: MatchContext, side: 'statement' | 'ledger', row: number, days: number): number {
  const { relations } = context;
  let found = -1;
  let alike = 0;
  let compared = 0;
  context.amountIndex().eachNear(side, row, days, (otherRow) => {
    compared += 1;
    if (compared > maxNamesPerRow) return false;
    const relation =
      side === 'statement' ? relations.ofNames(row, otherRow) : relations.ofNames(otherRow, row);
    if (relation === 'same') {
      alike += 1;
      found = otherRow;
    }
    return alike < 2;
  });
  return alike === 1 && compared <= maxNamesPerRow ? found : -1;
}

/**
 * True if the references of two rows differ by a typing error, and another row with the amount there is as near to one of
 * them: references of following payments often differ by a digit, and then a typing error says nothing.
 */
function hasRivalReference(
  { relations, amountIndex }: MatchContext,
  statementRow: number,
  ledgerRow: number,
  days: number,
): boolean {
  if (!relations.areReferencesComparable || !relations.mayBeTypingError(statementRow, ledgerRow))
    return false;
  let compared = 0;
  let hasRival = false;
  const isRival = (isOther: boolean, one: number, other: number) => {
    compared += 1;
    hasRival ||= compared > maxNamesPerRow || (isOther && relations.mayBeTypingError(one, other));
    return !hasRival;
  };
  const index = amountIndex();
  index.eachNear('ledger', ledgerRow, days, (row) => isRival(row !== statementRow, row, ledgerRow));
  index.eachNear('statement', statementRow, days, (row) => isRival(row !== ledgerRow, statementRow, row));
  return hasRival;
}

/** Matches rows with the same amount and currency whose names are alike, when no other row there has both. */
export const matchByName: ApplyRule = (context, { days }) => {
  const { input, state, relations, tied } = context;
  const isFree = state.ledger.free;
  const isTied = tied.ledger;
  const { names } = input.ledger;
  for (let ledgerRow = 0; ledgerRow < input.ledger.rows; ledgerRow += 1) {
    if (isFree[ledgerRow] !== 1 || isTied[ledgerRow] === 1 || names[ledgerRow] === noText) continue;
    const statementRow = onlyAlike(context, 'ledger', ledgerRow, days);
    if (statementRow < 0 || !canMatch(context, 'statement', statementRow)) continue;
    if (onlyAlike(context, 'statement', statementRow, days) !== ledgerRow) continue;
    const contradiction = hasRivalReference(context, statementRow, ledgerRow, days)
      ? 'other-reference'
      : relations.contradiction(statementRow, ledgerRow);
    if (contradiction === null) state.pair('name', statementRow, ledgerRow);
    else state.askBoth(contradiction, statementRow, ledgerRow);
  }
};

/** Says for open rows that an open row of the other file has their amount on days close to theirs. */
export function askAboutAmounts(context: MatchContext, days: number): void {
  const { input, state } = context;
  for (const side of ['ledger', 'statement'] as const) {
    const other = side === 'ledger' ? 'statement' : 'ledger';
    const { open, reasons } = state[side];
    for (let row = 0; row < input[side].rows; row += 1) {
      if (open[row] !== 1 || reasons[row] !== 0) continue;
      let candidate = -1;
      let compared = 0;
      context.amountIndex().eachNear(side, row, days, (otherRow) => {
        compared += 1;
        if (state.isOpen(other, otherRow)) candidate = otherRow;
        return candidate < 0 && compared < maxCandidates;
      });
      if (candidate >= 0) state.ask(side, row, 'twins', candidate);
    }
  }
}
