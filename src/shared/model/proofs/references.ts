/** @file Parses pasted transaction references: lines, comma-separated lists, spreadsheet columns. */

/** Limit in characters; the specification (section 4.6) names none. */
export const maxReferenceLength = 200;

interface PastedReferences {
  /** Unique references in order of first occurrence. */
  readonly references: readonly string[];
  /** Number of duplicates. */
  readonly repeated: number;
  /** Texts that cannot be a path segment: too long, or only dots. At most 20. */
  readonly refused: readonly string[];
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

/** Splits at line ends, tabs, commas and semicolons; trims, removes quotes, drops empty texts and duplicates. */
export function readReferences(text: string): PastedReferences {
  const uniqueReferences = new Set<string>();
  const refused: string[] = [];
  let repeated = 0;
  for (const pastedText of text.split(/[\r\n\t,;\u2028\u2029]+/)) {
    const reference = pastedText.replace(invisibleCharacters, '').trim().replace(quotedText, '$2').trim();
    if (reference === '') continue;
    if (!isReference(reference)) refused.push(reference.slice(0, 80));
    else if (uniqueReferences.has(reference)) repeated += 1;
    else uniqueReferences.add(reference);
  }
  return {
    references: [...uniqueReferences],
    repeated,
    refused: refused.slice(0, 20),
    refusedTotal: refused.length,
  };
}
