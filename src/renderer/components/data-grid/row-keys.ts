/**
 * Returns the React key of each visible row. An element belongs to its row and moves with it, so that a key press or
 * click that arrives just after a new sort order still reaches the intended row. A row that is not loaded has its
 * index as key, and so has a row that appears twice because its pages were loaded at different times.
 */
export function rowKeys(
  indexes: readonly number[],
  idAt: (index: number) => number | null,
): readonly string[] {
  const usedIds = new Set<number>();
  return indexes.map((index) => {
    const id = idAt(index);
    if (id === null || usedIds.has(id)) return `place ${index}`;
    usedIds.add(id);
    return `row ${id}`;
  });
}
