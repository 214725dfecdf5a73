/** @file Finds a text in a cell, ignoring case and accents, to highlight it. */

function foldCharacter(character: string): string {
  return character
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

/** A piece of a cell. */
export interface MarkedPiece {
  readonly text: string;
  readonly marked: boolean;
}

/** Splits a cell into marked and unmarked pieces; a single unmarked piece if the text is not found. */
export function markedPieces(cell: string, find: string): readonly MarkedPiece[] {
  const wanted = Array.from(find.trim(), foldCharacter).join('');
  if (wanted === '') return [{ text: cell, marked: false }];
  const characters = Array.from(cell);
  const folded = characters.map(foldCharacter);
  const starts: number[] = [];
  let length = 0;
  for (const piece of folded) {
    starts.push(length);
    length += piece.length;
  }
  const at = folded.join('').indexOf(wanted);
  if (at < 0) return [{ text: cell, marked: false }];
  const first = starts.findLastIndex((start) => start <= at);
  const last = starts.findIndex((start) => start >= at + wanted.length);
  const end = last < 0 ? characters.length : last;
  return [
    { text: characters.slice(0, first).join(''), marked: false },
    { text: characters.slice(first, end).join(''), marked: true },
    { text: characters.slice(end).join(''), marked: false },
  ].filter(({ text }) => text !== '');
}
