/** @file Every path and test that the documentation names exists, also after a rename. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './imports.ts';

/** Matches a path in backticks from a folder of the project, or from `test/`; patterns and placeholders are not paths. */
const path =
  /`(?<root>(?:src|test|scripts|docs|kernel|assets)\/[^`\s*<>{}…]+)`|`(?<test>(?:unit|integration|e2e|faults|packaging)\/[^`\s*<>{}…]+)`/g;

it('the documentation names only paths that exist', () => {
  const named = globSync(['README.md', 'CONTRIBUTING.md', 'docs/**/*.md'], { cwd: root }).flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(path)].map(({ groups }) => ({
      page,
      path: groups?.['root'] ?? `test/${groups?.['test']}`,
    })),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((name) => !existsSync(join(root, name.path)))).toEqual([]);
});

/** Returns the existing path of a file or folder that the Electron checklist names. */
const findListed = (name: string) =>
  ['', 'src', 'src/main', 'src/main/platform', 'scripts/pack', 'test/unit', 'test/unit/platform']
    .map((folder) => join(root, folder, name))
    .find((candidate) => existsSync(candidate));

/** Returns the text of a file, or of all files of a folder. */
function textOf(file: string): string {
  if (/\.[a-z]+$/.test(file)) return readFileSync(file, 'utf8');
  return readdirSync(file)
    .map((name) => readFileSync(join(file, name), 'utf8'))
    .join('\n');
}

it('the documentation names modules by the end of a path that exists', () => {
  const modules = globSync('{src,test,scripts}/**/*.{ts,tsx,mjs}', { cwd: root }).map(
    (file) => `/${file.replaceAll('\\', '/')}`,
  );
  const named = globSync(['README.md', 'CONTRIBUTING.md', 'docs/**/*.md'], { cwd: root }).flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:tsx?|mjs))`/g)].map(
      ([, end]) => ({ page, end }),
    ),
  );
  expect(named.filter(({ end }) => !modules.some((file) => file.endsWith(`/${end}`)))).toEqual([]);
});

it('the Electron checklist names only files and tests that exist', () => {
  const rows = readFileSync(join(root, 'docs/operations.md'), 'utf8').match(/^\| \d+ \|.*$/gm) ?? [];
  const missing: string[] = [];
  for (const row of rows) {
    let file = '';
    for (const [, name, title] of row.matchAll(/`([\w./-]+\.[a-z]+|layers)`|\*([^*]+)\*/g)) {
      if (name !== undefined) {
        file = findListed(name) ?? '';
        if (file === '') missing.push(name);
      } else if (title !== undefined && !textOf(file).includes(title)) missing.push(`${file}: ${title}`);
    }
  }
  expect(rows).toHaveLength(20);
  expect(missing).toEqual([]);
});
