/** @file Searches text that is split into spans, as in the text layer of a PDF. */
import { fold } from '../../../shared/model/fold.ts';

/** Case-folds a span. The bars keep `fold` from removing leading and trailing spaces. */
function foldSpan(span: string): string {
  return fold(`|${span}|`).slice(1, -1);
}

/** Indexes of the spans that each match covers. Ignores case, accents and runs of spaces. */
export function findInSpans(spans: readonly string[], search: string): number[][] {
  const foldedSearch = fold(search).replace(/\s+/g, ' ');
  if (foldedSearch === '') return [];
  let text = '';
  const spanIndexes: number[] = [];
  for (const [index, span] of spans.entries()) {
    for (const letter of foldSpan(span)) {
      const isSpace = /\s/.test(letter);
      if (isSpace && text.endsWith(' ')) continue;
      text += isSpace ? ' ' : letter;
      for (let codeUnit = 0; codeUnit < letter.length; codeUnit += 1) spanIndexes.push(index);
    }
  }
  const matches: number[][] = [];
  for (
    let offset = text.indexOf(foldedSearch);
    offset !== -1;
    offset = text.indexOf(foldedSearch, offset + foldedSearch.length)
  ) {
    matches.push([...new Set(spanIndexes.slice(offset, offset + foldedSearch.length))]);
  }
  return matches;
}
