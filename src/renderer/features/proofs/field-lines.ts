/** @file Text for the clipboard: the facts of a proof, one per line. */
import type { ProofRow, ProofVersion } from '../../../shared/model/proofs/proof.ts';
import { amountRoleWords, statusLine } from '../../../shared/words/payment-status.ts';
import { kindWord } from '../../../shared/words/proofs.ts';
import { proofsScreenWords } from '../../../shared/words/proofs-screen.ts';

const words = proofsScreenWords;

/** Tab-separated names and values, which a spreadsheet splits into columns. */
export function fieldLines(row: Pick<ProofRow, 'reference'>, version: ProofVersion): string {
  const { amount, amountRole, messageType, statuses, valueDate, from, to } = version.facts;
  const lines: (readonly [string, string | null])[] = [
    [words.columns.reference, row.reference],
    [words.columns.kind, messageType ?? kindWord(version)],
    ...statuses.map((status): [string, string] => [words.viewer.status, statusLine(status)]),
    [amountRoleWords[amountRole], amount === null ? null : `${amount.value} ${amount.currency}`],
    [words.viewer.valueDate, valueDate],
    [words.viewer.from, from],
    [words.viewer.to, to],
    [words.link.copy, version.link],
    [words.viewer.sha256, version.sha256],
  ];
  return lines.flatMap(([name, value]) => (value === null ? [] : [`${name}\t${value}`])).join('\n');
}
