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

/** Characters that are written without spaces between words. Korean has spaces. */
const ideograph =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\u30fb\u30fc\uff00-\uff9f\uffe0-\uffe6]/u;
/** Marks and small kana that stay with the character before them. */
const closing =
  /[-\p{Pe}\p{Pf}\p{Po}\u3000\u301c\u3005\u303bー－～ｰゝゞヽヾぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶｧ-ｯ ]/u;
/** Marks that stay with the character after them. */
const opening = /[\p{Ps}\p{Pi}\p{Sc}@#]/u;

/** True when a line may end between two characters: after spaces, and around an ideograph unless a mark stays with it. */
function isBreakable(before: string, after: string): boolean {
  if (before === ' ') return after !== ' ';
  if (!ideograph.test(before) && !ideograph.test(after)) return false;
  return !opening.test(before) && !closing.test(after);
}

/** Divides a text into words and ideographs, each with the spaces after it. */
function divideText(text: string): string[] {
  const parts: string[] = [];
  let [part, before] = ['', ''];
  for (const character of text) {
    if (part !== '' && isBreakable(before, character)) {
      parts.push(part);
      part = '';
    }
    part += character;
    before = character;
  }
  return [...parts, part];
}

/** Breaks a text between words, and between ideographs, into lines of `maxWidth`; a longer word is broken anywhere. */
export function wrapText(text: string, maxWidth: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  let lineWidth = 0;
  for (const part of divideText(text)) {
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
