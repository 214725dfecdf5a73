import { PDFDocument, PDFName } from 'pdf-lib';
import { expect, test } from 'vitest';
import type { TextPages } from '../../../src/main/formats/pages/text-pages.ts';
import { greyJpeg } from '../../fakes/files/grey-jpeg.ts';
import { printText } from '../../fakes/files/print-text.ts';
import { linesOfText, readPages } from '../../fakes/files/read-pages.ts';

const foot = { name: 'REF-1', lines: ['Acme (sandbox)'] };

const textOf = (...blocks: TextPages['blocks']): TextPages => ({
  title: 'Title',
  subtitle: 'Subtitle',
  blocks,
  foot,
});

async function createPdf(text: TextPages): Promise<Uint8Array> {
  const pdf = await printText(text);
  if (pdf === null) throw new Error('The text is too long');
  return pdf;
}

const readText = async (text: TextPages) => (await readPages(await createPdf(text))).pages;
/** The lines of pages without their feet. */
const bodyOf = (pages: Awaited<ReturnType<typeof readText>>) =>
  pages.flatMap(({ lines }) => lines.slice(0, -2));

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

test('texts of every script are read back as written, in headings, facts, originals and cells', async () => {
  const columns = ['Script', 'Text'].map((name) => ({ name, isAtEnd: false }));
  const text = textOf(
    ...scripts.flatMap(([name, value]): TextPages['blocks'] => [
      { is: 'heading', text: value, level: 1 },
      { is: 'notice', text: value },
      { is: 'facts', facts: [{ term: name, lines: [value] }] },
      { is: 'original', text: value },
    ]),
    { is: 'table', columns, rows: scripts.map(([name, value]) => [name, value]) },
  );
  const lines = bodyOf(await readText(text));
  expect(lines.map((line) => line.normalize())).toEqual(linesOfText(text).map((line) => line.normalize()));
});

test.each([
  ['that is invisible', 'a\u200bb\u202ec\u00add', 'a[U+200B]b[U+202E]c[U+00AD]d'],
  ['that controls a terminal', 'a\u0007b\u0000', 'a[U+0007]b[U+0000]'],
  ['that is half of a pair', 'a\ud83d', 'a[U+D83D]'],
])('a character %s is shown as its code point, and the foot says so', async (_, text, shown) => {
  const [page] = await readText(textOf({ is: 'paragraph', text }, { is: 'original', text }));
  expect(page?.lines.slice(2, 4)).toEqual([shown, `1\t${shown}`]);
  expect(page?.lines.at(-1)).toContain('Unicode code point');
});

test('what looks like HTML or CSS is text everywhere, and nothing of it is interpreted', async () => {
  const hostile = `</title></style><script>1</script><img src="https://evil.example/x">&amp;&lt;b> ' " \\22 } @page { size: A6 }`;
  const text: TextPages = {
    title: hostile,
    subtitle: hostile,
    blocks: [
      { is: 'heading', text: hostile, level: 2 },
      { is: 'facts', facts: [{ term: 'Name', lines: [hostile] }] },
      { is: 'original', text: hostile },
      { is: 'table', columns: [{ name: hostile, isAtEnd: false }], rows: [[hostile]] },
    ],
    foot: { name: hostile, lines: [hostile] },
  };
  const pdf = await createPdf(text);
  const { pages, isActive } = await readPages(pdf);
  expect(isActive).toBe(false);
  expect(pages.map(({ size, pictures }) => ({ size, pictures }))).toEqual([
    { size: [595, 842], pictures: [] },
  ]);
  const shown = pages[0]?.lines.join('').replaceAll(/\s/g, '') ?? '';
  expect(shown.split(hostile.replaceAll(/\s/g, ''))).toHaveLength(1 + 9);
  expect((await PDFDocument.load(pdf, { updateMetadata: false })).getTitle()).toBe(hostile);
});

test('an original is complete over wrapped lines and page breaks', async () => {
  const lines = Array.from(
    { length: 300 },
    (_, index) => `${index}: ${'x '.repeat(index)}${'щ'.repeat(index % 7)}`,
  );
  const pages = await readText(textOf({ is: 'original', text: lines.join('\r\n') }));
  expect(pages.length).toBeGreaterThan(10);
  const printed = bodyOf(pages)
    .slice(2)
    .join('')
    .split(/(?<![0-9])\d+\t/)
    .slice(1);
  const withoutSpaces = (all: readonly string[]) => all.map((line) => line.replaceAll(/\s/g, ''));
  expect(withoutSpaces(printed)).toEqual(withoutSpaces(lines));
  for (const [index, page] of pages.entries())
    expect(page.lines.slice(-2)).toEqual([`REF-1\tPage ${index + 1} of ${pages.length}`, 'Acme (sandbox)']);
});

test('a heading is never the last line of a page, and facts that belong together are on one', async () => {
  const facts = ['Profile', 'Since', 'Next step'].map((term) => ({ term, lines: ['value'] }));
  const text = textOf(
    ...Array.from({ length: 60 }, (_, index): TextPages['blocks'] => [
      { is: 'heading', text: `Heading ${'long '.repeat(index)}`, level: 2 },
      { is: 'facts', facts, isKeptTogether: true },
    ]).flat(),
  );
  const pages = await readText(text);
  expect(pages.length).toBeGreaterThan(5);
  for (const { lines } of pages) expect(lines.at(-3)).toBe('Next step\tvalue');
});

const columnsOf = (...names: string[]) => names.map((name) => ({ name, isAtEnd: name === 'Amount' }));

