/** @file Random numbers that are the same in every run. */

/** Creates a generator of whole numbers from 0 to below `below`. */
export function createNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
