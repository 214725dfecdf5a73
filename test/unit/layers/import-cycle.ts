/** @file Finds modules that import each other in a cycle. */
import type { Module } from './imports.ts';

/** Paths of an import cycle, each importing the next and the last the first; `null` when there is none. */
export function findImportCycle(modules: readonly Module[]): readonly string[] | null {
  const importsByPath = new Map(modules.map(({ path, imports }) => [path, imports]));
  const acyclic = new Set<string>();
  const chain: string[] = [];
  function visit(path: string): readonly string[] | null {
    if (acyclic.has(path)) return null;
    const start = chain.indexOf(path);
    if (start !== -1) return chain.slice(start);
    chain.push(path);
    for (const imported of importsByPath.get(path) ?? []) {
      const cycle = visit(imported);
      if (cycle !== null) return cycle;
    }
    chain.pop();
    acyclic.add(path);
    return null;
  }
  for (const { path } of modules) {
    const cycle = visit(path);
    if (cycle !== null) return cycle;
  }
  return null;
}
