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
const reasons: Readonly<Record<string, PlainMessageKey>> = {
  AC01: 'paymentStatus.reason.AC01',
  AC03: 'paymentStatus.reason.AC03',
  AC04: 'paymentStatus.reason.AC04',
  AC05: 'paymentStatus.reason.AC05',
  AC06: 'paymentStatus.reason.AC06',
  AC07: 'paymentStatus.reason.AC07',
  AG01: 'paymentStatus.reason.AG01',
  AG02: 'paymentStatus.reason.AG02',
  AM01: 'paymentStatus.reason.AM01',
  AM02: 'paymentStatus.reason.AM02',
  AM03: 'paymentStatus.reason.AM03',
  AM04: 'paymentStatus.reason.AM04',
  AM05: 'paymentStatus.reason.AM05',
  AM09: 'paymentStatus.reason.AM09',
  BE01: 'paymentStatus.reason.BE01',
  BE04: 'paymentStatus.reason.BE04',
  BE05: 'paymentStatus.reason.BE05',
  BE06: 'paymentStatus.reason.BE06',
  CURR: 'paymentStatus.reason.CURR',
  CUST: 'paymentStatus.reason.CUST',
  DUPL: 'paymentStatus.reason.AM05',
  FF01: 'paymentStatus.reason.FF01',
  FOCR: 'paymentStatus.reason.FOCR',
  FRAD: 'paymentStatus.reason.FRAD',
  MD01: 'paymentStatus.reason.MD01',
  MD06: 'paymentStatus.reason.MD06',
  MD07: 'paymentStatus.reason.MD07',
  MS02: 'paymentStatus.reason.MS02',
  MS03: 'paymentStatus.reason.MS03',
  NARR: 'paymentStatus.reason.NARR',
  RC01: 'paymentStatus.reason.RC01',
  RR01: 'paymentStatus.reason.RR01',
  RR02: 'paymentStatus.reason.RR02',
  RR03: 'paymentStatus.reason.RR03',
  RR04: 'paymentStatus.reason.RR04',
  TECH: 'paymentStatus.reason.TECH',
  TM01: 'paymentStatus.reason.TM01',
};

function reasonText(code: string): string {
  const key = reasons[code];
  return key === undefined ? code : t('paymentStatus.reasonWithCode', { reason: t(key), code });
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
