/** @file A fact as a text, with what a check of it found. */
import type { CheckFailure } from '../../../../shared/model/proofs/check-failure.ts';
import type { IsoFact, IsoFactText } from '../../../../shared/model/proofs/content.ts';
import { checkAccount, checkBic, checkIban, checkUetr } from './identifier-checks.ts';

const checks = { iban: checkIban, account: checkAccount, bic: checkBic, uetr: checkUetr } satisfies Readonly<
  Record<string, (value: string) => CheckFailure | null>
>;

/** What a text is stated to be. */
export type Checked = keyof typeof checks;

/** A fact; `null` where there is none. */
export function factText(fact: IsoFact, text: string | null, as?: Checked): IsoFactText | null {
  if (text === null) return null;
  return { fact, text, failure: as === undefined ? null : checks[as](text) };
}
