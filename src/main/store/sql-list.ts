/** @file Formats lists of states for SQL. */

/** Returns `('a', 'b')` for use with `IN`. States are constants of the program and contain no quotes. */
export function sqlList(states: readonly string[]): string {
  return `(${states.map((state) => `'${state}'`).join(', ')})`;
}
