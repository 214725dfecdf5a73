/** Returns the rows of a text; their cells have ` => ` between them. */
export const rowsOf = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(' => '));
