/** @file Parses pasted transaction references: lines, comma-separated lists, spreadsheet columns. */

/** Limit in characters; the specification (section 4.6) names none. */
export const maxReferenceLength = 200;

/** A pasted text with its line, counted from 1. */
export interface PastedText {
  readonly text: string;
  readonly line: number;
}

interface PastedReferences {
  /** Unique references in order of first occurrence. */
  readonly references: readonly string[];
  /** Number of duplicates. */
  readonly repeated: number;
  /** Unique texts that could be sent but look like words around the references, such as a greeting. */
  readonly doubtful: readonly PastedText[];
  /** Texts that cannot be a path segment: too long, or only dots. At most 20. */
  readonly refused: readonly PastedText[];
  readonly refusedTotal: number;
}

/** Byte order marks and zero-width characters, which spreadsheets and e-mails leave at the edges. */
const invisibleCharacters = /[\u200b-\u200d\u2060\ufeff]/g;
const quotedText = /^(["'])(.*)\1$/;

/**
 * True when a text can be sent as one path segment. Segments of dots only would be resolved away, even when
 * percent-encoded.
 */
export function isReference(text: string): boolean {
  return text !== '' && text.length <= maxReferenceLength && text.isWellFormed() && !/^\.{1,2}$/.test(text);
}

/** Marks of list items, as in an e-mail: `- PX1`, `2. PX1`. */
const listMark = /^(?:[-*•–]|\d{1,3}[.)])\s+/u;

/** Splits at line ends, tabs, commas and semicolons; trims, removes list marks and quotes, drops empty texts. */
function splitTexts(text: string): PastedText[] {
  return text.split(/\r\n|[\r\n\u2028\u2029]/).flatMap((lineText, index) =>
    lineText.split(/[\t,;]+/).flatMap((pastedText) => {
      const visibleText = pastedText.replace(invisibleCharacters, '').trim().replace(listMark, '');
      const trimmedText = visibleText.replace(quotedText, '$2').trim();
      return trimmedText === '' ? [] : [{ text: trimmedText, line: index + 1 }];
    }),
  );
}

/** The specification names no form of a reference, so that only a text in words, or a word among numbers, is doubtful. */
function isDoubtful(text: string, haveOthersDigits: boolean): boolean {
  return /\s/.test(text) || (haveOthersDigits && /^\p{L}+[.:!?]?$/u.test(text) && /\p{Ll}/u.test(text));
}

/** Reads the references of a pasted text, and the texts that are none. */
export function readReferences(text: string): PastedReferences {
  const texts = splitTexts(text);
  const haveDigits = texts.some((pasted) => /\d/.test(pasted.text) && !/\s/.test(pasted.text));
  const uniqueReferences = new Set<string>();
  const doubtful = new Map<string, PastedText>();
  const refused: PastedText[] = [];
  let repeated = 0;
  for (const pasted of texts) {
    if (!isReference(pasted.text)) refused.push({ ...pasted, text: pasted.text.slice(0, 80) });
    else if (isDoubtful(pasted.text, haveDigits))
      doubtful.set(pasted.text, doubtful.get(pasted.text) ?? pasted);
    else if (uniqueReferences.has(pasted.text)) repeated += 1;
    else uniqueReferences.add(pasted.text);
  }
  return {
    references: [...uniqueReferences],
    repeated,
    doubtful: [...doubtful.values()],
    refused: refused.slice(0, 20),
    refusedTotal: refused.length,
  };
}
