/** @file Extracts facts from a document. A fact that is not stated unambiguously stays unknown. */
import { add, type Decimal, decimalText, readDecimal } from '../../../../shared/model/proofs/amount.ts';
import {
  noFacts,
  type ProofFacts,
  type ProofKind,
  type ProofNote,
} from '../../../../shared/model/proofs/proof.ts';
import { readIso } from './iso20022/iso20022.ts';
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
  if (messages.some((message) => isTransfer(message) && checkAmounts(message)?.result === 'differs'))
    notes.push('amounts-differ');
  return { facts: mergeFacts(messages.flatMap(listSwiftFacts)), notes };
}

function readXmlFacts(kind: ProofKind, text: string): FactsReading {
  const reading = readXml(text);
  if (reading.result === 'doctype') return { facts: noFacts, notes: ['doctype'] };
  if (reading.result !== 'read') return { facts: noFacts, notes: ['xml-broken'] };
  if (kind !== 'iso20022') return { facts: noFacts, notes: [] };
  const transactions = readIso(reading.root).map(({ facts }) => facts);
  const contradicts = transactions.some(({ statuses }) => statuses.length > 1);
  return { facts: mergeFacts(transactions), notes: contradicts ? ['statuses-contradict'] : [] };
}

/** Sums the amounts; the sum is `null` unless all amounts have the same role and currency. */
function sumAmounts(factsList: readonly ProofFacts[]): Partial<ProofFacts> {
  const [{ amount: first, amountRole } = noFacts] = factsList;
  let sum: Decimal = { digits: 0n, scale: 0 };
  for (const facts of factsList) {
    const number = readDecimal(facts.amount?.value ?? '');
    if (number === null || facts.amountRole !== amountRole || facts.amount?.currency !== first?.currency)
      return {};
    sum = add(sum, number);
  }
  return first === null ? {} : { amountRole, amount: { currency: first.currency, value: decimalText(sum) } };
}

/** Returns true for types whose amount fields describe a single payment. */
const isTransfer = ({ type }: SwiftMessage) => type === null || /^10[0-3]$/.test(type);

/** Merges the facts of all messages or transactions: what they have in common, and the sum of their amounts. */
function mergeFacts(factsList: readonly ProofFacts[]): ProofFacts {
  const [first = noFacts, ...others] = factsList;
  if (others.length === 0) return first;
  const common = (fact: 'valueDate' | 'from' | 'to' | 'messageType') =>
    others.every((facts) => facts[fact] === first[fact]) ? first[fact] : null;
  return {
    ...noFacts,
    ...sumAmounts(factsList),
    transactions: factsList.length,
    statuses: sortDistinctStatuses(factsList.flatMap(({ statuses }) => statuses)),
    valueDate: common('valueDate'),
    from: common('from'),
    to: common('to'),
    messageType: common('messageType'),
  };
}
