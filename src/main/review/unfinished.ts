/** @file Finds rows of payments that were refused or not executed, by the status column. */
import { normalizeText } from './header-names.ts';
import type { Meanings } from './roles.ts';
import { buildDictionary } from './sums.ts';
import type { Table } from './table.ts';

/** Statuses of payments that moved no money, unlike payments that were reversed later. */
const unfinishedStatuses = new Set(
  'failed|declined|denied|rejected|refused|cancelled|canceled|reverted|unsuccessful|abgelehnt|fehlgeschlagen|abgebrochen|refuse|refusee|rejete|rejetee|annule|annulee|rechazado|rechazada|fallido|fallida|cancelado|cancelada|recusado|recusada|rifiutato|rifiutata|annullato|annullata|geweigerd|mislukt|geannuleerd|odrzucona|odrzucono|zamitnuto|zamitnuta|afvist|avvist|avvisad|hylatty|reddedildi|отклонено|отклонена|отменено|отменена|відхилено|交易关闭|交易失败|已关闭'.split(
    '|',
  ),
);

/** Finds the rows whose payment was not executed. */
export function findUnfinishedRows(table: Table, { columns }: Meanings): Set<number> {
  const rows = new Set<number>();
  for (const [index, { meaning }] of columns.entries()) {
    if (meaning !== 'kind') continue;
    const dictionary = buildDictionary(table, index);
    const isUnfinished = dictionary?.words.map((word) => unfinishedStatuses.has(normalizeText(word))) ?? [];
    if (dictionary === null || !isUnfinished.includes(true)) continue;
    for (const [row, code] of dictionary.codes.entries()) if (isUnfinished[code] === true) rows.add(row);
  }
  return rows;
}
