import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './imports.ts';

const renderer = join(root, 'src', 'renderer');
const read = (path: string) => readFileSync(join(renderer, path), 'utf8');
const listFiles = (end: RegExp) =>
  readdirSync(renderer, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => end.test(path));

const importOfSheet = /^import (\w+) from '([^']+\.module\.css)';$/gm;

/** Returns the classes that a style sheet defines; those in `:global(…)` belong to another. */
function definedClasses(css: string): Set<string> {
  const selectors = css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/:global\([^)]*\)|"[^"]*"/g, '')
    .replaceAll(/\{[^{}]*\}/g, '{}');
  return new Set([...selectors.matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name = '']) => name));
}

/** Returns the classes that a module of the renderer takes from style sheets, by the path of the sheet. */
function usedClasses(path: string, text: string): { readonly sheet: string; readonly names: string[] }[] {
  return [...text.matchAll(importOfSheet)].map(([, variable = '', from = '']) => ({
    sheet: join(dirname(path), from).replaceAll('\\', '/'),
    names: [...text.matchAll(new RegExp(`\\b${variable}(?:\\.(\\w+)|\\[)`, 'g'))].map(
      ([, name = '[…]']) => name,
    ),
  }));
}

const sheets = new Map(listFiles(/\.module\.css$/).map((path) => [path, definedClasses(read(path))]));
const uses = listFiles(/\.tsx?$/).flatMap((path) =>
  usedClasses(path, read(path)).map((use) => ({ path, ...use })),
);
const globalClasses = definedClasses(
  listFiles(/^styles\/.*\.css$/)
    .map(read)
    .join('\n'),
);

describe('CSS modules', () => {
  it('define every class that a component takes from them', () => {
    const unknown = uses.flatMap(({ path, sheet, names }) =>
      names.filter((name) => sheets.get(sheet)?.has(name) !== true).map((name) => `${path}: ${name}`),
    );
    expect(sheets.size).toBeGreaterThan(40);
    expect(unknown).toEqual([]);
  });

  it('have no class that no component uses', () => {
    const used = new Set(uses.flatMap(({ sheet, names }) => names.map((name) => `${sheet}: ${name}`)));
    const unused = [...sheets].flatMap(([sheet, names]) =>
      [...names].map((name) => `${sheet}: ${name}`).filter((name) => !used.has(name)),
    );
    expect(unused).toEqual([]);
  });

  it('have every other class: names in quotes are those of the global sheets', () => {
    const foreign = listFiles(/\.tsx$/).flatMap((path) =>
      [...read(path).matchAll(/\bclassName="([^"]*)"/g)]
        .flatMap(([, names = '']) => names.split(' '))
        .filter((name) => !globalClasses.has(name))
        .map((name) => `${path}: ${name}`),
    );
    expect(foreign).toEqual([]);
  });

  it('reads definitions and uses', () => {
    expect(definedClasses('.row:global(.num) > .cell {\n  width: 0.5px;\n}')).toEqual(
      new Set(['row', 'cell']),
    );
    expect(usedClasses('app/A.tsx', "import a from './A.module.css';\na.row; a[x]")).toEqual([
      { sheet: 'app/A.module.css', names: ['row', '[…]'] },
    ]);
  });
});
