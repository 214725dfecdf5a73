/** @file Style sheets: their classes exist and are used, their spaces are even, and they cost the browser no time. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './imports.ts';

const renderer = join(root, 'src', 'renderer');
const paths = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.(?:css|tsx?)$/.test(path));
const files = paths.map((path) => ({ path, text: readFileSync(join(renderer, path), 'utf8') }));
const sheets = files.filter(({ path }) => path.endsWith('.css'));

const comment = /\/\*[\s\S]*?\*\//g;

/** Returns the classes that a style sheet defines; those in `:global(…)` belong to another. */
function definedClasses(css: string): Set<string> {
  const selectors = css
    .replaceAll(comment, '')
    .replaceAll(/:global\([^)]*\)|"[^"]*"/g, '')
    .replaceAll(/\{[^{}]*\}/g, '{}');
  return new Set([...selectors.matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name = '']) => name));
}

/** Returns the classes that a module takes from style sheets, as `sheet: name`. */
function usedClasses(path: string, text: string): string[] {
  return [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm)].flatMap(
    ([, variable = '', from = '']) =>
      [...text.matchAll(new RegExp(`\\b${variable}(?:\\.(\\w+)|\\[)`, 'g'))].map(
        ([, name = '[…]']) => `${join(dirname(path), from).replaceAll('\\', '/')}: ${name}`,
      ),
  );
}

test('a class of a CSS module is used by a component, and a used class is defined', () => {
  const used = new Set(files.flatMap(({ path, text }) => usedClasses(path, text)));
  const defined = sheets
    .filter(({ path }) => path.endsWith('.module.css'))
    .flatMap(({ path, text }) => [...definedClasses(text)].map((name) => `${path}: ${name}`));
  expect(defined.length).toBeGreaterThan(400);
  expect([...used].toSorted()).toEqual(defined.toSorted());
});

test('a class whose name is in quotes or composed is one of the global sheets', () => {
  const globalSheets = sheets.filter(({ path }) => path.startsWith('styles/'));
  const globalClasses = definedClasses(globalSheets.map(({ text }) => text).join('\n'));
  const names = files
    .flatMap(({ text }) => [...text.matchAll(/\b(?:className="([^"]*)"|composes: (.*) from global;)/g)])
    .flatMap(([, list, composed = '']) => (list ?? composed).split(' '));
  expect(names.filter((name) => !globalClasses.has(name))).toEqual([]);
});

test('definitions and uses of classes are found', () => {
  const css = '.row:global(.num) > .cell {\n  width: 0.5px;\n}';
  expect(definedClasses(css)).toEqual(new Set(['row', 'cell']));
  expect(usedClasses('app/A.tsx', "import a from './A.module.css';\na.row; a[x]")).toEqual([
    'app/A.module.css: row',
    'app/A.module.css: […]',
  ]);
});

const rules = [
  {
    // Any other rule makes the browser style every element again whenever a row is added to a list.
    rule: 'a selector with :has() ends in a class, an attribute or an element',
    find: (css: string) =>
      [...css.matchAll(/([^{}]*)\{/g)]
        .flatMap(([, list = '']) => list.split(/,\s*\n/))
        .map((selector) => selector.replaceAll(comment, '').trim())
        .filter((selector) => /:has\(.*\)\s*[>+~ ]\s*(?:\*|:(?!has)[a-z-]+(?:\([^)]*\))?)$/.test(selector)),
    exceptions: [],
    example:
      '.a:has(> .b) > .c {\n}\n.a:has(+ .b) > * {\n}\nbody:has(> .a) > :not(.a),\n.b {\n}\n.d:has(.e) {\n}',
    violations: ['.a:has(+ .b) > *', 'body:has(> .a) > :not(.a)'],
  },
  {
    rule: 'a padding or gap is a multiple of four pixels',
    find: (css: string) =>
      [...css.matchAll(/^\s*((?:padding|gap|row-gap|column-gap)(?:-[a-z]+){0,2}: *[^;]+);/gm)]
        .map(([, declaration = '']) => declaration)
        .filter((text) => [...text.matchAll(/(?<![\w.])([\d.]+)px/g)].some(([, px]) => Number(px) % 4 !== 0)),
    // Spaces that separate the halves of one control or the marks of one bar.
    exceptions: [
      'Radio.module.css: padding: 2px',
      'DataGrid.module.css: padding-left: calc(var(--s-5) - 3px)',
      'ProgressBar.module.css: gap: 1px',
      'Coverage.module.css: padding: 0 2px',
    ],
    example: '.page {\n  padding: 0 6px;\n  gap: 8px;\n}',
    violations: ['padding: 0 6px'],
  },
  {
    // Any other transition makes the browser lay the page out in each frame.
    rule: 'a transition changes nothing that other elements are laid out by',
    find: (css: string) =>
      [...css.matchAll(/\btransition(?:-property)?:\s*([^;}]+)/g)]
        .flatMap(([, list = '']) => list.split(/,\s*(?![^(]*\))/))
        .map((transition) => transition.trim())
        .filter((text) => !/^(?:none|opacity|scale|translate|rotate|background|color)(?:\s|$)/.test(text)),
    exceptions: [],
    example:
      '.a {\n  transition: width 1s;\n}\n.b {\n  transition: opacity 1s, left 1s cubic-bezier(0, 1, 1, 1);\n}\n.c { transition-property: all }',
    violations: ['width 1s', 'left 1s cubic-bezier(0, 1, 1, 1)', 'all'],
  },
];

test.each(rules)('$rule', ({ find, exceptions, example, violations }) => {
  const found = sheets.flatMap(({ path, text }) => find(text).map((one) => `${basename(path)}: ${one}`));
  expect(new Set(found)).toEqual(new Set(exceptions));
  expect(find(example)).toEqual(violations);
});
