/** @file Texts of the values of fields in payment messages. */
import { type Amount, groupedAmount } from '../model/proofs/amount.ts';
import type { FieldMeaning } from '../model/proofs/content.ts';
import { formatPlainList, type PlainMessageKey, t } from './index.ts';

/** Codes by tag and value. */
const codes: Readonly<Record<string, PlainMessageKey>> = {
  '23B CRED': 'proofsFields.code.23B.CRED',
  '23B CRTS': 'proofsFields.code.23B.CRTS',
  '23B SPAY': 'proofsFields.code.23B.SPAY',
  '23B SPRI': 'proofsFields.code.23B.SPRI',
  '23B SSTD': 'proofsFields.code.23B.SSTD',
  '71A OUR': 'proofsFields.code.71A.OUR',
  '71A SHA': 'proofsFields.code.71A.SHA',
  '71A BEN': 'proofsFields.code.71A.BEN',
};

/** The meaning of a code in a field; `null` when unknown. */
export function codeMeaning(tag: string, value: string): string | null {
  const key = codes[`${tag} ${value.trim()}`];
  return key === undefined ? null : t(key);
}

/** Blocks of a SWIFT message by number. */
const blocks: Readonly<Record<string, PlainMessageKey>> = {
  '1': 'proofsFields.block.1',
  '2': 'proofsFields.block.2',
  '3': 'proofsFields.block.3',
  '5': 'proofsFields.block.5',
};

/** The name of a block; empty when unknown. */
export function blockName(number: string): string {
  const key = blocks[number];
  return key === undefined ? '' : t(key);
}

const amountLine = ({ value, currency }: Amount) =>
  t('proofsFields.line.amount', { value: groupedAmount(value), currency }).trim();

/** The lines of an interpreted field, the most relevant first; empty when the text itself is shown. */
export function meaningLines(meaning: FieldMeaning, formatDate: (date: string) => string): string[] {
  switch (meaning.as) {
    case 'money': {
      const { amount, date } = meaning;
      const valueDate = date === null ? [] : [t('proofsFields.line.valueDate', { date: formatDate(date) })];
      return [amountLine(amount), ...valueDate];
    }
    case 'balance': {
      const { amount, isDebit, date } = meaning;
      return [amountLine(amount), t('proofsFields.line.balance', { isDebit, date: formatDate(date) })];
    }
    case 'entry': {
      const { value, currency, bookingDate, code, reference, bankReference, details } = meaning;
      const dated = {
        mark: t(`proofsFields.mark.${meaning.mark}`),
        valueDate: formatDate(meaning.valueDate),
      };
      return [
        amountLine({ value, currency: currency ?? '' }),
        bookingDate === null
          ? t('proofsFields.line.entry', dated)
          : t('proofsFields.line.bookedEntry', { ...dated, bookingDate: formatDate(bookingDate) }),
        formatPlainList([code ?? '', reference ?? '', bankReference ?? '']),
        ...(details?.split('\n') ?? []),
      ];
    }
    case 'sum':
      return [amountLine(meaning.amount), t('proofsFields.line.entries', { count: meaning.count })];
    case 'date':
      return [formatDate(meaning.date)];
    case 'lines':
      return meaning.lines;
    case 'party':
    case 'text':
      return [];
  }
}
