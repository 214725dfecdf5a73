/** @file Splits file names for display: where a name may be shortened or wrap, and its hidden characters. */

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Characters before the extension that are never cut off. */
const charactersBeforeExtension = 5;
/** A longer "extension" is part of the name. */
const maxExtensionLength = 10;

/** A name split into the part that may shrink and the part that stays; together they are the whole name. */
interface SplitName {
  readonly head: string;
  readonly tail: string;
}

function extensionStart(name: string): number {
  const dotOffset = name.lastIndexOf('.');
  const isExtension =
    dotOffset > 0 && name.length - dotOffset <= maxExtensionLength && !/\s/.test(name.slice(dotOffset));
  return isExtension ? dotOffset : name.length;
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Splits a name so that its end, with its extension, always stays. Never cuts through a grapheme, whatever its number
 * of code units. In right-to-left text only the extension is split off: the two halves of a number would be swapped.
 */
export function splitName(name: string): SplitName {
  const extensionOffset = extensionStart(name);
  if (rightToLeft.test(name))
    return { head: name.slice(0, extensionOffset), tail: name.slice(extensionOffset) };
  const graphemeStarts = Array.from(
    graphemes.segment(name.slice(0, extensionOffset)),
    (segment) => segment.index,
  );
  let tailStart = graphemeStarts[Math.max(0, graphemeStarts.length - charactersBeforeExtension)] ?? 0;
  // A space at the start of the tail would be a gap behind the ellipsis.
  while (/\s/.test(name.charAt(tailStart))) tailStart += 1;
  return { head: name.slice(0, tailStart), tail: name.slice(tailStart) };
}

const controlCharacterNames: Readonly<Record<string, string>> = {
  '\u00ad': 'SHY',
  '\u061c': 'ALM',
  '\u200b': 'ZWSP',
  '\u200e': 'LRM',
  '\u200f': 'RLM',
  '\u202a': 'LRE',
  '\u202b': 'RLE',
  '\u202c': 'PDF',
  '\u202d': 'LRO',
  '\u202e': 'RLO',
  '\u2060': 'WJ',
  '\u2066': 'LRI',
  '\u2067': 'RLI',
  '\u2068': 'FSI',
  '\u2069': 'PDI',
  '\ufeff': 'BOM',
};

const hiddenOrVisible =
  /([\p{Cc}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2028\u2029\u2060-\u2064\u2066-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}])|([^\p{Cc}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2028\u2029\u2060-\u2064\u2066-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]+)/gu;

/** A part of a name: text, or the name of one character that is invisible or changes the text direction. */
interface NamePart {
  readonly kind: 'text' | 'mark';
  /** Offset in the name, in code units. */
  readonly offset: number;
  readonly text: string;
}

/** Splits a name into text and named characters, such as `RLO` or `U+0007`. */
export function splitHiddenCharacters(name: string): NamePart[] {
  return Array.from(name.matchAll(hiddenOrVisible), (match) => {
    const [text, character] = match;
    if (character === undefined) return { kind: 'text', offset: match.index, text };
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return { kind: 'mark', offset: match.index, text: controlCharacterNames[character] ?? `U+${code}` };
  });
}

/** Splits a text after each underscore, where a long name may wrap. */
export function splitAtUnderscores(text: string): { readonly offset: number; readonly text: string }[] {
  return Array.from(text.matchAll(/[^_]*_+|[^_]+/g), (match) => ({ offset: match.index, text: match[0] }));
}

/** Returns a name as plain text for tooltips and screen readers, with hidden characters named in brackets. */
export function describeName(name: string): string {
  return splitHiddenCharacters(name)
    .map((part) => (part.kind === 'text' ? part.text : `[${part.text}]`))
    .join('');
}
