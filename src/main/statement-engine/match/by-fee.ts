/** @file The rule of fees: the amounts of two rows differ by exactly the fee that one of the rows states. */
import type { MatchSide } from '../../../shared/model/statements/ledger.ts';
import { type ApplyRule, conclude, groupOf, type MatchContext, otherSide } from './match-context.ts';
import { noRow } from './row-lists.ts';

/** Maximum number of rows whose names are compared with the name of one row. */
const maxNamesPerRow = 200;

/** The amounts of the other file that differ from the amount of a row by its fee. */
function amountsWithFee({ input }: MatchContext, side: MatchSide, row: number): readonly number[] {
  const { amounts, fees } = input[side];
  const amount = amounts[row] ?? Number.NaN;
  const fee = fees?.[row] ?? Number.NaN;
  if (Number.isNaN(fee) || fee === 0 || !Number.isInteger(fee) || !Number.isInteger(amount)) return [];
  return [amount - fee, amount + fee].filter(
    (other) => Number.isSafeInteger(other) && Math.sign(other) === Math.sign(amount),
  );
}

/** Matches rows with the same reference, which no other row has. */
function matchTied(context: MatchContext): void {
  const { references, state, input } = context;
  if (input.statement.fees === null && input.ledger.fees === null) return;
  const [statementRows, ledgerRows] = [references.onlyRows('statement'), references.onlyRows('ledger')];
  for (let reference = 0; reference < references.count; reference += 1) {
    const rows = { statement: statementRows[reference] ?? noRow, ledger: ledgerRows[reference] ?? noRow };
    if (rows.statement < 0 || rows.ledger < 0) continue;
    if (!state.isFree('statement', rows.statement) || !state.isFree('ledger', rows.ledger)) continue;
    const fits = (['statement', 'ledger'] as const).some((side) =>
      amountsWithFee(context, side, rows[side]).includes(
        input[otherSide(side)].amounts[rows[otherSide(side)]] ?? Number.NaN,
      ),
    );
    if (fits)
      conclude(context, groupOf('statement', [rows.statement], [rows.ledger]), { rule: 'fee', days: 0 });
  }
}

/** Pairs of open rows with alike names and days close to one another, whose amounts differ by a fee. */
class FeePairs {
  readonly #context: MatchContext;
  readonly #days: number;
  readonly #uses = { statement: new Map<number, number>(), ledger: new Map<number, number>() };
  /** Amounts of rows that were not all compared. */
  readonly #skipped = new Set<string>();
  readonly pairs: Record<MatchSide, number>[] = [];

  constructor(context: MatchContext, days: number) {
    this.#context = context;
    this.#days = days;
    for (const side of ['statement', 'ledger'] as const)
      if (context.input[side].fees !== null) this.#searchRows(side);
  }

  /** True if the row can be in one pair only. */
  isAlone(side: MatchSide, row: number): boolean {
    const amount = this.#context.input[side].amounts[row] ?? 0;
    return this.#uses[side].get(row) === 1 && !this.#skipped.has(this.#amountKey(side, row, amount));
  }

  #amountKey(side: MatchSide, row: number, amount: number): string {
    return `${side} ${this.#context.input[side].currencies[row] ?? 0} ${amount}`;
  }

  #isFree(side: MatchSide, row: number): boolean {
    return this.#context.state.isFree(side, row) && !this.#context.isTied(side, row);
  }

  #searchRows(side: MatchSide): void {
    for (let row = 0; row < this.#context.input[side].rows; row += 1)
      if (this.#isFree(side, row) && this.#context.input[side].comparable[row] === 1)
        for (const amount of amountsWithFee(this.#context, side, row)) this.#search(side, row, amount);
  }

  #search(side: MatchSide, row: number, amount: number): void {
    const other = otherSide(side);
    let compared = 0;
    const onRow = (otherRow: number) => {
      compared += 1;
      if (compared <= maxNamesPerRow) this.#compare(side, row, otherRow);
      else this.#skipped.add(this.#amountKey(other, otherRow, amount));
      return compared <= maxNamesPerRow;
    };
    this.#context.amountIndex().eachNear(side, row, this.#days, onRow, amount);
  }

  #compare(side: MatchSide, row: number, otherRow: number): void {
    const other = otherSide(side);
    const pair =
      side === 'statement' ? { statement: row, ledger: otherRow } : { statement: otherRow, ledger: row };
    if (this.#context.relations.ofNames(pair.statement, pair.ledger) !== 'same') return;
    this.#uses[side].set(row, (this.#uses[side].get(row) ?? 0) + 1);
    this.#uses[other].set(otherRow, (this.#uses[other].get(otherRow) ?? 0) + 1);
    if (this.#isFree(other, otherRow)) this.pairs.push(pair);
  }
}

export const matchByFee: ApplyRule = (context, { days }) => {
  matchTied(context);
  const found = new FeePairs(context, days);
  for (const { statement, ledger } of found.pairs) {
    const isUnique = found.isAlone('statement', statement) && found.isAlone('ledger', ledger);
    const rows = groupOf('statement', [statement], [ledger]);
    conclude(context, rows, { rule: 'fee', days, against: isUnique ? [] : ['twins'] });
  }
};
