import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const stylesFolder = new URL('../../../src/renderer/styles/', import.meta.url);

/** Spaces of one or two pixels that separate the halves of one control or the marks of one bar. */
const exceptions = new Set([
  'chips.css: padding: 2px',
  'forced-colors.css: padding-left: calc(var(--s-5) - 3px)',
  'progress.css: gap: 1px',
  'statements-coverage.css: padding: 0 2px',
]);

/** Returns the paddings and gaps of a style sheet with a length that is not a multiple of four pixels. */
function listUnevenSpaces(name: string, css: string): string[] {
  return [...css.matchAll(/^\s*((?:padding|gap|row-gap|column-gap)(?:-[a-z]+){0,2}: *[^;]+);/gm)]
    .map(([, declaration = '']) => declaration)
    .filter((declaration) =>
      [...declaration.matchAll(/(?<![\w.])([\d.]+)px/g)].some(([, length]) => Number(length) % 4 !== 0),
    )
    .map((declaration) => `${name}: ${declaration}`);
}

const sheets = readdirSync(stylesFolder).filter((name) => name.endsWith('.css'));

describe('the four-pixel grid', () => {
  it('holds every padding and gap of the style sheets', () => {
    const uneven = sheets.flatMap((name) =>
      listUnevenSpaces(name, readFileSync(new URL(name, stylesFolder), 'utf8')),
    );
    expect(sheets.length).toBeGreaterThan(0);
    expect(new Set(uneven)).toEqual(exceptions);
  });

  it('reports a padding of six pixels', () => {
    expect(listUnevenSpaces('page.css', '.page {\n  padding: 0 6px;\n  gap: 8px;\n}')).toEqual([
      'page.css: padding: 0 6px',
    ]);
  });
});
