/** @file Whether the references and names of two rows belong together, contradict each other, or say nothing. */
import { areNamesAlike, areReferencesAlike, termsOfName } from './alike.ts';
import type { MatchInput } from './match-rows.ts';
import { noText } from './text-ids.ts';

type Relation = 'same' | 'different' | 'unknown';

/** Compares names and references of rows. */
export class Relations {
  readonly #input: MatchInput;
  readonly #words = new Map<number, readonly string[]>();
  /** The key of each name, and of its words. */
  readonly #keys = new Map<number, number>();
  readonly #keysByText = new Map<string, number>();
  /** False when names in the files name different things, so that different names say nothing. */
  areNamesComparable = true;
  /** False when the files have no references in common, so that different references say nothing. */
  areReferencesComparable = false;

  constructor(input: MatchInput) {
    this.#input = input;
  }

  #wordsOf(name: number): readonly string[] {
    const known = this.#words.get(name);
    if (known !== undefined) return known;
    const words = termsOfName(this.#input.nameIds.textOf(name));
    this.#words.set(name, words);
    return words;
  }

  /** Returns a number that names with the same words share; -1 for a name without words, and for a row without a name. */
  nameKey(name: number): number {
    if (name === noText) return -1;
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const words = this.#wordsOf(name).join(' ');
    const key = words === '' ? -1 : (this.#keysByText.get(words) ?? this.#keysByText.size);
    if (key >= 0) this.#keysByText.set(words, key);
    this.#keys.set(name, key);
    return key;
  }

  ofNames(statementRow: number, ledgerRow: number): Relation {
    const one = this.#input.statement.names[statementRow] ?? noText;
    const other = this.#input.ledger.names[ledgerRow] ?? noText;
    if (one === noText || other === noText) return 'unknown';
    return one === other || areNamesAlike(this.#wordsOf(one), this.#wordsOf(other)) ? 'same' : 'different';
  }

  ofReferences(statementRow: number, ledgerRow: number): Relation {
    const one = this.#input.statement.references[statementRow] ?? noText;
    const other = this.#input.ledger.references[ledgerRow] ?? noText;
    if (one === noText || other === noText) return 'unknown';
    if (one === other) return 'same';
    const { referenceIds } = this.#input;
    return areReferencesAlike(referenceIds.textOf(one), referenceIds.textOf(other)) ? 'unknown' : 'different';
  }

  /** True if both rows have a reference, and one may be the other one with a typing error. */
  mayBeTypingError(statementRow: number, ledgerRow: number): boolean {
    const one = this.#input.statement.references[statementRow] ?? noText;
    const other = this.#input.ledger.references[ledgerRow] ?? noText;
    const { referenceIds } = this.#input;
    return (
      one !== noText &&
      other !== noText &&
      one !== other &&
      areReferencesAlike(referenceIds.textOf(one), referenceIds.textOf(other))
    );
  }

  /** Returns what contradicts that two rows with the same amount belong together, or `null`. */
  contradiction(statementRow: number, ledgerRow: number): 'other-reference' | 'other-name' | null {
    if (this.areReferencesComparable && this.ofReferences(statementRow, ledgerRow) === 'different')
      return 'other-reference';
    if (this.areNamesComparable && this.ofNames(statementRow, ledgerRow) === 'different') return 'other-name';
    return null;
  }
}
