import { markedPieces } from '../grid/state/marks.ts';

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
