/** @file Facts as text, with the failure of their check. */
import type { CheckFailure } from '../../../../shared/model/proofs/check-failure.ts';
import type { IsoFact, IsoFactText } from '../../../../shared/model/proofs/content.ts';
import { checkAccount, checkBic, checkIban, checkUetr } from './identifier-checks.ts';

const checks = { iban: checkIban, account: checkAccount, bic: checkBic, uetr: checkUetr } satisfies Readonly<
  Record<string, (value: string) => CheckFailure | null>
>;

/** Identifier types with a check. */
export type Checked = keyof typeof checks;

/** Builds a checked fact; `null` when there is no text. */
export function factText(fact: IsoFact, text: string | null, as?: Checked): IsoFactText | null {
  if (text === null) return null;
  return { fact, text, failure: as === undefined ? null : checks[as](text) };
}
