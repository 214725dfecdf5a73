/** @file Every path and test that the documentation names exists, so that a rename cannot leave it behind. */
import { access, glob, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
/** A path in backticks from one of the folders of the project; patterns and placeholders are not paths. */
const fromRoot = /`((?:src|test|scripts|docs|kernel|assets)\/[^`\s*<>{}…]+)`/g;
/** A test in backticks, relative to `test/`. */
const ofTest = /`((?:unit|integration|e2e|faults|packaging)\/[^`\s*<>{}…]+)`/g;

async function pathsNamedIn(page: string): Promise<readonly string[]> {
  const text = await readFile(join(root, page), 'utf8');
  return [
    ...[...text.matchAll(fromRoot)].map((match) => match[1] ?? ''),
    ...[...text.matchAll(ofTest)].map((match) => `test/${match[1] ?? ''}`),
  ];
}

async function exists(path: string): Promise<boolean> {
  return access(join(root, path)).then(
    () => true,
    () => false,
  );
}

it('the documentation names only paths that exist', async () => {
  let named = 0;
  const missing: string[] = [];
  for await (const page of glob(['README.md', 'CONTRIBUTING.md', 'docs/**/*.md'], { cwd: root })) {
    for (const path of await pathsNamedIn(page)) {
      named += 1;
      if (!(await exists(path))) missing.push(`${page}: ${path}`);
    }
  }
  expect(named).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});

/** The tests of a row in the table of Electron's guide: files in backticks, each followed by parts of titles in italics. */
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
