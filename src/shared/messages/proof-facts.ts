/** @file Texts of facts of a transaction, the same in the window and on pages. */
import { groupedAmount } from '../model/proofs/amount.ts';
import { formatCalendarDate } from './index.ts';

/** Formats amounts and dates; other facts are shown verbatim. */
export function formatFact(text: string): string {
  const amountMatch = /^([A-Z]{3}) (\d+(?:\.\d+)?)$/.exec(text);
  if (amountMatch !== null) return `${groupedAmount(amountMatch[2] ?? '')} ${amountMatch[1]}`;
  return /^\d{4}-\d\d-\d\d$/.test(text) ? formatCalendarDate(text) : text;
}
