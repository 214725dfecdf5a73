/**
 * Names the element of each visible row, for React. An element belongs to its row and moves with it: a key or a click
 * that was on its way when the list was ordered anew reaches the row that it was meant for. Rows that are not loaded
 * are named by their place, and so is a row that is there twice because its pages were read at different moments.
 */
export function rowKeys(
  indexes: readonly number[],
  idAt: (index: number) => number | null,
): readonly string[] {
  const named = new Set<number>();
  return indexes.map((index) => {
    const id = idAt(index);
    if (id === null || named.has(id)) return `place ${index}`;
    named.add(id);
    return `row ${id}`;
  });
}
