/** @file Words for what a message says of a payment, and for what its amount is. */
import type { AmountRole } from '../model/proofs/proof.ts';
import type { ProofStatus, Standing } from '../model/proofs/status.ts';

/** What a clerk calls each standing. */
export const standingWords: Readonly<Record<Standing, string>> = {
  refused: 'Refused',
  returned: 'Returned',
  cancelled: 'Cancelled',
  'cancellation-asked': 'Cancellation requested',
  'cancellation-refused': 'Cancellation refused',
  partly: 'Partly accepted',
  pending: 'Pending',
  accepted: 'Accepted',
  settled: 'Settled',
  'not-sent': 'Refused by SWIFT',
  test: 'Test message',
  'possible-duplicate': 'Possible duplicate',
  other: 'Status not known',
};

/** Shorter ones, for a column. */
export const shortStandingWords: Readonly<Partial<Record<Standing, string>>> = {
  'cancellation-asked': 'To cancel',
  'cancellation-refused': 'Not cancelled',
  partly: 'Partly',
  'not-sent': 'Not sent',
  test: 'Test',
  'possible-duplicate': 'Duplicate?',
  other: 'Not known',
};

/** Reasons of the external code set of ISO 20022 that clerks meet most. */
const reasonWords: Readonly<Record<string, string>> = {
  AC01: 'account number is wrong',
  AC03: 'creditor’s account number is not valid',
  AC04: 'account is closed',
  AC05: 'debtor’s account is closed',
  AC06: 'account is blocked',
  AC07: 'creditor’s account is closed',
  AG01: 'transaction is not allowed on this account',
  AG02: 'bank operation code is not valid',
  AM01: 'amount is zero',
  AM02: 'amount is above the limit',
  AM03: 'currency is not supported',
  AM04: 'insufficient funds',
  AM05: 'duplicate payment',
  AM09: 'amount is wrong',
  BE01: 'name does not match the account',
  BE04: 'creditor’s address is missing',
  BE05: 'party who initiated the payment is not known',
  BE06: 'end customer is not known',
  CUST: 'requested by the customer',
  CURR: 'currency is wrong',
  DUPL: 'duplicate payment',
  FF01: 'file format is not valid',
  FOCR: 'returned after a request to cancel',
  FRAD: 'fraud suspected',
  MD01: 'no mandate',
  MD06: 'refund requested by the customer',
  MD07: 'customer is deceased',
  MS02: 'customer gave no reason',
  MS03: 'bank gave no reason',
  NARR: 'reason is in the text',
  RC01: 'bank identifier is not valid',
  RR01: 'debtor’s account or identification is missing',
  RR02: 'debtor’s name or address is missing',
  RR03: 'creditor’s name or address is missing',
  RR04: 'regulatory reason',
  TECH: 'technical problem',
  TM01: 'received after the cut-off time',
};

/** A status in one line: `Refused (RJCT): account is closed (AC04)`. */
export function statusLine({ standing, code, reasons, detail }: ProofStatus): string {
  const word = `${standingWords[standing]}${code === null ? '' : ` (${code})`}`;
  const why = reasons.map((reason) => {
    const known = reasonWords[reason];
    return known === undefined ? reason : `${known} (${reason})`;
  });
  if (detail !== null) why.push(detail);
  return why.length === 0 ? word : `${word}: ${why.join('; ')}`;
}

/** What the amount of a proof is called. */
export const amountRoleWords: Readonly<Record<AmountRole, string>> = {
  amount: 'Amount',
  settled: 'Amount',
  instructed: 'Instructed amount',
  original: 'Original amount',
  returned: 'Returned amount',
  'entry-credit': 'Credited amount',
  'entry-debit': 'Debited amount',
  expected: 'Expected amount',
  charges: 'Charges',
};
