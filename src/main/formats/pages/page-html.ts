/** @file Texts as HTML documents of a bounded size, in which nothing of the texts is interpreted. */
import { t } from '../../../shared/messages/index.ts';
import { formatPageStyle } from './page-style.ts';
import type { PageBlock, PageFact, PageTable, TextPages } from './text-pages.ts';

/** A document with a part of a text. */
interface PagePart {
  readonly html: string;
  /** Share of the text, in cells and lines. */
  readonly weight: number;
}

/** Cells and lines of a part: Chromium needs about 450 MB for the pages of so many. */
const maxPartWeight = 11_000;
/** Maximum cells and lines of a text that is tagged for screen readers: tags need memory as well. */
export const maxTaggedWeight = 6_000;

/** Maximum columns of a page. */
const maxColumns = { portrait: 9, landscape: 13 } as const;
/** Long words of cells may be broken after twelve characters, so that columns can be narrow. */
const longWord = /\S{12}(?=\S)/gu;
/** Maximum lines of a fact, and characters of a line of an original, that stay in one piece. */
const maxFactLines = 200;
const longPiece = /.{1,20000}/gsu;
/** Characters that weigh as much as a cell. */
const charactersPerWeight = 100;
const pictureWeight = 500;

/** Invisible characters, and those that change the order of others or break lines. */
const invisible = /[\p{C}\p{Zl}\p{Zp}]/gu;
/** Invisible characters that texts need: the tab, joiners, and the signs of Arabic numbers. */
const needed = /^(?:\t|\u200c|\u200d|[\u0600-\u0605\u06dd])$/u;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Replaces characters that are invisible by their code points, such as `[U+202E]`. */
const toVisible = (text: string) =>
  text.replaceAll(invisible, (character) => {
    const codePoint = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return needed.test(character) ? character : `[U+${codePoint}]`;
  });

const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '');

/** The attribute for the direction of a text that has other than Latin letters. */
const directionOf = (text: string) => (/[^\0-\u024f]/.test(text) ? ' dir="auto"' : '');

/** Creates an element with a text; line breaks are kept. */
function toElement(name: string, text: string, attributes = ''): string {
  const content = text.split('\n').map((line) => escapeHtml(toVisible(line)));
  return `<${name}${attributes}${directionOf(text)}>${content.join('<br>')}</${name}>`;
}

/** Creates a cell in which long words may be broken. A visible text contains no NUL, which marks the breaks. */
const toCell = (name: 'th' | 'td', text: string, attributes: string) =>
  `<${name}${attributes}${directionOf(text)}>${escapeHtml(toVisible(text).replaceAll(longWord, '$&\0')).replaceAll('\0', '<wbr>')}</${name}>`;

/** Markup that wraps consecutive pieces; each part repeats it. */
interface Wrapper {
  readonly start: string;
  readonly end: string;
}

/** Markup that is never divided among parts. */
interface Piece {
  readonly html: string;
  readonly weight: number;
  readonly wrapper: Wrapper | null;
  /** True for a piece that stays in one part with the next one. */
  readonly isKeptWithNext?: boolean;
}

function* piecesOf(blocks: readonly PageBlock[], orientation: keyof typeof maxColumns): Generator<Piece> {
  for (const block of blocks) {
    switch (block.is) {
      case 'heading': {
        const html = toElement(block.level === 1 ? 'h2' : 'h3', block.text);
        yield { html, weight: 1, wrapper: null, isKeptWithNext: true };
        break;
      }
      case 'paragraph':
        yield { html: toElement('p', block.text), weight: weightOf(block.text), wrapper: null };
        break;
      case 'notice':
        yield { html: toElement('p', block.text, ' class="notice"'), weight: 1, wrapper: null };
        break;
      case 'facts':
        yield* factPieces(block.facts, block.isKeptTogether ?? false);
        break;
      case 'original':
        yield* originalPieces(block.text);
        break;
      case 'table':
        yield* tablePieces(block, maxColumns[orientation]);
        break;
      case 'picture': {
        const source = `data:${block.mediaType};base64,${Buffer.from(block.bytes).toString('base64')}`;
        yield { html: `<img alt="" src="${source}">`, weight: pictureWeight, wrapper: null };
      }
    }
  }
}

const weightOf = (text: string) => 1 + Math.floor(text.length / charactersPerWeight);

function* factPieces(facts: readonly PageFact[], isKeptTogether: boolean): Generator<Piece> {
  const wrapper = {
    start: `<table class="facts${isKeptTogether ? ' kept' : ''}"><tbody>`,
    end: '</tbody></table>',
  };
  for (const { term, lines } of facts) {
    for (let first = 0; first < Math.max(1, lines.length); first += maxFactLines) {
      const values = lines.slice(first, first + maxFactLines);
      const head = toElement('th', first === 0 ? term : '', ' scope="row"');
      const html = `<tr>${head}<td>${values.map((line) => toElement('div', line)).join('')}</td></tr>`;
      yield { html, weight: 1 + values.reduce((sum, line) => sum + weightOf(line), 0), wrapper };
    }
  }
}

