/** @file Rows of both files by amount and currency, each list in the order of days. */
import type { MatchSide } from '../../../shared/model/statements/ledger.ts';
import type { MatchInput } from './match-rows.ts';
import type { MatchState } from './match-state.ts';
import { noRow, RowsByNumber } from './row-lists.ts';

const free = -1;
/** Result of a search for the only row when there are several. */
const severalRows = -2;
/** Number, and share, of the rows of a file above which an amount is frequent. */
const minFrequent = 12;
const frequentShare = 0.001;
const minFilterBits = 1 << 13;
const maxFilterBits = 1 << 26;

function hashOf(low: number, high: number, currency: number): number {
  let hash = Math.imul(low ^ Math.imul(high, 0x5bd1e995), 0x01000193) + currency;
  hash = Math.imul(hash ^ (hash >>> 15), 0x5bd1e995);
  return hash ^ (hash >>> 13);
}

/** Number of amounts of a batch. */
const maxBatch = 1_024;

/** Rows whose amounts are looked up together. */
class AmountBatch {
  readonly rows = new Int32Array(maxBatch);
  readonly hashes = new Int32Array(maxBatch);
  count = 0;
}

/** Numbers for pairs of amount and currency. */
class AmountIds {
  readonly #slots: Int32Array;
  readonly #amounts: Float64Array;
  readonly #currencies: Uint16Array;
  /** A bit for each of the hashes that were added: most other hashes are told apart without an access to the slots. */
  readonly #filter: Int32Array;
  readonly #found = new Int32Array(maxBatch);
  readonly #foundAmounts = new Float64Array(maxBatch);
  count = 0;

  constructor(most: number) {
    let size = 1_024;
    while (size < most * 1.5) size *= 2;
    this.#slots = new Int32Array(size).fill(free);
    this.#amounts = new Float64Array(most);
    this.#currencies = new Uint16Array(most);
    let bits = minFilterBits;
    while (bits < most * 8 && bits < maxFilterBits) bits *= 2;
    this.#filter = new Int32Array(bits / 32);
  }

  /** True if an amount with the hash may have a number. */
  mayHave(hash: number): boolean {
    const filter = this.#filter;
    return ((filter[(hash >>> 5) & (filter.length - 1)] ?? 0) & (1 << (hash & 31))) !== 0;
  }

  /** Returns the number of an amount, which is new when `isAdded`, or -1. */
  numberOf(amount: number, currency: number, hash: number, isAdded: boolean): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const id = slots[slot] ?? free;
      if (id === free) return isAdded ? this.#add(amount, currency, hash, slot) : free;
      if (this.#amounts[id] === amount && this.#currencies[id] === currency) return id;
    }
  }

  #add(amount: number, currency: number, hash: number, slot: number): number {
    const filter = this.#filter;
    const word = (hash >>> 5) & (filter.length - 1);
    filter[word] = (filter[word] ?? 0) | (1 << (hash & 31));
    const id = this.count;
    this.#slots[slot] = id;
    this.#amounts[id] = amount;
    this.#currencies[id] = currency;
    this.count = id + 1;
    return id;
  }

  /** Reads what the amounts of a batch will be compared with, so that the processor waits for many reads at once. */
  prefetch({ hashes, count }: AmountBatch): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    const amounts = this.#amounts;
    const found = this.#found;
    const foundAmounts = this.#foundAmounts;
    for (let at = 0; at < count; at += 1) found[at] = slots[(hashes[at] ?? 0) & mask] ?? free;
    for (let at = 0; at < count; at += 1) foundAmounts[at] = amounts[found[at] ?? 0] ?? 0;
  }
}

/** Rows whose amounts, currencies and dates can be compared. */
export class AmountIndex {
  readonly #input: MatchInput;
  readonly #ids: AmountIds;
  readonly #numbers: Record<MatchSide, Int32Array>;
  readonly #rows: Record<MatchSide, RowsByNumber>;
  readonly #number = new Float64Array(1);
  readonly #words = new Int32Array(this.#number.buffer);

