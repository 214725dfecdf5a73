import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkedElsewhere, onlyOtherWords, visited } from '../../e2e/layout/visited.ts';
import { root } from './imports.ts';

const declared = /\bfunction ([A-Z]\w*(?:Screen|Dialog|Panel|View|Sheet|Palette))\b/g;

/** Components of `path`, by name, and by folder and name where several files have one of that name. */
function componentsOf(path: string, text: string): string[] {
  const feature = path.split('/').at(-2) ?? '';
  return [...text.matchAll(declared)].map(([, name = '']) =>
    name === 'PasteDialog' ? `${feature}/${name}` : name,
  );
}

const folder = join(root, 'src', 'renderer');
const paths = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.tsx'));
const modules = await Promise.all(
  paths.map(async (path) => ({
    path: path.replaceAll('\\', '/'),
    text: await readFile(join(folder, path), 'utf8'),
  })),
);
const elsewhere = new Set<string>([...Object.keys(checkedElsewhere), ...onlyOtherWords]);
const components = modules
  .filter(({ path }) => !elsewhere.has(path))
  .flatMap(({ path, text }) => componentsOf(path, text));
const checked = Object.values(visited).flat();
const known = new Set<string>(checked);
const declares = (text: string, name: string) => text.includes(`function ${name.split('/').at(-1)}(`);

describe('the layout', () => {
  test('is looked at on every screen, dialog, panel and view', () => {
    expect(components.filter((name) => !known.has(name))).toEqual([]);
  });

  test('is looked at on every question, dialog, panel and mark, whatever draws it', async () => {
    const parts = modules.filter(({ path }) => !path.startsWith('components/'));
    const drawing = parts
      .filter(({ text }) => /<(?:Confirm|Discard)?Dialog\b|<Panel\b|<Popover\b/.test(text))
      .filter(({ text }) => !checked.some((name) => declares(text, name)))
      .map(({ path }) => path);
    expect(drawing.sort()).toEqual([...Object.keys(checkedElsewhere), ...onlyOtherWords].sort());
    for (const [spec, look] of Object.values(checkedElsewhere)) {
      const text = await readFile(join(root, 'test', 'e2e', spec), 'utf8');
      expect(text, `${spec} looks at ${look}`).toMatch(
        new RegExp(`(?:checkLayout\\(\\w+, |layout\\.(?:look|check)\\(|await shoot\\()'${look}'\\)`),
      );
    }
  });

  test('is looked at on nothing that is no longer there', () => {
    const texts = modules.map(({ text }) => text).join('\n');
    const gone = checked.filter((name) => !declares(texts, name));
    expect(gone).toEqual([]);
  });

  test('of two components of one name is looked at on both', () => {
    expect(components.filter((name, index) => components.indexOf(name) !== index)).toEqual([]);
  });
});
