/** @file Searches stored PDFs. The text of a PDF is extracted once, and cached in memory only. */
import { getDocument, PasswordException } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { PaydeskError } from '../../../shared/errors.ts';
import type { GapReason } from '../../../shared/model/statements/statement-search.ts';
import { openGranted } from '../../storage/library/sealed-reader.ts';
import type { Request } from '../process/envelope.ts';
import { engineMethods } from '../process/messages.ts';
import type { Source } from '../process/methods/fields.ts';
import type { FoundInFile } from '../process/methods/search-methods.ts';
import { createTextMatcher, type TextMatcher } from '../query/text-matcher.ts';
import { readWhole } from '../read/source.ts';
// Loads the worker code into this thread, so that pdf.js starts no thread of its own.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { pdfOptions } from '../../formats/pdf/pdf-options.ts';
import { foldText } from '../read/fold.ts';

type PageHit = Extract<FoundInFile['hits'][number], { kind: 'page' }>;

const blank = 0x20;
/** Maximum length of a shown line, in characters. */
const maxLineLength = 400;

/** The text of one page. */
interface PageText {
  /** The lines as written. */
  readonly lines: readonly string[];
  /** All lines, folded, with single blanks within and between them. */
  readonly folded: Buffer;
  /** Offset of each line in the folded text. */
  readonly starts: readonly number[];
}

/** Folds a text, with single blanks. */
function foldLine(text: string): Uint8Array {
  const folded = foldText(text.trim());
  return folded.filter((byte, index) => byte !== blank || folded[index - 1] !== blank);
}

/** Folds the lines of a page. */
function toPageText(lines: readonly string[]): PageText {
  const starts: number[] = [];
  const parts: Uint8Array[] = [];
  let length = 0;
  for (const line of lines) {
    const folded = foldLine(line);
    starts.push(length);
    parts.push(folded, Buffer.from([blank]));
    length += folded.length + 1;
  }
  return { lines, folded: Buffer.concat(parts), starts };
}

/** Approximate size of a page in memory, in bytes. */
function sizeOfPage({ lines, folded }: PageText): number {
  return folded.length + lines.reduce((sum, line) => sum + line.length * 2 + 64, 0);
}

function lineAt({ starts }: PageText, offset: number): number {
  return starts.findLastIndex((start) => start <= offset);
}

/** Yields the offsets and lengths of the text, and of its other notations if it is an amount, in the order of the page. */
function findOffsets({ folded }: PageText, { text, amount }: TextMatcher): Map<number, number> {
  const offsets = new Map<number, number>();
  const needle = foldLine(text);
  if (needle.length === 0) return offsets;
  for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + needle.length))
    offsets.set(at, needle.length);
  for (const part of amount?.needles ?? []) {
    for (let at = folded.indexOf(part); at >= 0; at = folded.indexOf(part, at + 1))
      if (amount?.isAt(folded, at) === true) offsets.set(at, part.length);
  }
  return new Map([...offsets].sort(([one], [other]) => one - other));
}

/** Returns the shown part of a line, around the place of the hit. */
function cutLine(line: string, place: number): string {
  if (line.length <= maxLineLength) return line;
  const start = Math.max(0, Math.min(place - maxLineLength / 2, line.length - maxLineLength));
  return line.slice(start, start + maxLineLength);
}

/** Finds the lines of a page with a text, each once. */
function findInPage(page: PageText, pageNumber: number, matcher: TextMatcher): PageHit[] {
  const hits = new Map<number, PageHit>();
  for (const [offset, length] of findOffsets(page, matcher)) {
    const first = lineAt(page, offset);
    if (hits.has(first)) continue;
    const last = lineAt(page, offset + length - 1);
    const text = page.lines
      .slice(first, last + 1)
      .map((line) => line.trim())
      .join(' ');
    const found = page.folded.toString('utf8', offset, offset + length);
    hits.set(first, {
      kind: 'page',
      page: pageNumber,
      text: cutLine(text, offset - (page.starts[first] ?? 0)),
      found,
    });
  }
  return [...hits.values()];
}

/** Maximum length of the extracted text, in characters. */
const maxPagesText = 4_000_000;

