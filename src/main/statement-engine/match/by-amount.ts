/** @file The rules of amounts: equal amounts that are unique on days close to one another, and equal amounts with one name. */
import type { DecisionReason, MatchSide, RuleSetting } from '../../../shared/model/statements/ledger.ts';
import { type ApplyRule, conclude, groupOf, type MatchContext, otherSide } from './match-context.ts';
import { noText } from './text-ids.ts';

/** Maximum number of rows whose names are compared with the name of one row. */
const maxNamesPerRow = 200;
/** Minimum number of rows that show whether names can be compared. */
const minSample = 10;
const maxSample = 2_000;
const minAlikeShare = 0.5;
/** Maximum number of days between rows that are proposed for their amount. */
const maxProposedDays = 31;

function canMatch({ state, isTied }: MatchContext, side: MatchSide, row: number): boolean {
  return state.isFree(side, row) && !isTied(side, row);
}

/** Rows of the statement, and the row of the ledger that belongs to each. */
interface RowPairs {
  readonly statement: number[];
  readonly ledger: number[];
}

/** Finds the open rows of the ledger and the statement that have their amount alone, counting matched rows too. */
function findUniquePairs(context: MatchContext, { days }: RuleSetting): RowPairs {
  const { input, state } = context;
  const index = context.amountIndex();
  const isFree = state.ledger.free;
  const pairs: RowPairs = { statement: [], ledger: [] };
  for (let ledgerRow = 0; ledgerRow < input.ledger.rows; ledgerRow += 1) {
    if (isFree[ledgerRow] !== 1 || context.isTied('ledger', ledgerRow)) continue;
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
    if (relation === 'not-stated') return;
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

/** True if the row states neither a name nor a reference. */
function isBare({ input, relations }: MatchContext, side: MatchSide, row: number): boolean {
  return input[side].names[row] === noText && relations.referencesOf(side, row).length === 0;
}

/** Returns what is missing for the same amount to be a match: a name, unless neither row states anything else. */
function missingSupport(context: MatchContext, statementRow: number, ledgerRow: number): DecisionReason[] {
  const names = context.relations.ofNames(statementRow, ledgerRow);
  if (names === 'same' || names === 'alike')
    return context.amountIndex().isFrequent('ledger', ledgerRow) ? ['chance'] : [];
  const areBare = isBare(context, 'statement', statementRow) && isBare(context, 'ledger', ledgerRow);
  return areBare ? [] : ['amount-only'];
}

/** Concludes rows with the same amount and currency on days close to one another, when no other row of either file has the amount there. */
export const matchByAmount: ApplyRule = (context, setting) => {
  const { input, state, relations } = context;
  const { days } = setting;
  const pairs = findUniquePairs(context, setting);
  decideNames(context, pairs);
  for (let pair = 0; pair < pairs.statement.length; pair += 1) {
    const [statementRow = 0, ledgerRow = 0] = [pairs.statement[pair], pairs.ledger[pair]];
    if (
      input.statement.names[statementRow] !== noText &&
      relations.isPlain(statementRow, ledgerRow, days) &&
      !context.amountIndex().isFrequent('ledger', ledgerRow) &&
      relations.ofReferences(statementRow, ledgerRow) === 'none'
    )
      state.pair('amount', statementRow, ledgerRow);
    else {
      const against = missingSupport(context, statementRow, ledgerRow);
      conclude(context, groupOf('statement', [statementRow], [ledgerRow]), { rule: 'amount', days, against });
    }
  }
};

/** Returns the only row of the other file with the amount whose name is the same, while those of all others are different. */
function onlyOfParty(context: MatchContext, side: MatchSide, row: number, days: number): number {
  const { relations } = context;
  let found = -1;
  let rivals = 0;
  let compared = 0;
  context.amountIndex().eachNear(side, row, days, (otherRow) => {
    compared += 1;
    const relation =
      side === 'statement' ? relations.ofNames(row, otherRow) : relations.ofNames(otherRow, row);
    if (relation !== 'different') rivals += 1;
    if (relation === 'same') found = otherRow;
    return rivals < 2 && compared <= maxNamesPerRow;
  });
  return rivals === 1 && compared <= maxNamesPerRow ? found : -1;
}

/** Concludes rows with the same amount and currency and one name, when every other row there has a different name. */
export const matchByName: ApplyRule = (context, { days }) => {
  const { input, state } = context;
  const isFree = state.ledger.free;
  const { names } = input.ledger;
  for (let ledgerRow = 0; ledgerRow < input.ledger.rows; ledgerRow += 1) {
    if (isFree[ledgerRow] !== 1 || context.isTied('ledger', ledgerRow) || names[ledgerRow] === noText)
      continue;
    const statementRow = onlyOfParty(context, 'ledger', ledgerRow, days);
    if (statementRow < 0 || !canMatch(context, 'statement', statementRow)) continue;
    if (onlyOfParty(context, 'statement', statementRow, days) !== ledgerRow) continue;
    const against: DecisionReason[] = context.amountIndex().isFrequent('ledger', ledgerRow) ? ['chance'] : [];
    conclude(context, groupOf('statement', [statementRow], [ledgerRow]), { rule: 'name', days, against });
  }
};

/** What the open rows of the other file with an amount may be worth as a candidate: the lowest is the best. */
function rankOf(context: MatchContext, statementRow: number, ledgerRow: number, days: number): number {
  const { input, relations } = context;
  const names = relations.ofNames(statementRow, ledgerRow);
  const isOtherReference = relations.ofReferences(statementRow, ledgerRow) === 'different';
  const apart = Math.abs((input.statement.days[statementRow] ?? 0) - (input.ledger.days[ledgerRow] ?? 0));
  const isUnlikely = names === 'different' || (names !== 'same' && (apart > days || isOtherReference));
  return isUnlikely
    ? Number.POSITIVE_INFINITY
    : apart + (names === 'same' ? 0 : 100) + (isOtherReference ? 50 : 0);
}

/** Proposes open rows that have the amount of an open row of the other file on a day close to theirs. */
export function proposeByAmount(context: MatchContext, days: number): void {
  const { input, state, relations } = context;
  const taken = new Set<number>();
  for (let row = 0; row < input.ledger.rows; row += 1) {
    if (state.ledger.free[row] !== 1) continue;
    const best = { row: -1, rank: Number.POSITIVE_INFINITY };
    let compared = 0;
    context.amountIndex().eachNear('ledger', row, maxProposedDays, (statementRow) => {
      compared += 1;
      if (state.isFree('statement', statementRow) && !taken.has(statementRow)) {
        const rank = rankOf(context, statementRow, row, days);
        if (rank < best.rank) Object.assign(best, { row: statementRow, rank });
      }
      return compared < maxNamesPerRow;
    });
    if (best.row < 0) continue;
    taken.add(best.row);
    const rows = groupOf('ledger', [row], [best.row]);
    const isSameName = relations.ofNames(best.row, row) === 'same';
    const against = new Set<DecisionReason>([
      ...relations.contradictions(rows, days),
      ...missingSupport(context, best.row, row),
    ]);
    if (hasRival(context, rows, days)) against.add('twins');
    // A row whose reference other rows of the file share is left to them.
    if (against.size === 0) against.add('repeated-reference');
    state.propose(isSameName ? 'name' : 'amount', rows, [...against]);
  }
}

/** True if another row has the amount of one of two rows there. */
function hasRival(
  context: MatchContext,
  rows: Readonly<Record<MatchSide, readonly number[]>>,
  days: number,
): boolean {
  return (['statement', 'ledger'] as const).some((side) => {
    const [row = -1] = rows[side];
    const only = context.amountIndex().onlyNear(side, row, days);
    return only !== (rows[otherSide(side)][0] ?? -1);
  });
}
