/** @file Rows of both files by amount and currency, each list in the order of days. */
import type { MatchSide } from '../../../shared/model/ledger.ts';
import { type MatchInput, type MatchRows, noDay } from './match-rows.ts';
import type { MatchState } from './match-state.ts';
import { listRows, orderByDay, placesNear, type RowLists } from './row-lists.ts';

const free = -1;

/** Numbers for pairs of amount and currency. */
class AmountIds {
  #slots: Int32Array;
  readonly #amounts: Float64Array;
  readonly #currencies: Uint16Array;
  readonly #number = new Float64Array(1);
  readonly #words = new Uint32Array(this.#number.buffer);
  count = 0;

  constructor(most: number) {
    let size = 1_024;
    while (size < most * 2) size *= 2;
    this.#slots = new Int32Array(size).fill(free);
    this.#amounts = new Float64Array(most);
    this.#currencies = new Uint16Array(most);
  }

  #slotOf(amount: number, currency: number): number {
    // Adding 0 makes -0 the same as 0.
    this.#number[0] = amount + 0;
    let hash =
      Math.imul((this.#words[0] ?? 0) ^ Math.imul(this.#words[1] ?? 0, 0x5bd1e995), 0x01000193) + currency;
    hash = Math.imul(hash ^ (hash >>> 15), 0x5bd1e995);
    hash ^= hash >>> 13;
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (;;) {
      const id = this.#slots[slot] ?? free;
      if (id === free) return slot;
      if (this.#amounts[id] === amount && this.#currencies[id] === currency) return slot;
      slot = (slot + 1) & mask;
    }
  }

  find(amount: number, currency: number): number {
    return this.#slots[this.#slotOf(amount, currency)] ?? free;
  }

  add(amount: number, currency: number): void {
    const slot = this.#slotOf(amount, currency);
    if (this.#slots[slot] !== free) return;
    this.#slots[slot] = this.count;
    this.#amounts[this.count] = amount;
    this.#currencies[this.count] = currency;
    this.count += 1;
  }
}

/** Rows whose amounts, currencies and dates can be compared. */
export class AmountIndex {
  readonly #input: MatchInput;
  readonly #ids: AmountIds;
  readonly #numbers: Record<MatchSide, Int32Array>;
  readonly #lists: Record<MatchSide, RowLists>;

  /** Indexes all rows with an amount that an open row has. */
  constructor(input: MatchInput, state: MatchState) {
    this.#input = input;
    const { statement, ledger } = input;
    this.#ids = new AmountIds(state.countOpen('statement') + state.countOpen('ledger'));
    for (const side of ['statement', 'ledger'] as const) {
      const { rows, amounts, currencies } = input[side];
      for (let row = 0; row < rows; row += 1)
        if (state.isOpen(side, row) && this.isComparable(side, row))
          this.#ids.add(amounts[row] ?? 0, currencies[row] ?? 0);
    }
    this.#numbers = { statement: this.#numberRows('statement'), ledger: this.#numberRows('ledger') };
    const list = (side: MatchSide, { days }: MatchRows) =>
      listRows(this.#numbers[side], this.#ids.count, orderByDay(days));
    this.#lists = { statement: list('statement', statement), ledger: list('ledger', ledger) };
  }

  #numberRows(side: MatchSide): Int32Array {
    const { rows, amounts, currencies } = this.#input[side];
    const numbers = new Int32Array(rows).fill(free);
    for (let row = 0; row < rows; row += 1)
      if (this.isComparable(side, row))
        numbers[row] = this.#ids.find(amounts[row] ?? 0, currencies[row] ?? 0);
    return numbers;
  }

  /** True for a row whose amount, currency and date are known. */
  isComparable(side: MatchSide, row: number): boolean {
    const { active, amounts, days, currencies } = this.#input[side];
    return (
      active[row] === 1 &&
      !Number.isNaN(amounts[row]) &&
      amounts[row] !== 0 &&
      days[row] !== noDay &&
      (this.#input.currencies === 'none' || currencies[row] !== 0)
    );
  }

  /**
   * Calls `onRow` with the rows of the other file that have the amount of a row, or `amount`, on days near its day, until it
   * returns false.
   */
  eachNear(
    side: MatchSide,
    row: number,
    window: number,
    onRow: (otherRow: number) => boolean,
    amount?: number,
  ): void {
    const other = side === 'statement' ? 'ledger' : 'statement';
    const own = this.#input[side];
    const number =
      amount === undefined
        ? (this.#numbers[side][row] ?? free)
        : this.#ids.find(amount, own.currencies[row] ?? 0);
    if (number === free) return;
    const lists = this.#lists[other];
    const { from, to } = placesNear(lists, this.#input[other].days, number, {
      day: own.days[row] ?? 0,
      window,
    });
    for (let place = from; place < to; place += 1) if (!onRow(lists.rows[place] ?? 0)) return;
  }

  /** Returns the only row of the other file near a row; -1 for none, -2 for several. */
  onlyNear(side: MatchSide, row: number, window: number): number {
    const other = side === 'statement' ? 'ledger' : 'statement';
    const number = this.#numbers[side][row] ?? free;
    if (number === free) return -1;
    const lists = this.#lists[other];
    const day = this.#input[side].days[row] ?? 0;
    const { from, to } = placesNear(lists, this.#input[other].days, number, { day, window });
    if (to - from > 1) return -2;
    return to > from ? (lists.rows[from] ?? 0) : -1;
  }
}
