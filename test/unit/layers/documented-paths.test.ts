/** @file Every path and test that the documentation names exists, also after a rename. */
import { access, glob, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
/** Matches a path in backticks that starts with a folder of the project; patterns and placeholders are not paths. */
const pathFromRoot = /`((?:src|test|scripts|docs|kernel|assets)\/[^`\s*<>{}…]+)`/g;
/** Matches the path of a test in backticks, relative to `test/`. */
const pathOfTest = /`((?:unit|integration|e2e|faults|packaging)\/[^`\s*<>{}…]+)`/g;

async function pathsNamedIn(page: string): Promise<readonly string[]> {
  const text = await readFile(join(root, page), 'utf8');
  return [
    ...[...text.matchAll(pathFromRoot)].map((match) => match[1] ?? ''),
    ...[...text.matchAll(pathOfTest)].map((match) => `test/${match[1] ?? ''}`),
  ];
}

async function exists(path: string): Promise<boolean> {
  return access(join(root, path)).then(
    () => true,
    () => false,
  );
}

it('the documentation names only paths that exist', async () => {
  let pathCount = 0;
  const missing: string[] = [];
  for await (const page of glob(['README.md', 'CONTRIBUTING.md', 'docs/**/*.md'], { cwd: root })) {
    for (const path of await pathsNamedIn(page)) {
      pathCount += 1;
      if (!(await exists(path))) missing.push(`${page}: ${path}`);
    }
  }
  expect(pathCount).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});

/** Matches a test file in backticks, or a part of a title in italics, in a row of the Electron checklist. */
const fileOrTitle = /`(?<file>[^`]+\.(?:test|spec)\.ts|layers)`|\*(?<title>[^*]+)\*/g;

/** Returns the text of a test file, or of all files of a folder; paths are relative to `test/unit` or to the project. */
async function textOfTests(path: string): Promise<string> {
  const full = join(root, path.startsWith('test/') ? '' : 'test/unit', path);
  if (path.endsWith('.ts')) return readFile(full, 'utf8');
  const files = await readdir(full);
  return (await Promise.all(files.map((file) => readFile(join(full, file), 'utf8')))).join('\n');
}

it('names only tests that exist in the table of the Electron checklist', async () => {
  const rows = (await readFile(join(root, 'docs/operations.md'), 'utf8')).match(/^\| \d+ \|.*$/gm) ?? [];
  const missing: string[] = [];
  for (const row of rows) {
    let file = '';
    for (const { groups } of row.matchAll(fileOrTitle)) {
      file = groups?.['file'] ?? file;
      const title = groups?.['title'];
      if (title !== undefined && !(await textOfTests(file)).includes(title))
        missing.push(`${file}: ${title}`);
    }
  }
  expect(rows).toHaveLength(20);
  expect(missing).toEqual([]);
});
