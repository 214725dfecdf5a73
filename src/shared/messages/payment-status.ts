/** @file Texts of payment statuses and of the roles of amounts. */
import type { AmountRole } from '../model/proofs/proof.ts';
import type { ProofStatus, Standing } from '../model/proofs/status.ts';
import { type PlainMessageKey, t } from './index.ts';

export function standingLabel(standing: Standing): string {
  return t(`paymentStatus.standing.${standing}`);
}

/** Standings whose label is too long for a column. */
const shortLabels: Readonly<Partial<Record<Standing, PlainMessageKey>>> = {
  'cancellation-asked': 'paymentStatus.short.cancellation-asked',
  'cancellation-refused': 'paymentStatus.short.cancellation-refused',
  partly: 'paymentStatus.short.partly',
  'not-sent': 'paymentStatus.short.not-sent',
  test: 'paymentStatus.short.test',
  'possible-duplicate': 'paymentStatus.short.possible-duplicate',
  other: 'paymentStatus.short.other',
};

/** The label of a standing for a column. */
export function shortStandingLabel(standing: Standing): string {
  const key = shortLabels[standing];
  return key === undefined ? standingLabel(standing) : t(key);
}

/** The most common reasons of the external code set of ISO 20022. */
const reasons = [
  'AC01',
  'AC03',
  'AC04',
  'AC05',
  'AC06',
  'AC07',
  'AG01',
  'AG02',
  'AM01',
  'AM02',
  'AM03',
  'AM04',
  'AM05',
  'AM09',
  'BE01',
  'BE04',
  'BE05',
  'BE06',
  'CURR',
  'CUST',
  'FF01',
  'FOCR',
  'FRAD',
  'MD01',
  'MD06',
  'MD07',
  'MS02',
  'MS03',
  'NARR',
  'RC01',
  'RR01',
  'RR02',
  'RR03',
  'RR04',
  'TECH',
  'TM01',
] as const;

function reasonText(code: string): string {
  // A duplicate has two codes.
  const reason = reasons.find((known) => known === (code === 'DUPL' ? 'AM05' : code));
  return reason === undefined
    ? code
    : t('paymentStatus.reasonWithCode', { reason: t(`paymentStatus.reason.${reason}`), code });
}

/** A status in one line: `Refused (RJCT): account is closed (AC04)`. */
export function statusLine({ standing, code, reasons: codes, detail }: ProofStatus): string {
  const label = standingLabel(standing);
  const status = code === null ? label : t('paymentStatus.withCode', { standing: label, code });
  const texts = [...codes.map(reasonText), ...(detail === null ? [] : [detail])];
  return texts.length === 0 ? status : t('paymentStatus.withReasons', { status, reasons: texts.join('; ') });
}

const amountLabels: Readonly<Record<AmountRole, PlainMessageKey>> = {
  amount: 'paymentStatus.amount.amount',
  settled: 'paymentStatus.amount.amount',
  instructed: 'paymentStatus.amount.instructed',
  original: 'paymentStatus.amount.original',
  returned: 'paymentStatus.amount.returned',
  'entry-credit': 'paymentStatus.amount.entry-credit',
  'entry-debit': 'paymentStatus.amount.entry-debit',
  expected: 'paymentStatus.amount.expected',
  charges: 'paymentStatus.amount.charges',
};

export function amountLabel(role: AmountRole): string {
  return t(amountLabels[role]);
}
