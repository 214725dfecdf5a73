/** @file Names of the fields of payment messages, and what their codes mean. */
import type { CheckFailure } from '../model/proofs/check-failure.ts';
import type { IsoFact } from '../model/proofs/content.ts';

const codes: Readonly<Record<string, string>> = {
  '23B CRED': 'Credit transfer',
  '23B CRTS': 'Test message',
  '23B SPAY': 'SWIFTPay',
  '23B SPRI': 'Priority',
  '23B SSTD': 'Standard',
  '71A OUR': 'The sender pays all charges',
  '71A SHA': 'Each side pays its own bank',
  '71A BEN': 'The beneficiary pays all charges',
};

/** What a code in a field means, or `null`. */
export function codeMeaning(tag: string, value: string): string | null {
  return codes[`${tag} ${value.trim()}`] ?? null;
}

/** Blocks of a SWIFT message by their number. */
export const blockNames: Readonly<Record<string, string>> = {
  '1': 'Basic header',
  '2': 'Application header',
  '3': 'Message facts',
  '5': 'Trailer',
};

/** Facts of a payment. */
export const isoFactWords: Readonly<Record<IsoFact, string>> = {
  amount: 'Amount',
  settled: 'Settled amount',
  'settlement-date': 'Settlement date',
  returned: 'Returned amount',
  'entry-credit': 'Credited amount',
  'entry-debit': 'Debited amount',
  expected: 'Expected amount',
  'booking-date': 'Booking date',
  'value-date': 'Value date',
  'execution-date': 'Requested execution date',
  date: 'Date',
  instructed: 'Instructed amount',
  original: 'Original amount',
  'original-date': 'Original settlement date',
  rate: 'Exchange rate',
  charges: 'Charges',
  'charges-amount': 'Charges taken',
  'transaction-id': 'Transaction ID',
  'instruction-id': 'Instruction ID',
  'end-to-end-id': 'End-to-end ID',
  uetr: 'UETR',
  'message-id': 'Message ID',
  purpose: 'Purpose',
  debtor: 'Debtor',
  'debtor-account': 'Debtor’s account',
  'debtor-agent': 'Debtor’s bank',
  creditor: 'Creditor',
  'creditor-account': 'Creditor’s account',
  'creditor-agent': 'Creditor’s bank',
  remittance: 'Remittance information',
};

/** What a failed check is called beside its value. */
export const checkFailureWords: Readonly<Record<CheckFailure, string>> = {
  'iban-digits': 'Check digits do not match',
  'iban-length': 'Length of the IBAN does not match the country',
  'iban-form': 'Not in the form of an IBAN',
  'bic-form': 'Not in the form of a BIC',
  'uetr-form': 'Not in the form of a UETR',
};
