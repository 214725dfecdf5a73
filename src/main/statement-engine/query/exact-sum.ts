/** @file Exact sums of whole numbers. */

/** Maximum of a partial sum: a double holds the sum of two such numbers exactly. */
export const maxExact = 4e15;

/** Adds integers exactly. */
export class ExactSum {
  #small = 0;
  #large = 0n;

  add(value: number): void {
    // A number above the maximum could make the sum inexact.
    if (value > maxExact || value < -maxExact) {
      this.#large += BigInt(value);
      return;
    }
    this.#small += value;
    if (this.#small > maxExact || this.#small < -maxExact) {
      this.#large += BigInt(this.#small);
      this.#small = 0;
    }
  }

  addLarge(value: bigint): void {
    this.#large += value;
  }

  total(): bigint {
    return this.#large + BigInt(this.#small);
  }
}
