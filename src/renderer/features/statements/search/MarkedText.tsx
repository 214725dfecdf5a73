function foldCharacter(character: string): string {
  return character
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

interface MarkedPiece {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Splits a cell into the first match and the text around it; returns a single piece if nothing matches. */
function markedPieces(cell: string, find: string): readonly MarkedPiece[] {
  const foldedFind = Array.from(find.trim(), foldCharacter).join('');
  if (foldedFind === '') return [{ text: cell, isMatch: false }];
  const characters = Array.from(cell);
  const folded = characters.map(foldCharacter);
  const starts: number[] = [];
  let length = 0;
  for (const piece of folded) {
    starts.push(length);
    length += piece.length;
  }
  const matchStart = folded.join('').indexOf(foldedFind);
  if (matchStart < 0) return [{ text: cell, isMatch: false }];
  const first = starts.findLastIndex((start) => start <= matchStart);
  const last = starts.findIndex((start) => start >= matchStart + foldedFind.length);
  const end = last < 0 ? characters.length : last;
  return [
    { text: characters.slice(0, first).join(''), isMatch: false },
    { text: characters.slice(first, end).join(''), isMatch: true },
    { text: characters.slice(end).join(''), isMatch: false },
  ].filter(({ text }) => text !== '');
}

interface MarkedTextProps {
  readonly text: string;
  readonly find: string;
  /** The text as it is shown, if it differs. */
  readonly shownText?: string;
}

/** A text with its first match of a search. */
export function MarkedText({ text, find, shownText = text }: MarkedTextProps) {
  const pieces = markedPieces(text, find);
  // The found characters may be written otherwise in the shown text, so it is marked as a whole.
  const shownPieces =
    shownText === text ? pieces : [{ text: shownText, isMatch: pieces.some(({ isMatch }) => isMatch) }];
  return shownPieces.map(({ text: piece, isMatch }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other name
    isMatch ? <mark key={index}>{piece}</mark> : piece,
  );
}
