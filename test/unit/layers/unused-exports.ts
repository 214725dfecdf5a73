/** @file Finds exports that no other module imports. */
import type { Module } from './imports.ts';

/** Modules whose exports are used by name: by tools, by the benchmarks' loader, or in place of another module. */
const usedByName: readonly RegExp[] = [
  /^scripts\/dev\/app-protocol\.ts$/,
  /^scripts\/mutants\/ignore-messages\.ts$/,
  /^scripts\/pack\/(after|before)-pack\.ts$/,
  /^src\/shared\/messages\/compiled\//,
  /^test\/bench\/[a-z]+\//,
];

/** Returns the exports that no other module imports, as `path#name`. */
export function findUnusedExports(modules: readonly Module[]): string[] {
  const imported = new Set(modules.flatMap(({ importedNames }) => [...importedNames]));
  return modules
    .filter(({ path }) => !usedByName.some((pattern) => pattern.test(path)) && !imported.has(`${path}#*`))
    .flatMap(({ path, exports }) => exports.map((name) => `${path}#${name}`))
    .filter((name) => !imported.has(name));
}
