/**
 * @file Trims characters from a text in one pass. An expression such as `/x+$/` is tried from each `x` and takes quadratic
 * time for a long sequence of `x` that is not at the end of the text.
 */

/** Removes the characters from the start of a text. */
export function trimCharactersAtStart(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text.charAt(start))) start += 1;
  return text.slice(start);
}

/** Removes the characters from the end of a text. */
export function trimCharactersAtEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Removes the characters from both ends of a text. */
export function trimCharacters(text: string, characters: string): string {
  return trimCharactersAtStart(trimCharactersAtEnd(text, characters), characters);
}
