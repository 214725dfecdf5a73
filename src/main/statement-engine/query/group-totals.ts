/** @file Exact figures of groups of rows. */
import { firstAtLeast } from '../columns/unreadable-cells.ts';
import { maxExact } from './exact-sum.ts';

/** The amounts that are grouped; the rows that are in no group have NaN. */
export interface GroupedAmounts {
  /** Minor units, positive for incoming. */
  readonly values: Float64Array;
  /** Exact minor units of the rows that a double cannot hold. */
  readonly large: ReadonlyMap<number, bigint>;
}

/**
 * The group of each row in two parts, so that both together need no array of their own: its code is
 * `outer * innerCount + inner`.
 */
export interface GroupCodes {
  readonly outer: Uint32Array;
  readonly inner: Uint32Array;
  readonly innerCount: number;
  /** All codes are below. */
  readonly count: number;
}

/** Returns the code of the group of a row. */
export function codeOf({ outer, inner, innerCount }: GroupCodes, row: number): number {
  return (outer[row] ?? 0) * innerCount + (inner[row] ?? 0);
}

/** A whole number of minor units: a number where that is exact. */
export type ExactAmount = number | bigint;

/** Places of the figures of one group. */
const offsets = { incoming: 0, outgoing: 1, rows: 2, firstRow: 3 } as const;
const figureCount = 4;

/** Exact figures beyond the range of a double. */
interface LargeFigures {
  incoming: bigint;
  outgoing: bigint;
}

/** The figures of each group, by its code. */
export class GroupTotals {
  readonly #figures: Float64Array;
  readonly #large = new Map<number, LargeFigures>();
  /** Number of rows in all groups. */
  grouped = 0;

  /** `rows` are the rows of the view in the order of the file; `null` for all. */
  constructor(codes: GroupCodes, { values, large }: GroupedAmounts, rows: Uint32Array | null) {
    this.#figures = new Float64Array(codes.count * figureCount);
    this.#add(codes, values, rows);
    if (large.size > 0) this.#addLargeAmounts(codes, large, rows);
  }

  /** Adds the amounts that doubles hold exactly, and counts the rows of all amounts. */
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop over every row, where a call costs more than the work
  #add({ outer, inner, innerCount }: GroupCodes, values: Float64Array, rows: Uint32Array | null): void {
    const figures = this.#figures;
    const length = rows === null ? values.length : rows.length;
    let grouped = 0;
    for (let index = 0; index < length; index += 1) {
      const row = rows === null ? index : (rows[index] ?? 0);
      const value = values[row] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      grouped += 1;
      const code = (outer[row] ?? 0) * innerCount + (inner[row] ?? 0);
      const at = code * figureCount;
      const count = figures[at + offsets.rows] ?? 0;
      if (count === 0) figures[at + offsets.firstRow] = row;
      figures[at + offsets.rows] = count + 1;
      if (value > maxExact || value < -maxExact) {
        // Amounts beyond the range of doubles follow later.
        if (Number.isSafeInteger(value)) this.#addLarge(code, BigInt(value));
        continue;
      }
      const place = value < 0 ? at + offsets.outgoing : at + offsets.incoming;
      const sum = (figures[place] ?? 0) + value;
      if (sum > maxExact || sum < -maxExact) {
        this.#addLarge(code, BigInt(sum));
        figures[place] = 0;
      } else figures[place] = sum;
    }
    this.grouped = grouped;
  }

  #addLarge(code: number, amount: bigint): void {
    const figures = this.#large.get(code) ?? { incoming: 0n, outgoing: 0n };
    figures[amount < 0n ? 'outgoing' : 'incoming'] += amount;
    this.#large.set(code, figures);
  }

  #addLargeAmounts(codes: GroupCodes, large: ReadonlyMap<number, bigint>, rows: Uint32Array | null): void {
    for (const [row, amount] of large) {
      if (rows === null || rows[firstAtLeast(rows, row)] === row) this.#addLarge(codeOf(codes, row), amount);
    }
  }

  /** Codes of the groups that have rows. */
  codes(): number[] {
    const found: number[] = [];
    for (let code = 0; code * figureCount < this.#figures.length; code += 1)
      if (this.rows(code) > 0) found.push(code);
    return found;
  }

  rows(code: number): number {
    return this.#figures[code * figureCount + offsets.rows] ?? 0;
  }

  /** The first row of a group in the view. */
  firstRow(code: number): number {
    return this.#figures[code * figureCount + offsets.firstRow] ?? 0;
  }

  incoming(code: number): ExactAmount {
    return this.#sum(code, 'incoming');
  }

  outgoing(code: number): ExactAmount {
    return this.#sum(code, 'outgoing');
  }

  net(code: number): ExactAmount {
    const [incoming, outgoing] = [this.incoming(code), this.outgoing(code)];
    return typeof incoming === 'number' && typeof outgoing === 'number'
      ? incoming + outgoing
      : BigInt(incoming) + BigInt(outgoing);
  }

  #sum(code: number, figure: 'incoming' | 'outgoing'): ExactAmount {
    const sum = this.#figures[code * figureCount + offsets[figure]] ?? 0;
    const large = this.#large.get(code);
    return large === undefined ? sum : large[figure] + BigInt(sum);
  }
}