function* originalPieces(text: string): Generator<Piece> {
  const wrapper = { start: '<table class="original"><tbody>', end: '</tbody></table>' };
  for (const [index, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    for (const [place, piece] of (line.match(longPiece) ?? ['']).entries()) {
      const number = place === 0 ? String(index + 1) : '';
      const html = `<tr><th scope="row">${number}</th>${toElement('td', piece)}</tr>`;
      yield { html, weight: weightOf(piece), wrapper };
    }
  }
}

/** The columns of a table, divided into panels below each other; each of them starts with the first column. */
function panelsOf({ columns }: PageTable, most: number): number[][] {
  const others = columns.map((_, index) => index).slice(1);
  const panels: number[][] = [];
  for (let start = 0; start === 0 || start < others.length; start += most - 1)
    panels.push([0, ...others.slice(start, start + most - 1)]);
  return panels;
}

function* tablePieces(table: PageTable, most: number): Generator<Piece> {
  const panels = panelsOf(table, most);
  for (const panel of panels) {
    if (panels.length > 1) {
      const [, second = 0] = panel;
      const from = panel === panels[0] ? 1 : second + 1;
      const text = t('pdfPages.columns', { from, to: (panel.at(-1) ?? 0) + 1, count: table.columns.length });
      yield { html: toElement('h3', text), weight: 1, wrapper: null, isKeptWithNext: true };
    }
    const columns = panel.map((index) => ({
      index,
      ...(table.columns[index] ?? { name: '', isAtEnd: false }),
    }));
    const heads = columns.map(({ name, isAtEnd }) =>
      toCell('th', name, ` scope="col"${isAtEnd ? ' class="end"' : ''}`),
    );
    const wrapper = {
      start: `<table class="rows"><thead><tr>${heads.join('')}</tr></thead><tbody>`,
      end: '</tbody></table>',
    };
    for (const row of table.rows) {
      let html = '';
      let weight = 0;
      for (const { index, isAtEnd } of columns) {
        const text = (row[index] ?? '').replaceAll('\r', '').replaceAll('\n', ' ⏎ ');
        html += isAtEnd ? toElement('td', text, ' class="end"') : toCell('td', text, '');
        weight += weightOf(text);
      }
      yield { html: `<tr>${html}</tr>`, weight, wrapper };
    }
  }
}

function* textsOf(block: PageBlock): Generator<string> {
  switch (block.is) {
    case 'table':
      for (const row of block.rows) yield* row;
      break;
    case 'facts':
      for (const { term, lines } of block.facts) yield* [term, ...lines];
      break;
    case 'original':
      yield* block.text.split(/\r\n|\n|\r/);
      break;
    case 'picture':
      break;
    default:
      yield block.text;
  }
}

/** Returns about the weight of all parts of a text, without making the parts. */
export function measureWeight({ blocks }: TextPages): number {
  let sum = 0;
  for (const block of blocks) {
    if (block.is === 'picture') sum += pictureWeight;
    for (const text of textsOf(block)) sum += weightOf(text);
  }
  return sum;
}

/** Divides the message about the position of a page at its two numbers. */
function dividePosition(): readonly [string, string, string] {
  const [before = '', between = '', after = ''] = t('pdfPages.position', { page: '\n', total: '\n' }).split(
    '\n',
  );
  return [before, between, after];
}

/** Yields the parts of a text in order. A text of one part has the number of each page; pages of several have none. */
export function* pagePartsOf(text: TextPages, isOnly: boolean): Generator<PagePart> {
  const { title, subtitle, blocks, foot } = text;
  const orientation = text.isLandscape === true ? 'landscape' : 'portrait';
  let body = `${toElement('h1', title)}${toElement('p', subtitle, ' class="subtitle"')}`;
  let weight = 0;
  let wrapper: Wrapper | null = null;
  let isKeptWithNext = false;

  function finish(): PagePart {
    const content = `${body}${wrapper?.end ?? ''}`;
    const footLines = [foot.name, ...foot.lines].map(toVisible);
    if (content.includes('[U+')) footLines.push(t('pdfPages.codePoints'));
    const style = formatPageStyle(text, footLines, isOnly ? dividePosition() : null);
    const head = `<meta charset="utf-8"><title>${escapeHtml(toVisible(title))}</title><style>${style}</style>`;
    const part = {
      html: `<!doctype html><html lang="en"><head>${head}</head><body>${content}</body></html>`,
      weight,
    };
    [body, weight, wrapper] = ['', 0, null];
    return part;
  }

  for (const piece of piecesOf(blocks, orientation)) {
    if (weight > 0 && weight + piece.weight > maxPartWeight && !isKeptWithNext && !isOnly) yield finish();
    if (piece.wrapper !== wrapper) {
      body += `${wrapper?.end ?? ''}${piece.wrapper?.start ?? ''}`;
      wrapper = piece.wrapper;
    }
    body += piece.html;
    weight += piece.weight;
    isKeptWithNext = piece.isKeptWithNext ?? false;
  }
  yield finish();
}
