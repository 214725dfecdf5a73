/** @file Finds in a text that comes in pieces: a PDF has its words wherever they were set. */
import { fold } from '../../../shared/model/fold.ts';

/** Folded, with the spaces at its ends. */
function foldPiece(piece: string): string {
  return fold(`|${piece}|`).slice(1, -1);
}

/** The pieces that each place of the search touches, by their numbers. Lower case, accents and spaces do not count. */
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
