import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';

const sourceFolder = new URL('../../../src/', import.meta.url);

/** Properties whose change moves no other element, so that the browser can animate them without a layout in each frame. */
const animated = /^(?:none|opacity|scale|translate|rotate|background|color)$/;

/** Returns the transitions of a style sheet that make the browser lay the page out in each frame. */
function listCostlyTransitions(name: string, css: string): string[] {
  return [...css.matchAll(/\btransition(?:-property)?:\s*([^;}]+)/g)]
    .flatMap(([, list = '']) => list.split(/,\s*(?![^(]*\))/))
    .map((transition) => transition.trim())
    .filter((transition) => !animated.test(transition.split(/\s/)[0] ?? ''))
    .map((transition) => `${name}: ${transition}`);
}

describe('transitions', () => {
  it('change nothing that other elements are laid out by', () => {
    const sheets = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.css'),
    );
    const costly = sheets.flatMap((name) =>
      listCostlyTransitions(basename(name), readFileSync(new URL(name, sourceFolder), 'utf8')),
    );
    expect(sheets.length).toBeGreaterThan(40);
    expect(costly).toEqual([]);
  });

  it('are reported otherwise', () => {
    const css =
      '.a {\n  transition: width 1s;\n}\n.b {\n  transition: opacity 1s, left 1s cubic-bezier(0, 1, 1, 1);\n}\n.c { transition-property: all }';
    expect(listCostlyTransitions('page.css', css)).toEqual([
      'page.css: width 1s',
      'page.css: left 1s cubic-bezier(0, 1, 1, 1)',
      'page.css: all',
    ]);
  });
});
