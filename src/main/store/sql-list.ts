/** @file Lists of states as SQL. */

/** `('a', 'b')`, for `IN`. States are names of the program and hold no quotes. */
export function sqlList(states: readonly string[]): string {
  return `(${states.map((state) => `'${state}'`).join(', ')})`;
}
