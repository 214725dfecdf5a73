/** @file What two rows, or groups of rows, have in common, and what contradicts that they belong together. */

import type { DecisionReason, MatchSide, NameAlias } from '../../../shared/model/statements/ledger.ts';
import { createNameComparison, type NameComparison } from '../../formats/names/compare-names.ts';
import { parseName } from '../../formats/names/parse-name.ts';
import { type MatchInput, noDay } from './match-rows.ts';
import { noText } from './text-ids.ts';

/** `none`: one of the rows states no reference. */
type ReferenceRelation = 'same' | 'different' | 'none';

export type RowGroup = Readonly<Record<MatchSide, readonly number[]>>;

/** Maximum number of days between rows that share a reference, with names of one party and without. */
const maxDays = { sameName: 92, otherwise: 31 } as const;

/** True if separators stood at different places between the digits: `2026-1-11` is not `2026-11-1`. */
function haveOtherBreaks(one: number, other: number): boolean {
  return (one & other) !== one && (one & other) !== other;
}

/** Returns a reference without the zeros after the places where its digits were separated; `null` without such places. */
function withoutInnerZeros(text: string, breaks: number): string | null {
  if (breaks === 0 || text.length > 31) return null;
  const parted = text.replace(/./g, (letter, at: number) =>
    ((breaks >>> at) & 1) === 1 ? `-${letter}` : letter,
  );
  return parted.replace(/-0+(?=\d)/g, '-');
}

function keyOfNames(one: string, other: string): string {
  return [one, other].map((name) => parseName(name).words.join(' ')).join('\n');
}

/** Compares names and references of rows. */
export class Relations {
  readonly #input: MatchInput;
  readonly #compareTexts = createNameComparison();
  readonly #results = new Map<number, NameComparison>();
  readonly #aliases: ReadonlySet<string>;
  readonly #hasSeveralCurrencies: Readonly<Record<MatchSide, boolean>>;
  /** False when names in the files name different things, so that different names say nothing. */
  areNamesComparable = true;
  /** False when the files have no references in common, so that different references say nothing. */
  areReferencesComparable = false;