  /** Indexes all rows with an amount that an open row has. */
  constructor(input: MatchInput, state: MatchState) {
    this.#input = input;
    this.#ids = new AmountIds(state.countOpen('statement') + state.countOpen('ledger'));
    this.#numbers = {
      statement: new Int32Array(input.statement.rows).fill(free),
      ledger: new Int32Array(input.ledger.rows).fill(free),
    };
    for (const side of ['statement', 'ledger'] as const) this.#numberRows(side, state[side].open);
    for (const side of ['statement', 'ledger'] as const) this.#numberRows(side, null);
    const list = (side: MatchSide) => {
      const rows = new RowsByNumber(this.#numbers[side], input[side].active, this.#ids.count);
      rows.sortByDay(input[side].days);
      return rows;
    };
    this.#rows = { statement: list('statement'), ledger: list('ledger') };
  }

  /** Numbers the amounts of the marked rows; for `null` those of the other rows, if they have such a number. */
  #numberRows(side: MatchSide, marks: Uint8Array | null): void {
    const { rows, amounts, currencies, comparable } = this.#input[side];
    const words = new Int32Array(amounts.buffer, amounts.byteOffset, rows * 2);
    const numbers = this.#numbers[side];
    const ids = this.#ids;
    const batch = new AmountBatch();
    for (let row = 0; row < rows; row += 1) {
      if (comparable[row] !== 1 || (marks === null ? numbers[row] !== free : marks[row] !== 1)) continue;
      const hash = hashOf(words[row * 2] ?? 0, words[row * 2 + 1] ?? 0, currencies[row] ?? 0);
      if (marks === null && !ids.mayHave(hash)) continue;
      batch.rows[batch.count] = row;
      batch.hashes[batch.count] = hash;
      batch.count += 1;
      if (batch.count === maxBatch) this.#numberBatch(side, batch, marks !== null);
    }
    this.#numberBatch(side, batch, marks !== null);
  }

  #numberBatch(side: MatchSide, batch: AmountBatch, isAdded: boolean): void {
    const { amounts, currencies } = this.#input[side];
    const numbers = this.#numbers[side];
    const ids = this.#ids;
    ids.prefetch(batch);
    for (let at = 0; at < batch.count; at += 1) {
      const row = batch.rows[at] ?? 0;
      numbers[row] = ids.numberOf(amounts[row] ?? 0, currencies[row] ?? 0, batch.hashes[at] ?? 0, isAdded);
    }
    batch.count = 0;
  }

  /** Returns the number of an amount other than zero; -1 if no open row has it. */
  #find(amount: number, currency: number): number {
    this.#number[0] = amount;
    const hash = hashOf(this.#words[0] ?? 0, this.#words[1] ?? 0, currency);
    return this.#ids.numberOf(amount, currency, hash, false);
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
    const own = this.#input[side];
    const number =
      amount === undefined
        ? (this.#numbers[side][row] ?? free)
        : this.#find(amount, own.currencies[row] ?? 0);
    if (number === free) return;
    const other = side === 'statement' ? 'ledger' : 'statement';
    const near = { day: own.days[row] ?? 0, window };
    for (const otherRow of this.#rows[other].rowsNear(number, this.#input[other].days, near))
      if (!onRow(otherRow)) return;
  }

  /** True if so many rows of a file have the amount of a row that two payments of one party have it by chance. */
  isFrequent(side: MatchSide, row: number): boolean {
    const number = this.#numbers[side][row] ?? free;
    const { statement, ledger } = this.#input;
    const isFrequentIn = (rows: RowsByNumber, all: number) =>
      (rows.only[number] ?? noRow) < noRow &&
      rows.rowsOf(number).length > Math.max(minFrequent, all * frequentShare);
    return isFrequentIn(this.#rows.statement, statement.rows) || isFrequentIn(this.#rows.ledger, ledger.rows);
  }

  /** Returns the only row of the other file near a row; -1 for none, -2 for several. */
  onlyNear(side: MatchSide, row: number, window: number): number {
    const number = this.#numbers[side][row] ?? free;
    if (number === free) return noRow;
    const other = side === 'statement' ? 'ledger' : 'statement';
    const rows = this.#rows[other];
    const { days } = this.#input[other];
    const day = this.#input[side].days[row] ?? 0;
    const only = rows.only[number] ?? noRow;
    if (only >= 0) return Math.abs((days[only] ?? 0) - day) <= window ? only : noRow;
    if (only === noRow) return noRow;
    const near = rows.rowsNear(number, days, { day, window });
    return near.length > 1 ? severalRows : (near[0] ?? noRow);
  }
}
