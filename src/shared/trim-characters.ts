/**
 * @file Trims chosen characters from a text in one pass. An expression such as `/x+$/` starts anew at each `x` and takes
 * quadratic time over a long run that is not at the end.
 */

/** The text without any of the characters at its start. */
export function trimCharactersAtStart(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text.charAt(start))) start += 1;
  return text.slice(start);
}

/** The text without any of the characters at its end. */
export function trimCharactersAtEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The text without any of the characters at either end. */
export function trimCharacters(text: string, characters: string): string {
  return trimCharactersAtStart(trimCharactersAtEnd(text, characters), characters);
}