const rowsOf = (length: number) =>
  Array.from({ length }, (_, index) => [`${index + 1}`, `Payee ${index}`, `${index}.50`]);

test.each([
  ['one part', 120],
  ['several parts', 5_000],
])(
  'a table of %s is complete, with its header, its foot and a number that continues on each page',
  async (_, length) => {
    const rows = rowsOf(length);
    const progress: number[] = [];
    const pdf = await printText(
      { ...textOf({ is: 'table', columns: columnsOf('Row', 'Payee', 'Amount'), rows }), isLandscape: true },
      { onProgress: ({ done, total }) => progress.push(done / total) },
    );
    const { pages } = await readPages(pdf ?? new Uint8Array());
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.map(({ size }) => size)).toEqual(pages.map(() => [842, 595]));
    const tables = pages.map(({ lines }, index) =>
      lines.slice(index === 0 ? 2 : 0, -2).map((line) => line.split('\t')),
    );
    for (const [header] of tables) expect(header).toEqual(['Row', 'Payee', 'Amount']);
    expect(tables.flatMap((lines) => lines.slice(1))).toEqual(rows);
    const numbers = pages.map(({ lines }) => lines.slice(-3).join('\t'));
    for (const [index, number] of numbers.entries())
      expect(number).toContain(`Page ${index + 1} of ${pages.length}`);
    expect(progress.at(-1)).toBe(1);
  },
);

test('a name of 300 characters and a cell that is taller than a page are wrapped, never cut', async () => {
  const name = 'Vereinigte-Donaudampfschifffahrtsgesellschaft'.repeat(7).slice(0, 300);
  const long = 'word '.repeat(4_000).trim();
  const pages = await readText({
    ...textOf({
      is: 'table',
      columns: columnsOf('Row', 'Text', 'Amount'),
      rows: [[name, long, '-1,234,567.50']],
    }),
    title: name,
    foot: { name, lines: [] },
  });
  expect(pages.length).toBeGreaterThan(2);
  const all = pages.map(({ lines }) => lines.join(' ')).join(' ');
  expect(all.match(/\bword\b/g)).toHaveLength(4_000);
  expect(all).toContain('-1,234,567.50');
  for (const { lines } of pages)
    expect(
      lines
        .slice(-5)
        .join('')
        .replaceAll(/\t?Page \d+ of \d+/g, ''),
    ).toContain(name);
});

test('columns that do not fit beside each other follow below, each with the first column', async () => {
  const names = ['Row', ...Array.from({ length: 29 }, (_, index) => `C${index + 2}`)];
  const row = names.map((_, index) => `v${index + 1}`);
  const [page] = await readText(textOf({ is: 'table', columns: columnsOf(...names), rows: [row] }));
  const lines = page?.lines.slice(2, -2) ?? [];
  expect(lines.filter((_, index) => index % 3 === 0)).toEqual([
    'Columns 1 to 9 of 30',
    'Columns 10 to 17 of 30',
    'Columns 18 to 25 of 30',
    'Columns 26 to 30 of 30',
  ]);
  expect(lines[3 + 1]).toBe(['Row', ...names.slice(9, 17)].join('\t'));
  expect(lines[3 + 2]).toBe(['v1', ...row.slice(9, 17)].join('\t'));
});

test('an image moves to the next page when it does not fit', async () => {
  const bytes = new Uint8Array(greyJpeg(Array.from({ length: 80 }, () => Array<number>(80).fill(90))));
  const picture = { is: 'picture', mediaType: 'image/jpeg', bytes } as const;
  const pages = await readText(textOf(picture, { is: 'paragraph', text: 'between' }, picture));
  expect(pages.map(({ pictures }) => pictures)).toEqual([['top left'], ['top left']]);
});

test('a photo is upright: its first row and first column are where its orientation says', async () => {
  // In the words of EXIF, tag 274, for the values from 1; the last has none.
  const sides = ['top left', 'top right', 'bottom right', 'bottom left'];
  const turned = ['left top', 'right top', 'right bottom', 'left bottom'];
  const photos = [1, 2, 3, 4, 5, 6, 7, 8, undefined].map((orientation) => ({
    is: 'picture' as const,
    mediaType: 'image/jpeg' as const,
    bytes: new Uint8Array(greyJpeg([[0, 128, 255]], orientation)),
  }));
  const [page] = await readText(textOf(...photos));
  expect(page?.pictures).toEqual([...sides, ...turned, 'top left']);
});

test('a text of one part is accessible: it has tags, a language and a title', async () => {
  const { catalog, ...document } = await PDFDocument.load(
    await createPdf(textOf({ is: 'paragraph', text: 'x' })),
  );
  expect(document).toBeDefined();
  expect(catalog.has(PDFName.of('StructTreeRoot'))).toBe(true);
  expect(String(catalog.get(PDFName.of('Lang')))).toContain('en');
});

test('a text that is too long is refused before anything is printed', async () => {
  expect(await printText(textOf({ is: 'original', text: '\n'.repeat(1_100_000) }))).toBeNull();
});

test('a cancelled text ends with the part that is being printed', async () => {
  const controller = new AbortController();
  const text = textOf({ is: 'table', columns: columnsOf('Row', 'Payee', 'Amount'), rows: rowsOf(20_000) });
  const printing = printText(text, { signal: controller.signal, onProgress: () => controller.abort() });
  await expect(printing).rejects.toMatchObject({ code: 'cancelled' });
});
