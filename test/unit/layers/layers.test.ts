/** @file The imports, exports and names of all modules. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Module, readModule, readModules, root } from './imports.ts';
import { rules } from './rules.ts';

const modules = await readModules('src', 'test', 'scripts');

/** Returns what a module imports and uses, in the form of the rules. */
const factsOf = ({ path, imports, uses }: Module) => [
  ...imports.map((source) => `${path} > ${source}`),
  ...[...uses].map((name) => `${path} uses ${name}`),
];

test.each(rules)('$name', ({ forbidden, violation: [path, text] }) => {
  expect(modules.flatMap(factsOf).filter((fact) => forbidden.test(fact))).toEqual([]);
  expect(factsOf(readModule(path, text)).some((fact) => forbidden.test(fact))).toBe(true);
});

/** Returns the paths of an import cycle, each importing the next and the last the first; `null` when there is none. */
function findImportCycle(allModules: readonly Module[]): readonly string[] | null {
  const importsByPath = new Map(allModules.map(({ path, imports }) => [path, imports]));
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
  for (const { path } of allModules) {
    const cycle = visit(path);
    if (cycle !== null) return cycle;
  }
  return null;
}

test('no module imports itself through other modules, not even a type or by a re-export', () => {
  expect(findImportCycle(modules)).toBeNull();
  const cyclic = [
    readModule('src/main/entry.ts', `import './a.ts';`),
    readModule('src/main/a.ts', `import type { B } from './b.ts';`),
    readModule('src/main/b.ts', `export * from './a.ts';`),
  ];
  expect(findImportCycle(cyclic)).toEqual(['src/main/a.ts', 'src/main/b.ts']);
});

/** One file for each feature, for each route of the service, and for each catalog of messages, whatever its size. */
const maybeSmall = /^src\/(shared\/contract\/|.*\/compiled\/|main\/practice\/http\/probe\.ts$)/;

/** Returns the small modules of main, preload and shared that exactly one module, or test, imports. */
const findSmallModules = (allModules: readonly Module[]) =>
  allModules
    .filter(({ path, lines }) => lines < 30 && /^src\/(main|preload|shared)\//.test(path))
    .map(({ path }) => path)
    .filter((path) => !maybeSmall.test(path))
    .filter((path) => allModules.filter(({ imports }) => imports.includes(path)).length === 1);

test('no module of fewer than 30 lines serves a single importer', () => {
  expect(findSmallModules(modules)).toEqual([]);
  const small = readModule('src/main/small.ts', 'export const one = 1;');
  const importer = (path: string) => readModule(path, `export { one } from './small.ts';`);
  const [first, second] = [importer('src/main/first.ts'), importer('src/main/second.ts')];
  expect(findSmallModules([small, first])).toEqual([small.path]);
  expect(findSmallModules([small, first, second])).toEqual([]);
});

/** Modules whose exports are used by name: by tools, by the benchmarks' loader, by Vitest, or in place of another module. */
const usedByName =
  /^(?:test\/build-program\.ts$|scripts\/(?:dev\/app-protocol|mutants\/ignore-messages|pack\/(?:after|before)-pack)\.ts$|src\/shared\/messages\/compiled\/|test\/bench\/[a-z]+\/)/;

/** Returns the exports that no other module imports, as `path#name`. */
function findUnusedExports(allModules: readonly Module[]): string[] {
  const imported = new Set(allModules.flatMap(({ importedNames }) => [...importedNames]));
  return allModules
    .filter(({ path }) => !usedByName.test(path) && !imported.has(`${path}#*`))
    .flatMap(({ path, exports }) => exports.map((name) => `${path}#${name}`))
    .filter((name) => !imported.has(name));
}

test('every export is imported by another module', async () => {
  const files = (await readdir(root)).filter((file) => file.endsWith('.config.ts'));
  const configurations = await Promise.all(
    files.map(async (file) => readModule(file, await readFile(join(root, file), 'utf8'))),
  );
  expect(findUnusedExports([...modules, ...configurations])).toEqual([]);
  const lonely = [
    readModule('src/main/a.ts', 'export const used = 1; export type Unused = typeof used;'),
    readModule('src/main/b.ts', `import { used } from './a.ts'; export default used;`),
    readModule('src/main/c.ts', 'export function passedOn() {}'),
    readModule('src/main/d.ts', `export { passedOn as renamed } from './c.ts';`),
    readModule('src/main/e.ts', 'export class Loaded {}'),
    readModule('src/main/f.ts', `void import('./e.ts');`),
  ];
  expect(findUnusedExports(lonely)).toEqual(['src/main/a.ts#Unused', 'src/main/d.ts#renamed']);
});
