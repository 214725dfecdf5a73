import { expect, test } from 'vitest';
import { createPagesPdf } from '../../../../src/main/formats/pdf/pages/set-pages.ts';
import type { TextPages } from '../../../../src/main/formats/pdf/pages/text-pages.ts';
import { readPages } from '../../../fakes/files/read-pages.ts';

const foot = { name: 'REF-1', lines: ['Acme (sandbox)'] };

const textOf = (...blocks: TextPages['blocks']): TextPages => ({
  title: 'Title',
  subtitle: 'Subtitle',
  blocks,
  foot,
});

async function createPdf(text: TextPages): Promise<Uint8Array> {
  const pdf = await createPagesPdf(text);
  if (pdf === null) throw new Error('The text has too many pages');
  return pdf;
}

const readText = async (text: TextPages) => (await readPages(await createPdf(text))).pages;

const scripts = [
  ['Polish', 'Zażółć gęślą jaźń'],
  ['Czech', 'Škoda Lisovna Plzeň a.s., příliš žluťoučký kůň'],
  ['Turkish', 'Dağ Şirketi İğdır ılık'],
  ['Vietnamese', 'Công ty Cổ phần Sữa Việt Nam'],
  ['Greek', 'Ελληνική Εταιρεία Ύδρευσης ΑΕ'],
  ['Cyrillic', 'ООО «Щука и Ёж», Київ, Ґанок'],
  // Latin, Greek and Cyrillic letters of the same shape.
  ['look-alike', 'AΑА BΒВ oοо'],
] as const;

test.each(scripts)('%s text is read back as written, in headings, facts and originals', async (_, text) => {
  const [page] = await readText(
    textOf(
      { is: 'heading', text, level: 1 },
      { is: 'notice', text },
      { is: 'facts', facts: [{ term: 'Name', lines: [text] }] },
      { is: 'original', text },
    ),
  );
  expect(page?.lines.slice(2, 6)).toEqual([text, text, `Name\t${text}`, `1\t${text}`]);
  expect(page?.lines.join('')).not.toContain('[U+');
});

test.each([
  ['of a script without a font', '東海', '[U+6771][U+6D77]'],
  ['that needs shaping', 'q̃', 'q[U+0303]'],
  ['that is invisible', 'a\u200bb\u202ec\u00add', 'a[U+200B]b[U+202E]c[U+00AD]d'],
  ['that controls a terminal', 'a\u0007b\u0000', 'a[U+0007]b[U+0000]'],
  ['that is half of a pair', 'a\ud83d', 'a[U+D83D]'],
])('a character %s is shown as its code point, and the foot says so', async (_, text, shown) => {
  const [page] = await readText(textOf({ is: 'paragraph', text }, { is: 'original', text }));
  expect(page?.lines.slice(2, 4)).toEqual([shown, `1\t${shown}`]);
  expect(page?.lines.at(-1)).toContain('Unicode code point');
});

test('a decomposed letter is shown as the letter', async () => {
  const [page] = await readText(textOf({ is: 'original', text: 'Cafe\u0301' }));
  expect(page?.lines[2]).toBe('1\tCafé');
});

test('an original is complete over wrapped lines and page breaks', async () => {
  const lines = Array.from(
    { length: 300 },
    (_, index) => `${index}: ${'x '.repeat(index)}${'щ'.repeat(index % 7)}`,
  );
  const pages = await readText(textOf({ is: 'original', text: lines.join('\r\n') }));
  expect(pages.length).toBeGreaterThan(10);
  const [, ...printed] = pages
    // The foot has two lines; the first page also has title and subtitle.
    .flatMap((page, index) => page.lines.slice(index === 0 ? 2 : 0, -2))
    .join('')
    .split(/(?<![0-9])\d+\t/);
  expect(printed).toEqual(lines);
});

test('each page has the foot and its number', async () => {
  const pages = await readText(textOf({ is: 'original', text: 'line\n'.repeat(200) }));
  expect(pages.length).toBeGreaterThan(2);
  for (const [index, { lines }] of pages.entries())
    expect(lines.slice(-2)).toEqual([`REF-1\tPage ${index + 1} of ${pages.length}`, 'Acme (sandbox)']);
});

