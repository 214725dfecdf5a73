/** @file Converts facts to text, together with the failure of their check. */
import type { CheckFailure } from '../../../../shared/model/proofs/check-failure.ts';
import type { IsoFact, IsoFactText } from '../../../../shared/model/proofs/content.ts';
import { maxStatedItems } from '../../../../shared/model/proofs/proof.ts';
import { maxReferenceLength } from '../../../../shared/model/proofs/references.ts';
import { checkAccount, checkBic, checkIban, checkUetr } from './identifier-checks.ts';

const checks = { iban: checkIban, account: checkAccount, bic: checkBic, uetr: checkUetr } satisfies Readonly<
  Record<string, (value: string) => CheckFailure | null>
>;

/** Identifier types with a check. */
type CheckedIdentifier = keyof typeof checks;

/** Builds a fact whose text is no amount or date, as it stands. */
export const toUnreadableFact = (fact: IsoFact, text: string): IsoFactText => ({
  fact,
  text,
  failure: 'not-readable',
});

/** Builds a fact; `null` when there is no text. With `identifierType`, the text is checked as such an identifier. */
export function toFactText(
  fact: IsoFact,
  text: string | null,
  identifierType?: CheckedIdentifier,
): IsoFactText | null {
  if (text === null) return null;
  return { fact, text, failure: identifierType === undefined ? null : checks[identifierType](text) };
}

/** Returns the references among texts, without repetitions. */
export function toReferences(texts: readonly string[]): string[] {
  const references = texts.map((text) => text.trim().slice(0, maxReferenceLength));
  return [...new Set(references)].filter((text) => text !== '').slice(0, maxStatedItems);
}
