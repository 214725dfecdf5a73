/** @file Reads transaction references out of whatever a clerk pastes: lines, commas, a column of a spreadsheet. */

/** The longest reference that is taken; the specification (section 4.6) names no limit. */
export const maxReferenceLength = 200;

/** What was found in a pasted text. */
export interface PastedReferences {
  /** Each once, in the order in which they first came. */
  readonly references: readonly string[];
  /** How often a reference came again. */
  readonly repeated: number;
  /** Texts that cannot be a path segment: too long, or made of dots only. At most 20 of them. */
  readonly refused: readonly string[];
  readonly refusedTotal: number;
}

/** Byte order marks and zero-width characters, which spreadsheets and mails leave at the edges. */
const invisible = /[\u200b-\u200d\u2060\ufeff]/g;
const quoted = /^(["'])(.*)\1$/;

/**
 * True when a text can be asked for as one path segment. Dots alone would be resolved away on the way, also when they
 * are written with escapes.
 */
export function isReference(text: string): boolean {
  return text !== '' && text.length <= maxReferenceLength && text.isWellFormed() && !/^\.{1,2}$/.test(text);
}

/** Splits at line ends, tabs, commas and semicolons; trims, takes quotes off, drops what is empty or came before. */
export function readReferences(text: string): PastedReferences {
  const found = new Set<string>();
  const refused: string[] = [];
  let repeated = 0;
  for (const part of text.split(/[\r\n\t,;\u2028\u2029]+/)) {
    const reference = part.replace(invisible, '').trim().replace(quoted, '$2').trim();
    if (reference === '') continue;
    if (!isReference(reference)) refused.push(reference.slice(0, 80));
    else if (found.has(reference)) repeated += 1;
    else found.add(reference);
  }
  return {
    references: [...found],
    repeated,
    refused: refused.slice(0, 20),
    refusedTotal: refused.length,
  };
}