test('a heading is never the last line of a page', async () => {
  for (let count = 35; count < 50; count += 1) {
    const paragraphs = Array.from({ length: count }, () => ({ is: 'paragraph', text: 'text' }) as const);
    const [first] = await readText(
      textOf(...paragraphs, { is: 'heading', text: 'Heading', level: 1 }, { is: 'paragraph', text: 'end' }),
    );
    expect(first?.lines.at(-3)).not.toBe('Heading');
  }
});

test('tabs keep their columns', async () => {
  const [page] = await readText(textOf({ is: 'original', text: 'a\tb\nabcd\te' }));
  expect(page?.lines.slice(2, 4)).toEqual(['1\ta   b', '2\tabcd    e']);
});

const columnsOf = (...names: string[]) => names.map((name) => ({ name, isAtEnd: name === 'Amount' }));

/** Joins lines of a page, whose cells end in a tab. */
const cellsOf = (line: string) => line.split('\t');

test('a table is complete over page breaks, and its header stands on each page', async () => {
  const rows = Array.from({ length: 120 }, (_, index) => [`${index + 1}`, `Payee ${index}`, `${index}.50`]);
  const pages = await readText({
    ...textOf({ is: 'table', columns: columnsOf('Row', 'Payee', 'Amount'), rows }),
    isLandscape: true,
  });
  expect(pages.length).toBeGreaterThan(2);
  expect(pages.map(({ size }) => size)).toEqual(pages.map(() => [842, 595]));
  const tables = pages.map(({ lines }, index) => lines.slice(index === 0 ? 2 : 0, -2).map(cellsOf));
  for (const [header] of tables) expect(header).toEqual(['Row', 'Payee', 'Amount']);
  expect(tables.flatMap((lines) => lines.slice(1))).toEqual(rows);
});

test('a cell that is wider than its column is wrapped, and one that is taller than a page is continued', async () => {
  const long = 'word '.repeat(2_000).trim();
  const pages = await readText(
    textOf({ is: 'table', columns: columnsOf('Row', 'Text', 'Other'), rows: [['1', long, 'x'.repeat(300)]] }),
  );
  expect(pages.length).toBeGreaterThan(2);
  const cells = pages.flatMap(({ lines }, index) => lines.slice(index === 0 ? 3 : 1, -2).map(cellsOf));
  const words = cells.flat().flatMap((text) => text.split(' '));
  expect(words.filter((word) => word === 'word')).toHaveLength(2_000);
  expect(words.filter((word) => /^x+$/.test(word)).join('')).toBe('x'.repeat(300));
});

test('columns that do not fit beside each other follow below, each with the first column', async () => {
  const names = ['Row', ...Array.from({ length: 29 }, (_, index) => `Column ${index + 2}`)];
  const row = names.map((_, index) => `${index + 1} ${'cell '.repeat(9).trim()}`);
  const [page] = await readText(textOf({ is: 'table', columns: columnsOf(...names), rows: [row] }));
  const lines = page?.lines ?? [];
  const headings = lines.filter((line) => line.startsWith('Columns '));
  expect(headings.length).toBeGreaterThan(2);
  expect(headings[0]).toMatch(/^Columns 1 to \d+ of 30$/);
  expect(headings.at(-1)).toMatch(/ to 30 of 30$/);
  for (const heading of headings) expect(lines[lines.indexOf(heading) + 1]).toMatch(/^Row\t/);
  const printed = lines.join(' ').match(/\bcell\b/g) ?? [];
  // The cell of the first column stands in each part.
  expect(printed).toHaveLength(9 * (29 + headings.length));
});

test('a picture is as wide as the text, and moves to the next page when it does not fit', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const picture = { is: 'picture', png, height: 0.8 } as const;
  const pages = await readText(textOf(picture, { is: 'paragraph', text: 'between' }, picture));
  expect(pages.map(({ pictures }) => pictures)).toEqual([1, 1]);
});

test('a text with too many pages is refused', async () => {
  expect(await createPagesPdf(textOf({ is: 'original', text: '\n'.repeat(150_000) }))).toBeNull();
});

test('the same text gives the same file', async () => {
  const text = textOf({ is: 'original', text: scripts.flat().join('\n') });
  expect(Buffer.from(await createPdf(text)).equals(Buffer.from(await createPdf(text)))).toBe(true);
});
