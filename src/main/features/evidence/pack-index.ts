/** @file The index of a pack: a page without scripts, and a table of its files. */
import { t } from '../../../shared/messages/index.ts';
import type { CsvRow } from '../../formats/csv/csv-writer.ts';
import type { IndexTable, PackPlan } from './contributor.ts';

/** A written file of a pack. */
export interface IndexedFile {
  readonly path: string;
  readonly title: string;
  readonly size: number;
  /** In hex. */
  readonly sha256: string;
}

/** Types that a browser only shows. Other files are not links, because a browser may run what is in them. */
const linkedExtensions = /\.(?:csv|gif|jpe?g|json|jsonl|pdf|png|tiff?|txt)$/i;

/** The names of the columns of the table of files. */
export const indexHeader = () => [
  t('evidence.field.file'),
  t('evidence.field.content'),
  t('evidence.field.bytes'),
  t('evidence.field.sha256'),
];

export async function* toIndexRows(files: readonly IndexedFile[]): AsyncGenerator<CsvRow> {
  for (const { path, title, size, sha256 } of files) yield [path, title, size, sha256];
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);
}

function toLink(path: string): string {
  const text = `<bdi>${escapeText(path)}</bdi>`;
  if (!linkedExtensions.test(path)) return text;
  const address = path.split('/').map(encodeURIComponent).join('/');
  return `<a href="${escapeText(address)}">${text}</a>`;
}

const styles = `
:root { color-scheme: light dark; }
body { max-width: 75rem; margin: 2rem auto; padding: 0 1rem; font: 0.9375rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; }
h2 { margin-top: 2rem; font-size: 1.125rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1.5rem; }
dd { margin: 0; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.25rem 0.5rem; border-bottom: 1px solid rgb(128 128 128 / 40%); text-align: left; vertical-align: top; overflow-wrap: anywhere; }
code { font-size: 0.8125rem; }
@media print { a { color: inherit; } }
`;

const row = (cells: readonly string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>\n`;

function tableStart(title: string, header: readonly string[]): string {
  const names = header.map((name) => `<th scope="col">${escapeText(name)}</th>`).join('');
  return `<h2>${escapeText(title)}</h2>\n<table>\n<thead><tr>${names}</tr></thead>\n<tbody>\n`;
}

const tableEnd = '</tbody>\n</table>\n';

function describePlan({ profile, statements, proofs, entries }: PackPlan): string {
  const dates = statements.flatMap(({ since, till }) => [since, till]).toSorted();
  const wallets = [...new Set(statements.map(({ walletId }) => walletId))];
  const facts = [
    [t('evidence.field.profile'), profile.name],
    [t('evidence.field.environment'), t(`components.environment.${profile.environment}`)],
    [t('evidence.field.wallets'), wallets.join(', ')],
    [
      t('evidence.field.period'),
      t('evidence.index.period', { since: dates[0] ?? '', till: dates.at(-1) ?? '' }),
    ],
    [t('evidence.field.statements'), String(statements.length)],
    [t('evidence.field.proofs'), String(new Set(proofs.map(({ reference }) => reference)).size)],
    [t('evidence.field.activity'), String(entries.length)],
  ];
  const lines = facts.map(
    ([term = '', value = '']) => `<dt>${escapeText(term)}</dt><dd><bdi>${escapeText(value)}</bdi></dd>\n`,
  );
  return `<dl>\n${lines.join('')}</dl>\n`;
}

function* pageLines(
  plan: PackPlan,
  files: readonly IndexedFile[],
  tables: readonly IndexTable[],
): Generator<string> {
  const title = escapeText(t('evidence.index.title'));
  yield `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${styles}</style>
</head>
<body>
<h1>${title}</h1>
`;
  yield describePlan(plan);
  yield `<h2>${escapeText(t('evidence.index.verify'))}</h2>\n`;
  for (const key of [
    'evidence.index.verifyFiles',
    'evidence.index.verifyList',
    'evidence.index.verifyChain',
  ] as const)
    yield `<p>${escapeText(t(key))}</p>\n`;
  yield `<p><code>sha256sum -c SHA256SUMS</code></p>\n`;
  yield tableStart(t('evidence.index.files'), indexHeader());
  for (const { path, title: content, size, sha256 } of files)
    yield row([toLink(path), `<bdi>${escapeText(content)}</bdi>`, String(size), `<code>${sha256}</code>`]);
  yield tableEnd;
  for (const table of tables) {
    yield tableStart(table.title, table.header);
    for (const cells of table.rows) yield row(cells.map((cell) => `<bdi>${escapeText(cell)}</bdi>`));
    yield tableEnd;
  }
  yield '</body>\n</html>\n';
}

/** Lines per piece. */
const linesPerPiece = 500;

/** Yields the page in pieces. */
export async function* createIndexPage(
  plan: PackPlan,
  files: readonly IndexedFile[],
  tables: readonly IndexTable[],
): AsyncGenerator<Uint8Array> {
  let lines: string[] = [];
  for (const line of pageLines(plan, files, tables)) {
    lines.push(line);
    if (lines.length < linesPerPiece) continue;
    yield Buffer.from(lines.join(''));
    lines = [];
  }
  yield Buffer.from(lines.join(''));
}
