import { globSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkedElsewhere, componentsByJourney, sameLayoutAsConfirm } from '../../e2e/layout/visited.ts';
import { root } from './imports.ts';

const declared = /\bfunction ([A-Z]\w*(?:Screen|Dialog|Panel|View|Sheet|Palette))\b/g;

/** Returns the names of a module's components, with the folder for a name that several modules use. */
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
const exemptPaths = new Set<string>([...Object.keys(checkedElsewhere), ...sameLayoutAsConfirm]);
const components = modules
  .filter(({ path }) => !exemptPaths.has(path))
  .flatMap(({ path, text }) => componentsOf(path, text));
const checked = Object.values(componentsByJourney).flat();
const checkedNames = new Set<string>(checked);
const declares = (text: string, name: string) => text.includes(`function ${name.split('/').at(-1)}(`);

describe('the layout', () => {
  test('is checked on every screen, dialog, panel and view', () => {
    expect(components.filter((name) => !checkedNames.has(name))).toEqual([]);
  });

  test('is checked on every module that renders a dialog, panel or popover', async () => {
    const featureModules = modules.filter(({ path }) => !path.startsWith('components/'));
    const uncheckedPaths = featureModules
      .filter(({ text }) => /<(?:Confirm|Discard|Form)?Dialog\b|<Panel\b|<Popover\b/.test(text))
      .filter(({ text }) => !checked.some((name) => declares(text, name)))
      .map(({ path }) => path);
    expect(uncheckedPaths.sort()).toEqual([...Object.keys(checkedElsewhere), ...sameLayoutAsConfirm].sort());
    for (const [spec, look] of Object.values(checkedElsewhere)) {
      const specs = globSync(`test/{e2e,long/e2e}/**/${spec}`, { cwd: root });
      const texts = await Promise.all(specs.map((path) => readFile(join(root, path), 'utf8')));
      expect(texts.join('\n'), `${spec} looks at ${look}`).toMatch(
        new RegExp(`(?:checkLayout\\(\\w+, |layout\\.(?:look|check)\\(|await photographView\\()'${look}'\\)`),
      );
    }
  });

  test('is checked only on components that exist', () => {
    const texts = modules.map(({ text }) => text).join('\n');
    const missing = checked.filter((name) => !declares(texts, name));
    expect(missing).toEqual([]);
  });

  test('is checked on components with unique names', () => {
    expect(components.filter((name, index) => components.indexOf(name) !== index)).toEqual([]);
  });
});
