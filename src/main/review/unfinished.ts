/** @file Finds rows of payments that were refused or not executed, by the status column. */
import { normalizeText } from './header-names.ts';
import type { Meanings } from './roles.ts';
import { buildDictionary } from './sums.ts';
import type { Table } from './table.ts';

/** Statuses in which no money moved. Payments that were reversed later are not among them. */
const unfinished = new Set(
  'failed|declined|denied|rejected|refused|cancelled|canceled|reverted|unsuccessful|abgelehnt|fehlgeschlagen|abgebrochen|refuse|refusee|rejete|rejetee|annule|annulee|rechazado|rechazada|fallido|fallida|cancelado|cancelada|recusado|recusada|rifiutato|rifiutata|annullato|annullata|geweigerd|mislukt|geannuleerd|odrzucona|odrzucono|zamitnuto|zamitnuta|afvist|avvist|avvisad|hylatty|reddedildi|отклонено|отклонена|отменено|отменена|відхилено|交易关闭|交易失败|已关闭'.split(
    '|',
  ),
);

/** Returns the rows whose payment was not executed. */
export function unfinishedRows(table: Table, { columns }: Meanings): Set<number> {
  const found = new Set<number>();
  for (const [index, { meaning }] of columns.entries()) {
    if (meaning !== 'kind') continue;
    const states = buildDictionary(table, index);
    const isUnfinished = states?.words.map((word) => unfinished.has(normalizeText(word))) ?? [];
    if (states === null || !isUnfinished.includes(true)) continue;
    for (const [row, code] of states.codes.entries()) if (isUnfinished[code] === true) found.add(row);
  }
  return found;
}
