/** @file Rows of payments that were refused or never carried out, by the word in a column of states. */
import { plainWords } from './header-names.ts';
import type { Meanings } from './roles.ts';
import { dictionaryOf } from './sums.ts';
import type { Table } from './table.ts';

/** Words of states in which no money moved. A payment that was taken back later is none of them. */
const unfinished = new Set(
  'failed|declined|denied|rejected|refused|cancelled|canceled|reverted|unsuccessful|abgelehnt|fehlgeschlagen|abgebrochen|refuse|refusee|rejete|rejetee|annule|annulee|rechazado|rechazada|fallido|fallida|cancelado|cancelada|recusado|recusada|rifiutato|rifiutata|annullato|annullata|geweigerd|mislukt|geannuleerd|odrzucona|odrzucono|zamitnuto|zamitnuta|afvist|avvist|avvisad|hylatty|reddedildi|отклонено|отклонена|отменено|отменена|відхилено|交易关闭|交易失败|已关闭'.split(
    '|',
  ),
);

/** The rows whose payment was not carried out. */
export function unfinishedRows(table: Table, { columns }: Meanings): Set<number> {
  const found = new Set<number>();
  for (const [index, { meaning }] of columns.entries()) {
    if (meaning !== 'kind') continue;
    const states = dictionaryOf(table, index);
    const isUnfinished = states?.words.map((word) => unfinished.has(plainWords(word))) ?? [];
    if (states === null || !isUnfinished.includes(true)) continue;
    for (const [row, code] of states.codes.entries()) if (isUnfinished[code] === true) found.add(row);
  }
  return found;
}
