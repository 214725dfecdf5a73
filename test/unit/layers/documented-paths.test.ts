/** @file Every path that the documentation names exists, so that a renamed file cannot leave it behind. */
import { access, glob, readFile } from 'node:fs/promises';
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

it('names only paths that exist', async () => {
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
