/** @file Names of the fields of payment messages, and what their codes mean. */
import type { IsoFact } from '../model/proofs/iso20022.ts';

const tags: Readonly<Record<string, string>> = {
  '13C': 'Time indication',
  '20': 'Sender’s reference',
  '23B': 'Bank operation code',
  '23E': 'Instruction code',
  '26T': 'Transaction type',
  '32A': 'Value date and amount',
  '33B': 'Instructed amount',
  '36': 'Exchange rate',
  '50': 'Ordering customer',
  '51': 'Sending institution',
  '52': 'Ordering institution',
  '53': 'Sender’s correspondent',
  '54': 'Receiver’s correspondent',
  '55': 'Third reimbursement institution',
  '56': 'Intermediary',
  '57': 'Beneficiary’s bank',
  '59': 'Beneficiary',
  '70': 'Remittance information',
  '71A': 'Charges',
  '71F': 'Sender’s charges',
  '71G': 'Receiver’s charges',
  '72': 'Bank to bank information',
  '77B': 'Regulatory reporting',
};

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

/** What a clerk calls a field; an unknown one has no name. */
export function fieldName(tag: string): string {
  return tags[tag] ?? tags[tag.replace(/[A-Z]$/, '')] ?? 'Unknown field';
}

/** What a code in a field means, or `null`. */
export function codeMeaning(tag: string, value: string): string | null {
  return codes[`${tag} ${value.trim()}`] ?? null;
}

/** Blocks of a SWIFT message by their number. */
export const blockNames: Readonly<Record<string, string>> = {
  '1': 'Sender',
  '2': 'Receiver',
  '3': 'Message facts',
  '5': 'Trailer',
};

/** Facts of an ISO 20022 payment. */
export const isoFactWords: Readonly<Record<IsoFact, string>> = {
  settled: 'Settled amount',
  'settlement-date': 'Settlement date',
  instructed: 'Instructed amount',
  rate: 'Exchange rate',
  charges: 'Charges',
  'end-to-end-id': 'End-to-end ID',
  uetr: 'UETR',
  debtor: 'Debtor',
  'debtor-account': 'Debtor’s account',
  'debtor-agent': 'Debtor’s bank',
  creditor: 'Creditor',
  'creditor-account': 'Creditor’s account',
  'creditor-agent': 'Creditor’s bank',
  remittance: 'Remittance information',
};