type PagesText =
  | {
      readonly result: 'read';
      /** The lines of each page. */
      readonly pages: readonly (readonly string[])[];
      /** False if later pages were left out because the text is too long. */
      readonly isComplete: boolean;
    }
  | { readonly result: 'encrypted' };

/** Reads the pages. Rejects for a damaged PDF. The bytes are transferred and unusable afterwards. */
async function readPages(bytes: Uint8Array): Promise<PagesText> {
  const loading = getDocument({ ...pdfOptions, data: bytes });
  try {
    const document = await loading.promise;
    const pages: string[][] = [];
    let length = 0;
    while (pages.length < document.numPages && length < maxPagesText) {
      const page = await document.getPage(pages.length + 1);
      const { items } = await page.getTextContent();
      page.cleanup();
      const text = items
        .map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
        .join('');
      length += text.length;
      pages.push(text.split('\n').filter((line) => line.trim() !== ''));
    }
    return { result: 'read', pages, isComplete: pages.length === document.numPages };
  } catch (thrown) {
    if (thrown instanceof PasswordException) return { result: 'encrypted' };
    throw thrown;
  } finally {
    await loading.destroy();
  }
}

/** Maximum size of a PDF that is searched, in bytes. */
const maxPdfBytes = 100_000_000;
/** Bytes of extracted texts that are cached. */
const maxCachedBytes = 96_000_000;

/** The extracted text of a PDF; without pages, `reason` says why. */
interface CachedPdf {
  readonly pages: readonly PageText[];
  readonly reason: GapReason | null;
  readonly size: number;
}

async function readBytes(source: Source): Promise<Uint8Array> {
  const size = source.kind === 'sealed' ? source.grant.size : source.bytes.length;
  if (size > maxPdfBytes) throw new PaydeskError('statement-too-large', 'The PDF is too large to search');
  return source.kind === 'sealed' ? readWhole(await openGranted(source.grant)) : new Uint8Array(source.bytes);
}

async function extractText(source: Source): Promise<CachedPdf> {
  const read = await readPages(await readBytes(source));
  if (read.result === 'encrypted') return { pages: [], reason: 'password', size: 0 };
  const pages = read.pages.map(toPageText);
  const isEmpty = pages.every(({ lines }) => lines.length === 0);
  const reason = isEmpty ? 'no-text' : read.isComplete ? null : 'long-text';
  return { pages, reason, size: pages.reduce((sum, page) => sum + sizeOfPage(page), 0) };
}

function searchPdf(
  { pages, reason }: CachedPdf,
  matcher: TextMatcher,
  maxHits: number,
): Omit<FoundInFile, 'item'> {
  const hits: FoundInFile['hits'] = [];
  for (const [index, page] of pages.entries()) {
    hits.push(...findInPage(page, index + 1, matcher));
    if (hits.length > maxHits) break;
  }
  return {
    hits: hits.slice(0, maxHits),
    more: hits.length > maxHits,
    failed: false,
    reasons: reason === null ? [] : [reason],
  };
}

/** Creates the searcher; the returned function serves one request. */
export function createPageSearcher(): (request: Request) => Promise<unknown> {
  const cached = new Map<string, CachedPdf>();
  let cachedBytes = 0;

  function keep(item: string, pdf: CachedPdf): void {
    cached.set(item, pdf);
    cachedBytes += pdf.size;
    for (const [oldest, { size }] of cached) {
      if (cachedBytes <= maxCachedBytes) return;
      cached.delete(oldest);
      cachedBytes -= size;
    }
  }

  return async ({ args }) => {
    const { files, text, maxHits } = engineMethods.searchPages.args.parse(args);
    const matcher = createTextMatcher(text);
    const found: FoundInFile[] = [];
    const unknown: string[] = [];
    for (const { item, source } of files) {
      let pdf = cached.get(item) ?? null;
      if (pdf === null && source === null) {
        unknown.push(item);
        continue;
      }
      try {
        if (pdf === null && source !== null) {
          pdf = await extractText(source);
          keep(item, pdf);
        }
        if (pdf !== null) found.push({ item, ...searchPdf(pdf, matcher, maxHits) });
      } catch {
        // A damaged PDF must not hide hits in other files.
        found.push({ item, hits: [], more: false, failed: true, reasons: ['unreadable'] });
      }
    }
    return { found, unknown };
  };
}
