import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';

const sourceFolder = new URL('../../../src/', import.meta.url);

/**
 * Returns the selectors of a style sheet with `:has()` whose last part names no class, attribute or element. Such a rule
 * makes the browser style every element again whenever a row is added to a list.
 */
function listBroadSelectors(name: string, css: string): string[] {
  const selectors = [...css.matchAll(/([^{}]*)\{/g)].flatMap(([, list = '']) => list.split(/,\s*\n/));
  return selectors
    .map((selector) => selector.replaceAll(/\/\*[\s\S]*?\*\//g, '').trim())
    .filter((selector) => /:has\(.*\)\s*[>+~ ]\s*(?:\*|:(?!has)[a-z-]+(?:\([^)]*\))?)$/.test(selector))
    .map((selector) => `${name}: ${selector}`);
}

const sheets = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.css'),
);

describe('selectors with :has()', () => {
  it('end in a class, an attribute or an element', () => {
    const broad = sheets.flatMap((name) =>
      listBroadSelectors(basename(name), readFileSync(new URL(name, sourceFolder), 'utf8')),
    );
    expect(sheets.length).toBeGreaterThan(40);
    expect(broad).toEqual([]);
  });

  it('are reported otherwise', () => {
    const css =
      '.a:has(> .b) > .c {\n}\n.a:has(+ .b) > * {\n}\nbody:has(> .a) > :not(.a),\n.b {\n}\n.d:has(.e) {\n}';
    expect(listBroadSelectors('page.css', css)).toEqual([
      'page.css: .a:has(+ .b) > *',
      'page.css: body:has(> .a) > :not(.a)',
    ]);
  });
});
