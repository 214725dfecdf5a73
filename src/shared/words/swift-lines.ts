/** @file What a field of a SWIFT message says, in lines for a reader. */
import { type Amount, groupedAmount } from '../model/proofs/amount.ts';
import type { EntryMark, FieldMeaning } from '../model/proofs/content.ts';
import { counted } from './count.ts';

const markWords: Readonly<Record<EntryMark, string>> = {
  credit: 'Credit',
  debit: 'Debit',
  'credit-reversed': 'Credit reversed',
  'debit-reversed': 'Debit reversed',
  'credit-expected': 'Credit expected',
  'debit-expected': 'Debit expected',
};

const amountLine = ({ value, currency }: Amount) => `${groupedAmount(value)} ${currency}`.trim();

/** The lines of a field, what counts first; none where its text is shown as it stands. */
export function meaningLines(meaning: FieldMeaning, dateText: (date: string) => string): string[] {
  switch (meaning.as) {
    case 'money': {
      const { amount, date } = meaning;
      return [amountLine(amount), ...(date === null ? [] : [`Value date ${dateText(date)}`])];
    }
    case 'balance':
      return [
        amountLine(meaning.amount),
        `${meaning.isDebit ? 'Debit' : 'Credit'}, ${dateText(meaning.date)}`,
      ];
    case 'entry': {
      const { mark, value, currency, valueDate, bookingDate, code, reference, bankReference, details } =
        meaning;
      const booked = bookingDate === null ? '' : `, booked ${dateText(bookingDate)}`;
      const references = [code, reference, bankReference].filter((one) => one !== null).join(', ');
      return [
        amountLine({ value, currency: currency ?? '' }),
        `${markWords[mark]}, value date ${dateText(valueDate)}${booked}`,
        references,
        ...(details?.split('\n') ?? []),
      ];
    }
    case 'sum':
      return [amountLine(meaning.amount), counted(meaning.count, { one: 'entry', other: 'entries' })];
    case 'date':
      return [dateText(meaning.date)];
    case 'lines':
      return meaning.lines;
    case 'party':
    case 'text':
      return [];
  }
}
