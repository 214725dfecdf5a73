export function isDeepEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const entries = Object.entries(a);
  const entriesOfB = new Map<string, unknown>(Object.entries(b));
  return (
    entries.length === entriesOfB.size &&
    entries.every(([name, value]) => entriesOfB.has(name) && isDeepEqual(value, entriesOfB.get(name)))
  );
}
