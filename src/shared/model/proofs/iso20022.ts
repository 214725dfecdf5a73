/** @file The facts of an ISO 20022 payment that a clerk looks for, by the names of pacs.008 and its relatives. */
import type { Amount } from './amount.ts';
import { findElement, localName, type XmlElement } from './xml.ts';

/** A fact, under the name by which the words know it. */
export type IsoFact =
  | 'settled'
  | 'settlement-date'
  | 'instructed'
  | 'rate'
  | 'charges'
  | 'end-to-end-id'
  | 'uetr'
  | 'debtor'
  | 'debtor-account'
  | 'debtor-agent'
  | 'creditor'
  | 'creditor-account'
  | 'creditor-agent'
  | 'remittance';

const paths: Readonly<Record<IsoFact, readonly (readonly string[])[]>> = {
  settled: [['IntrBkSttlmAmt'], ['TtlIntrBkSttlmAmt']],
  'settlement-date': [['IntrBkSttlmDt'], ['ReqdExctnDt']],
  instructed: [['InstdAmt']],
  rate: [['XchgRate']],
  charges: [['ChrgBr']],
  'end-to-end-id': [['EndToEndId']],
  uetr: [['UETR']],
  debtor: [
    ['Dbtr', 'Nm'],
    ['Dbtr', 'Pty', 'Nm'],
  ],
  'debtor-account': [
    ['DbtrAcct', 'Id', 'IBAN'],
    ['DbtrAcct', 'Id', 'Othr', 'Id'],
  ],
  'debtor-agent': [
    ['DbtrAgt', 'FinInstnId', 'BICFI'],
    ['DbtrAgt', 'FinInstnId', 'Nm'],
  ],
  creditor: [
    ['Cdtr', 'Nm'],
    ['Cdtr', 'Pty', 'Nm'],
  ],
  'creditor-account': [
    ['CdtrAcct', 'Id', 'IBAN'],
    ['CdtrAcct', 'Id', 'Othr', 'Id'],
  ],
  'creditor-agent': [
    ['CdtrAgt', 'FinInstnId', 'BICFI'],
    ['CdtrAgt', 'FinInstnId', 'Nm'],
  ],
  remittance: [
    ['RmtInf', 'Ustrd'],
    ['RmtInf', 'Strd', 'CdtrRefInf', 'Ref'],
  ],
};

const order: readonly IsoFact[] = [
  'settled',
  'settlement-date',
  'instructed',
  'rate',
  'charges',
  'end-to-end-id',
  'uetr',
  'debtor',
  'debtor-account',
  'debtor-agent',
  'creditor',
  'creditor-account',
  'creditor-agent',
  'remittance',
];

function found(root: XmlElement, fact: IsoFact): XmlElement | null {
  for (const path of paths[fact]) {
    const element = findElement(root, ...path);
    if (element !== null && element.text !== '') return element;
  }
  return null;
}

/** The text of a fact, the currency of an amount in front; `null` when the message has none. */
export function isoFact(root: XmlElement, fact: IsoFact): string | null {
  const element = found(root, fact);
  if (element === null) return null;
  const currency = element.attributes.find(([name]) => localName(name) === 'Ccy')?.[1];
  return currency === undefined ? element.text : `${currency} ${element.text}`;
}

/** Every fact that the message has, in the order in which a clerk reads. */
export function isoFacts(root: XmlElement): { fact: IsoFact; text: string }[] {
  return order.flatMap((fact) => {
    const text = isoFact(root, fact);
    return text === null ? [] : [{ fact, text }];
  });
}

/** The settled amount, or else the instructed one. */
export function isoAmount(root: XmlElement): Amount | null {
  const element = found(root, 'settled') ?? found(root, 'instructed');
  const currency = element?.attributes.find(([name]) => localName(name) === 'Ccy')?.[1] ?? '';
  const value = element?.text ?? '';
  return /^[A-Z]{3}$/.test(currency) && /^\d{1,18}(\.\d{1,12})?$/.test(value) ? { currency, value } : null;
}
