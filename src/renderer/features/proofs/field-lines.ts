/** @file Text for the clipboard: the facts of a proof, one per line. */
import { t } from '../../../shared/messages/index.ts';
import { amountLabel, statusLine } from '../../../shared/messages/payment-status.ts';
import { proofLabel } from '../../../shared/messages/proof-kinds.ts';
import type { ProofRow, ProofVersion } from '../../../shared/model/proofs/proof.ts';

/** Tab-separated names and values, which a spreadsheet splits into columns. */
export function fieldLines(row: Pick<ProofRow, 'reference'>, version: ProofVersion): string {
  const { amount, amountRole, messageType, statuses, valueDate, from, to } = version.facts;
  const lines: (readonly [string, string | null])[] = [
    [t('proofs.column.reference'), row.reference],
    [t('proofs.column.kind'), messageType ?? proofLabel(version)],
    ...statuses.map((status): [string, string] => [t('proofsViewer.status'), statusLine(status)]),
    [amountLabel(amountRole), amount === null ? null : `${amount.value} ${amount.currency}`],
    [t('proofsViewer.valueDate'), valueDate],
    [t('proofsViewer.from'), from],
    [t('proofsViewer.to'), to],
    [t('proofsViewer.linkField'), version.link],
    [t('proofsViewer.sha256'), version.sha256],
  ];
  return lines.flatMap(([name, value]) => (value === null ? [] : [`${name}\t${value}`])).join('\n');
}
