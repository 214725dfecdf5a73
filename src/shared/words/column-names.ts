/** @file Names of the columns of a statement. Its modules are few, because the review process loads them too. */

/** The name of a column, or its place where the file does not name it. */
export function columnName(name: string, index: number): string {
  return name === '' ? `Column ${index + 1}` : name;
}
