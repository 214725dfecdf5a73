/** @file Caches the facts of searched statements for the next search with filters. */
import { type RowFacts, sizeOfFacts } from '../query/row-facts.ts';

interface FactsCache {
  get(name: string): RowFacts | null;
  /** Adds facts, and evicts the oldest ones if necessary. */
  keep(name: string, facts: RowFacts): void;
}

/** Creates a cache of about `maxBytes` bytes. */
export function createFactsCache(maxBytes: number): FactsCache {
  const cached = new Map<string, RowFacts>();
  let totalBytes = 0;
  return {
    get: (name) => cached.get(name) ?? null,
    keep(name, facts) {
      const replaced = cached.get(name);
      if (replaced !== undefined) totalBytes -= sizeOfFacts(replaced);
      cached.delete(name);
      if (sizeOfFacts(facts) > maxBytes) return;
      cached.set(name, facts);
      totalBytes += sizeOfFacts(facts);
      for (const [oldest, oldestFacts] of cached) {
        if (totalBytes <= maxBytes) return;
        cached.delete(oldest);
        totalBytes -= sizeOfFacts(oldestFacts);
      }
    },
  };
}
