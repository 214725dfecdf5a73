/** @file Where a file name may give way, and which of its characters must not be shown as they are. */

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Letters before the extension that always stay. */
const charactersBeforeExtension = 5;
/** A longer "extension" is part of the name. */
const maxExtensionLength = 10;

/** A name in the part that may shrink and the part that always stays; together they are the whole name. */
export interface SplitName {
  readonly head: string;
  readonly tail: string;
}

function extensionStart(name: string): number {
  const dot = name.lastIndexOf('.');
  const isExtension = dot > 0 && name.length - dot <= maxExtensionLength && !/\s/.test(name.slice(dot));
  return isExtension ? dot : name.length;
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Splits a name so that its end, with its extension, always stays. It never cuts through a letter, whatever number
 * of code units the letter has. Where writing runs from right to left only the extension is split off: two halves
 * of a number would change places.
 */
export function splitName(name: string): SplitName {
  const end = extensionStart(name);
  if (rightToLeft.test(name)) return { head: name.slice(0, end), tail: name.slice(end) };
  const starts = Array.from(graphemes.segment(name.slice(0, end)), (segment) => segment.index);
  const cut = starts[Math.max(0, starts.length - charactersBeforeExtension)] ?? 0;
  return { head: name.slice(0, cut), tail: name.slice(cut) };
}

const markNames: Readonly<Record<string, string>> = {
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

const hiddenOrRest =
  /([\p{Cc}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2028\u2029\u2060-\u2064\u2066-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}])|([^\p{Cc}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2028\u2029\u2060-\u2064\u2066-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]+)/gu;

/** A stretch of a name: text, or the name of one character that is hidden or turns the text around. */
export interface NamePart {
  readonly kind: 'text' | 'mark';
  /** Where in the name it begins, in code units. */
  readonly at: number;
  readonly text: string;
}

/** A name with every hidden character replaced by its name, such as `RLO` or `U+0007`. */
export function nameParts(name: string): NamePart[] {
  return Array.from(name.matchAll(hiddenOrRest), (match) => {
    const [text, mark] = match;
    if (mark === undefined) return { kind: 'text', at: match.index, text };
    const code = (mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return { kind: 'mark', at: match.index, text: markNames[mark] ?? `U+${code}` };
  });
}

/** A text in pieces that each end with an underscore, where a long name may be broken into lines. */
export function linePieces(text: string): { readonly at: number; readonly text: string }[] {
  return Array.from(text.matchAll(/[^_]*_+|[^_]+/g), (match) => ({ at: match.index, text: match[0] }));
}

/** A name as plain text for tooltips and screen readers, hidden characters named in brackets. */
export function speakableName(name: string): string {
  return nameParts(name)
    .map((part) => (part.kind === 'text' ? part.text : `[${part.text}]`))
    .join('');
}
