/** @file The style of printed documents: pages, fonts and blocks. */
import type { TextPages } from './text-pages.ts';

/** Fonts of the system; Chromium finds others by itself for characters that these do not have. */
const fonts = [
  'Segoe UI',
  'Helvetica Neue',
  'Noto Sans',
  'Noto Sans CJK SC',
  'Microsoft YaHei',
  'PingFang SC',
  'Noto Sans Arabic',
  'Noto Sans Hebrew',
  'Noto Sans Thai',
  'Noto Sans Devanagari',
  'DejaVu Sans',
]
  .map((name) => `"${name}"`)
  .join(', ');

/** Distances in points. The number of a page stands above the lower edge, at the right. */
export const pageMargin = { side: 42, top: 42, number: 30 } as const;

const footLineHeight = 10;
/** Characters of a line of the foot, by the orientation of the page; the number of the page has the rest of the width. */
const footCharacters = { portrait: 85, landscape: 140 } as const;

const blockStyle = `
* { box-sizing: border-box; }
body { margin: 0; color: #000; font: 9.5pt/1.45 ${fonts}, sans-serif; orphans: 3; widows: 3; }
h1, h2, h3 { margin: 0; font-weight: 600; line-height: 1.3; break-after: avoid; break-inside: avoid; overflow-wrap: anywhere; }
h1 { font-size: 16pt; }
h2 { margin-top: 16pt; font-size: 12pt; }
h3 { margin-top: 8pt; font-size: 10pt; }
p { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
.subtitle { margin-bottom: 4pt; color: #555; break-before: avoid; }
.notice { margin-top: 4pt; border-left: 2.5pt solid #000; padding-left: 8pt; font-weight: 600; break-inside: avoid; }
table { width: 100%; margin-top: 5pt; border-collapse: collapse; }
th, td { padding: 0; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
.facts th { width: 150pt; padding-right: 12pt; color: #555; font-weight: 400; }
.facts tr { break-inside: avoid; }
.kept { break-inside: avoid; }
.rows { font-size: 7.5pt; line-height: 1.33; font-variant-numeric: tabular-nums; }
.rows th { color: #555; font-weight: 600; vertical-align: bottom; }
.rows th, .rows td { border-bottom: 0.4pt solid #ccc; padding: 1.5pt 4pt 2pt; overflow-wrap: break-word; }
.rows :first-child { padding-left: 0; }
.rows :last-child { padding-right: 0; }
.rows .end { text-align: right; }
.rows td.end { white-space: nowrap; }
.rows tr { break-inside: avoid; }
.original { table-layout: fixed; font: 8pt/1.32 "Cascadia Mono", Consolas, Menlo, "Noto Sans Mono", "DejaVu Sans Mono", ${fonts}, monospace; }
.original th { width: 32pt; padding-right: 8pt; color: #555; font-size: 6.5pt; font-weight: 400; text-align: right; }
.original td { tab-size: 4; white-space: pre-wrap; }
img { display: block; max-width: 100%; max-height: 80vh; margin-top: 8pt; break-inside: avoid; }
`;

/** A text as a string of CSS: only letters, digits and spaces stand for themselves, so no text can end the style. */
function toCssString(text: string): string {
  const escaped = text.replaceAll(
    /[^a-zA-Z0-9 ]/gu,
    (character) => `\\${(character.codePointAt(0) ?? 0).toString(16)} `,
  );
  return `"${escaped}"`;
}

/**
 * Returns the style of a document with lines of a foot. `position` has the words around the number of a page and the
 * number of all pages; with `null`, the number is added to the pages later.
 */
export function formatPageStyle(
  { isLandscape }: Pick<TextPages, 'isLandscape'>,
  footLines: readonly string[],
  position: readonly [before: string, between: string, after: string] | null,
): string {
  const orientation = isLandscape === true ? 'landscape' : 'portrait';
  const lineCount = footLines.reduce(
    (sum, line) => sum + Math.max(1, Math.ceil(line.length / footCharacters[orientation])),
    0,
  );
  const [before = '', between = '', after = ''] = position?.map(toCssString) ?? [];
  const number = position === null ? '""' : `${before} counter(page) ${between} counter(pages) ${after}`;
  const box = `border-top: 0.5pt solid #ccc; padding-top: 4pt; color: #555; font: 7.5pt/${footLineHeight}pt ${fonts}, sans-serif;`;
  return `@page {
  size: A4 ${orientation};
  margin: ${pageMargin.top}pt ${pageMargin.side}pt ${Math.max(pageMargin.number + 20, lineCount * footLineHeight + 34)}pt;
  @bottom-left { ${box} width: 82%; vertical-align: top; text-align: left; white-space: pre-wrap; overflow-wrap: anywhere; content: ${toCssString(footLines.join('\n'))}; }
  @bottom-right { ${box} width: 18%; vertical-align: top; text-align: right; content: ${number}; }
}
${blockStyle}`;
}
