/** @file Prepares a text for pages: what no font shows becomes visible as a code point. */

interface SettableText {
  readonly text: string;
  /** True when a character was replaced by its code point. */
  readonly hasCodePoints: boolean;
}

/** Replaces each character that `canSet` refuses by its code point, such as `[U+4E2D]`. */
export function toSettableText(text: string, canSet: (character: string) => boolean): SettableText {
  let settable = '';
  let hasCodePoints = false;
  for (const character of text.normalize('NFC')) {
    if (canSet(character)) settable += character;
    else {
      const codePoint = character.codePointAt(0) ?? 0;
      settable += `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`;
      hasCodePoints = true;
    }
  }
  return { text: settable, hasCodePoints };
}

/** Breaks a text between words into lines of `maxWidth`; a longer word is broken anywhere. */
export function wrapText(text: string, maxWidth: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  let lineWidth = 0;
  // Each part is a word with the spaces after it.
  for (const part of text.match(/[^ ]+ *| +/g) ?? []) {
    const wordWidth = widthOf(part.trimEnd());
    if (line !== '' && lineWidth + wordWidth > maxWidth) {
      lines.push(line.trimEnd());
      line = '';
      lineWidth = 0;
    }
    if (wordWidth <= maxWidth) {
      line += part;
      lineWidth += widthOf(part);
      continue;
    }
    for (const character of part) {
      const width = widthOf(character);
      if (line !== '' && lineWidth + width > maxWidth) {
        lines.push(line);
        line = '';
        lineWidth = 0;
      }
      line += character;
      lineWidth += width;
    }
  }
  return line === '' && lines.length > 0 ? lines : [...lines, line.trimEnd()];
}