  /** `aliases` are alike although they have other words. */
  constructor(input: MatchInput, aliases: readonly NameAlias[]) {
    this.#input = input;
    this.#aliases = new Set(
      aliases.flatMap(([one, other]) => [keyOfNames(one, other), keyOfNames(other, one)]),
    );
    const hasSeveral = (side: MatchSide) => {
      const { currencies } = input[side];
      const first = currencies.find((code) => code !== 0);
      return currencies.some((code) => code !== 0 && code !== first);
    };
    this.#hasSeveralCurrencies = { statement: hasSeveral('statement'), ledger: hasSeveral('ledger') };
  }

  ofNames(statementRow: number, ledgerRow: number): NameComparison {
    const one = this.#input.statement.names[statementRow] ?? noText;
    const other = this.#input.ledger.names[ledgerRow] ?? noText;
    return one === noText || other === noText ? 'not-stated' : this.compare(one, other);
  }

  /** Compares two names by their numbers. */
  compare(one: number, other: number): NameComparison {
    if (one === other) return 'same';
    const pair = Math.min(one, other) * 0x4000000 + Math.max(one, other);
    const known = this.#results.get(pair);
    if (known !== undefined) return known;
    const names = [this.#input.nameIds.textOf(one), this.#input.nameIds.textOf(other)] as const;
    const isAlias = this.#aliases.size > 0 && this.#aliases.has(keyOfNames(...names));
    const result = isAlias ? 'alike' : this.#compareTexts(...names);
    this.#results.set(pair, result);
    return result;
  }

  #hasReference(side: MatchSide, row: number): boolean {
    const { references, stated } = this.#input[side];
    return (references[row] ?? noText) !== noText || stated.has(row);
  }

  /** Returns the references of a row: that of its column, and those in other cells. */
  referencesOf(side: MatchSide, row: number): readonly { reference: number; breaks: number }[] {
    const { references, breaks, stated } = this.#input[side];
    const others = stated.get(row) ?? [];
    const reference = references[row] ?? noText;
    return reference === noText ? others : [{ reference, breaks: breaks[row] ?? 0 }, ...others];
  }

  ofReferences(statementRow: number, ledgerRow: number): ReferenceRelation {
    const { statement, ledger } = this.#input;
    const one = statement.references[statementRow] ?? noText;
    if (
      one !== noText &&
      one === ledger.references[ledgerRow] &&
      !haveOtherBreaks(statement.breaks[statementRow] ?? 0, ledger.breaks[ledgerRow] ?? 0)
    )
      return 'same';
    if (!this.#hasReference('statement', statementRow) || !this.#hasReference('ledger', ledgerRow))
      return 'none';
    const others = this.referencesOf('ledger', ledgerRow);
    const isShared = this.referencesOf('statement', statementRow).some(({ reference, breaks }) =>
      others.some((other) => other.reference === reference && !haveOtherBreaks(other.breaks, breaks)),
    );
    return isShared || this.#arePadded(statementRow, ledgerRow) ? 'same' : 'different';
  }

  /** True if only zeros behind a separator tell the references of the columns apart: `F-26-0018242` and `F-26-18242`. */
  #arePadded(statementRow: number, ledgerRow: number): boolean {
    const { statement, ledger, referenceIds } = this.#input;
    const plainOf = ({ references, breaks }: typeof statement, row: number) =>
      withoutInnerZeros(referenceIds.textOf(references[row] ?? noText), breaks[row] ?? 0);
    const plain = plainOf(statement, statementRow);
    return plain !== null && plain === plainOf(ledger, ledgerRow);
  }

  /** True if every row that states references shares one with a row of the other file, and some do. */
  shareReferences(rows: RowGroup): boolean {
    return this.#compareReferences(rows) === 'same';
  }

  #compareReferences({ statement, ledger }: RowGroup): ReferenceRelation {
    let result: ReferenceRelation = 'none';
    const isStated = (side: MatchSide, of: readonly number[]) =>
      of.some((row) => this.#hasReference(side, row));
    if (!isStated('statement', statement) || !isStated('ledger', ledger)) return 'none';
    for (const row of statement) {
      if (!this.#hasReference('statement', row)) continue;
      if (!ledger.some((other) => this.ofReferences(row, other) === 'same')) return 'different';
      result = 'same';
    }
    for (const row of ledger)
      if (
        this.#hasReference('ledger', row) &&
        !statement.some((other) => this.ofReferences(other, row) === 'same')
      )
        return 'different';
    return result;
  }

  /** Returns the least certain relation of the names of rows. */
  compareNames({ statement, ledger }: RowGroup): NameComparison {
    const relations = new Set(statement.flatMap((row) => ledger.map((other) => this.ofNames(row, other))));
    const order = ['different', 'alike', 'other-script', 'same'] as const;
    return order.find((relation) => relations.has(relation)) ?? 'not-stated';
  }

  /**
   * Returns what contradicts that rows belong together, whatever rule found them. `days` is the maximum number of days
   * between their dates when they share no reference.
   */
  contradictions(rows: RowGroup, days: number): DecisionReason[] {
    const against: DecisionReason[] = [];
    const references = this.#compareReferences(rows);
    const names = this.compareNames(rows);
    if (!this.#canShareCurrency(rows)) against.push('other-currency');
    if (references === 'different' && this.areReferencesComparable) against.push('other-reference');
    if (names === 'different' && this.areNamesComparable) against.push('other-name');
    if (names === 'alike' && references !== 'same' && this.areNamesComparable) against.push('alike-name');
    const limit = names === 'same' ? maxDays.sameName : maxDays.otherwise;
    if (this.#daysBetween(rows) > (references === 'same' ? limit : days)) against.push('other-date');
    return against;
  }

  /** True if nothing contradicts two rows that share a reference, or an amount on days close to one another; quick. */
  isPlain(statementRow: number, ledgerRow: number, days: number): boolean {
    const { statement, ledger } = this.#input;
    const name = statement.names[statementRow] ?? noText;
    const [day = noDay, otherDay = noDay] = [statement.days[statementRow], ledger.days[ledgerRow]];
    return (
      name === ledger.names[ledgerRow] &&
      statement.currencies[statementRow] === ledger.currencies[ledgerRow] &&
      day !== noDay &&
      otherDay !== noDay &&
      Math.abs(day - otherDay) <= days
    );
  }

  #canShareCurrency(rows: RowGroup): boolean {
    const codesOf = (side: MatchSide) =>
      new Set(rows[side].map((row) => this.#input[side].currencies[row] ?? 0));
    const [one, other] = [codesOf('statement'), codesOf('ledger')];
    const stated = new Set([...one, ...other].filter((code) => code !== 0));
    if (stated.size > 1) return false;
    if (stated.size === 0) return true;
    const isUnclear = (own: ReadonlySet<number>, side: MatchSide) =>
      own.has(0) && this.#hasSeveralCurrencies[side];
    return !isUnclear(one, 'ledger') && !isUnclear(other, 'statement');
  }

  #daysBetween({ statement, ledger }: RowGroup): number {
    let most = 0;
    for (const row of statement)
      for (const other of ledger) {
        const [day = noDay, otherDay = noDay] = [
          this.#input.statement.days[row],
          this.#input.ledger.days[other],
        ];
        if (day !== noDay && otherDay !== noDay) most = Math.max(most, Math.abs(day - otherDay));
      }
    return most;
  }
}
