import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';

const sourceFolder = new URL('../../../src/', import.meta.url);

/** Spaces of one or two pixels that separate the halves of one control or the marks of one bar. */
const exceptions = new Set([
  'Radio.module.css: padding: 2px',
  'DataGrid.module.css: padding-left: calc(var(--s-5) - 3px)',
  'ProgressBar.module.css: gap: 1px',
  'Coverage.module.css: padding: 0 2px',
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

const sheets = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.css'),
);

describe('the four-pixel grid', () => {
  it('holds every padding and gap of the style sheets', () => {
    const uneven = sheets.flatMap((name) =>
      listUnevenSpaces(basename(name), readFileSync(new URL(name, sourceFolder), 'utf8')),
    );
    expect(sheets.length).toBeGreaterThan(40);
    expect(new Set(uneven)).toEqual(exceptions);
  });

  it('reports a padding of six pixels', () => {
    expect(listUnevenSpaces('page.css', '.page {\n  padding: 0 6px;\n  gap: 8px;\n}')).toEqual([
      'page.css: padding: 0 6px',
    ]);
  });
});
