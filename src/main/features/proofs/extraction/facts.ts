/** @file Extracts facts from a document. A fact that is not stated unambiguously stays unknown. */
import { add, type Decimal, decimalText, readDecimal } from '../../../../shared/model/proofs/amount.ts';
import type { IsoFact, IsoFactText } from '../../../../shared/model/proofs/content.ts';
import {
  maxStatedItems,
  noFacts,
  type ProofFacts,
  type ProofKind,
  type ProofNote,
} from '../../../../shared/model/proofs/proof.ts';
import { maxReferenceLength } from '../../../../shared/model/proofs/references.ts';
import { type IsoMessage, readIso } from './iso20022/iso20022.ts';
import { sortDistinctStatuses } from './payment-status.ts';
import type { SniffedDocument } from './sniff.ts';
import { checkAmounts } from './swift/mt103.ts';
import { readSwift, type SwiftMessage } from './swift/swift.ts';
import { listSwiftFacts } from './swift/swift-facts.ts';
import { readXml } from './xml.ts';

/** Facts, and notes for the clerk about them. */
interface FactsReading {
  readonly facts: ProofFacts;
  readonly notes: readonly ProofNote[];
}

/** JSON has no agreed form for payments: a name that looks like an amount or a status may mean another one. */
const jsonFacts: FactsReading = { facts: noFacts, notes: ['json-not-interpreted'] };

export function readFacts(document: SniffedDocument): FactsReading {
  const text = document.text ?? '';
  switch (document.kind) {
    case 'mt103':
      return readMt103Facts(text);
    case 'iso20022':
    case 'xml':
      return readXmlFacts(document.kind, text);
    case 'json':
      return jsonFacts;
    default:
      return { facts: noFacts, notes: [] };
  }
}

function readMt103Facts(text: string): FactsReading {
  const messages = readSwift(text);
  const notes: ProofNote[] = [];
  if (messages.some((message) => !message.isComplete)) notes.push('cut-off');
  if (messages.some((message) => isTransfer(message) && checkAmounts(message).result === 'differs'))
    notes.push('amounts-differ');
  return { facts: mergeWithTotal(messages.flatMap(listSwiftFacts)), notes };
}

function readXmlFacts(kind: ProofKind, text: string): FactsReading {
  const reading = readXml(text);
  if (reading.result === 'doctype') return { facts: noFacts, notes: ['doctype'] };
  if (reading.result !== 'read') return { facts: noFacts, notes: ['xml-broken'] };
  const { root } = reading;
  if (kind !== 'iso20022') return { facts: noFacts, notes: [] };
  const message = readIso(root);
  const contradicts = message.transactions.some(({ contradicting = [] }) => contradicting.length > 0);
  return { facts: mergeTransactionFacts(message), notes: contradicts ? ['statuses-contradict'] : [] };
}

function mergeTransactionFacts({ type, transactions }: IsoMessage): ProofFacts {
  return mergeWithTotal(
    transactions.map(
      ({
        amount,
        status,
        contradicting = [],
        facts,
        otherAmounts,
        chargesBorneBy,
        valueDate,
        dateRole,
        from,
        to,
      }) => ({
        ...noFacts,
        amount: amount?.amount ?? null,
        amountRole: amount?.fact ?? 'amount',
        messageType: type,
        statuses: status === null ? [] : [status, ...contradicting],
        valueDate,
        dateRole,
        from,
        to,
        otherAmounts: otherAmounts.slice(0, maxStatedItems),
        chargesBorneBy,
        references: listReferences(facts),
      }),
    ),
  );
}

/** Facts that identify a payment. */
const referenceFacts: readonly IsoFact[] = [
  'transaction-id',
  'instruction-id',
  'end-to-end-id',
  'uetr',
  'message-id',
];

function listReferences(facts: readonly IsoFactText[]): string[] {
  const references = facts.flatMap(({ fact, text }) =>
    referenceFacts.includes(fact) ? [text.trim().slice(0, maxReferenceLength)] : [],
  );
  return [...new Set(references)].slice(0, maxStatedItems);
}

/** Sums the amounts; the sum is `null` unless all amounts have the same role and currency. */
function sumAmounts(factsList: readonly ProofFacts[]): Pick<ProofFacts, 'amount' | 'amountRole'> {
  const noTotal = { amount: null, amountRole: noFacts.amountRole };
  const [firstFacts] = factsList;
  if (firstFacts === undefined || firstFacts.amount === null) return noTotal;
  const { amountRole, amount } = firstFacts;
  let sum: Decimal = { digits: 0n, scale: 0 };
  for (const facts of factsList) {
    const number = readDecimal(facts.amount?.value ?? '');
    if (number === null || facts.amountRole !== amountRole || facts.amount?.currency !== amount.currency)
      return noTotal;
    sum = add(sum, number);
  }
  return { amountRole, amount: { currency: amount.currency, value: decimalText(sum) } };
}

/** Merges the facts of all transactions and adds the sum of their amounts. */
function mergeWithTotal(factsList: readonly ProofFacts[]): ProofFacts {
  return factsList.length > 1
    ? { ...mergeCommonFacts(factsList), ...sumAmounts(factsList) }
    : mergeCommonFacts(factsList);
}

/** Returns true for types whose amount fields describe a single payment. */
const isTransfer = ({ type }: SwiftMessage) => type === null || /^10[0-3]$/.test(type);

/** Returns the facts that all messages or transactions have in common, without amounts. */
function mergeCommonFacts(factsList: readonly ProofFacts[]): ProofFacts {
  const [firstFacts] = factsList;
  if (firstFacts === undefined) return noFacts;
  if (factsList.length === 1) return firstFacts;
  const isCommon = (fact: 'valueDate' | 'from' | 'to' | 'messageType') =>
    factsList.every((facts) => facts[fact] === firstFacts[fact]);
  return {
    ...noFacts,
    transactions: factsList.length,
    statuses: sortDistinctStatuses(factsList.flatMap(({ statuses }) => statuses)),
    valueDate: isCommon('valueDate') ? firstFacts.valueDate : null,
    from: isCommon('from') ? firstFacts.from : null,
    to: isCommon('to') ? firstFacts.to : null,
    messageType: isCommon('messageType') ? firstFacts.messageType : null,
  };
}
