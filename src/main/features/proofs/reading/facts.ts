/** @file Extracts facts from a document. A fact that is not stated unambiguously stays unknown. */
import { add, type Decimal, decimalText, readDecimal } from '../../../../shared/model/proofs/amount.ts';
import {
  noFacts,
  type ProofFacts,
  type ProofKind,
  type ProofNote,
} from '../../../../shared/model/proofs/proof.ts';
import { type IsoMessage, readIso } from './iso20022.ts';
import { readJsonPayments } from './json-payments.ts';
import { checkAmounts } from './mt103.ts';
import { distinctStatuses } from './payment-status.ts';
import type { SniffedDocument } from './sniff.ts';
import { readSwift, type SwiftMessage } from './swift.ts';
import { swiftFacts } from './swift-facts.ts';
import { readXml } from './xml.ts';

/** Facts, and notes for the clerk about them. */
export interface FactsRead {
  readonly facts: ProofFacts;
  readonly notes: readonly ProofNote[];
}

export function readFacts(found: SniffedDocument): FactsRead {
  const text = found.text ?? '';
  switch (found.kind) {
    case 'mt103':
      return mt103Facts(text);
    case 'iso20022':
    case 'xml':
      return xmlFacts(found.kind, text);
    case 'json':
      return { facts: factsOfTransactions(readJsonPayments(text)), notes: [] };
    default:
      return { facts: noFacts, notes: [] };
  }
}

function mt103Facts(text: string): FactsRead {
  const messages = readSwift(text);
  const notes: ProofNote[] = [];
  if (messages.some((message) => !message.complete)) notes.push('cut-off');
  if (messages.some((message) => isTransfer(message) && checkAmounts(message).result === 'differs'))
    notes.push('amounts-differ');
  return { facts: withTotal(messages.flatMap(swiftFacts)), notes };
}

function xmlFacts(kind: ProofKind, text: string): FactsRead {
  const reading = readXml(text);
  if (reading.result === 'doctype') return { facts: noFacts, notes: ['doctype'] };
  if (reading.result !== 'read') return { facts: noFacts, notes: ['xml-broken'] };
  const { root } = reading;
  if (kind !== 'iso20022') return { facts: noFacts, notes: [] };
  return { facts: factsOfTransactions(readIso(root)), notes: [] };
}

function factsOfTransactions({ type, transactions }: IsoMessage): ProofFacts {
  return withTotal(
    transactions.map(({ amount, valueDate, from, to, status }) => ({
      ...noFacts,
      amount: amount?.amount ?? null,
      amountRole: amount?.fact ?? 'amount',
      messageType: type,
      statuses: status === null ? [] : [status],
      valueDate,
      from,
      to,
    })),
  );
}

/** The sum of the amounts; `null` unless all are of one kind and one currency. */
function totalOf(all: readonly ProofFacts[]): Pick<ProofFacts, 'amount' | 'amountRole'> {
  const none = { amount: null, amountRole: noFacts.amountRole };
  const [first] = all;
  if (first === undefined || first.amount === null) return none;
  const { amountRole, amount } = first;
  let sum: Decimal = { digits: 0n, scale: 0 };
  for (const one of all) {
    const number = readDecimal(one.amount?.value ?? '');
    if (number === null || one.amountRole !== amountRole || one.amount?.currency !== amount.currency)
      return none;
    sum = add(sum, number);
  }
  return { amountRole, amount: { currency: amount.currency, value: decimalText(sum) } };
}

/** Merges the facts of all transactions and adds the sum of their amounts. */
function withTotal(all: readonly ProofFacts[]): ProofFacts {
  return all.length > 1 ? { ...factsOfMany(all), ...totalOf(all) } : factsOfMany(all);
}

/** Only transfers have amount fields that describe a single payment. */
const isTransfer = ({ type }: SwiftMessage) => type === null || /^10[0-3]$/.test(type);

/** The facts that all messages or transactions share; amounts are never shared. */
function factsOfMany(all: readonly ProofFacts[]): ProofFacts {
  const [first] = all;
  if (first === undefined) return noFacts;
  if (all.length === 1) return first;
  const isCommon = (fact: 'valueDate' | 'from' | 'to' | 'messageType') =>
    all.every((one) => one[fact] === first[fact]);
  return {
    ...noFacts,
    transactions: all.length,
    statuses: distinctStatuses(all.flatMap(({ statuses }) => statuses)),
    valueDate: isCommon('valueDate') ? first.valueDate : null,
    from: isCommon('from') ? first.from : null,
    to: isCommon('to') ? first.to : null,
    messageType: isCommon('messageType') ? first.messageType : null,
  };
}
