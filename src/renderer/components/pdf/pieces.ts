/** @file Searches text that is split into spans, as in the text layer of a PDF. */
import { fold } from '../../../shared/model/fold.ts';

/** Case-folds a span and keeps its leading and trailing spaces. */
function foldPiece(piece: string): string {
  return fold(`|${piece}|`).slice(1, -1);
}

/** Indexes of the spans that each match covers. Ignores case, accents and runs of spaces. */
export function placesIn(pieces: readonly string[], search: string): number[][] {
  const wanted = fold(search).replace(/\s+/g, ' ');
  if (wanted === '') return [];
  let text = '';
  const owners: number[] = [];
  for (const [index, piece] of pieces.entries()) {
    for (const letter of foldPiece(piece)) {
      const space = /\s/.test(letter);
      if (space && text.endsWith(' ')) continue;
      text += space ? ' ' : letter;
      for (let unit = 0; unit < letter.length; unit += 1) owners.push(index);
    }
  }
  const places: number[][] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
    places.push([...new Set(owners.slice(at, at + wanted.length))]);
  }
  return places;
}
