/** @file Searches text that is split into spans, as in the text layer of a PDF. */
import { fold } from '../../../shared/model/fold.ts';

/** Case-folds a span and keeps its leading and trailing spaces. */
function foldSpan(span: string): string {
  return fold(`|${span}|`).slice(1, -1);
}

/** Indexes of the spans that each match covers. Ignores case, accents and runs of spaces. */
export function findInSpans(spans: readonly string[], search: string): number[][] {
  const wanted = fold(search).replace(/\s+/g, ' ');
  if (wanted === '') return [];
  let text = '';
  const owners: number[] = [];
  for (const [index, span] of spans.entries()) {
    for (const letter of foldSpan(span)) {
      const space = /\s/.test(letter);
      if (space && text.endsWith(' ')) continue;
      text += space ? ' ' : letter;
      for (let unit = 0; unit < letter.length; unit += 1) owners.push(index);
    }
  }
  const matches: number[][] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
    matches.push([...new Set(owners.slice(at, at + wanted.length))]);
  }
  return matches;
}
