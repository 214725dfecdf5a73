/** @file Reads facts out of what was found. What is not stated plainly stays unknown. */
import type { Amount } from '../../../../shared/model/proofs/amount.ts';
import {
  noFacts,
  type ProofFacts,
  type ProofKind,
  type ProofNote,
} from '../../../../shared/model/proofs/proof.ts';
import { readIso, totalOf } from './iso20022.ts';
import { isJsonHolder, type JsonMember, jsonMember, jsonMembers, jsonString } from './json-source.ts';
import { checkAmounts } from './mt103.ts';
import { distinctStatuses } from './payment-status.ts';
import type { Found } from './sniff.ts';
import { readSwift, type SwiftMessage } from './swift.ts';
import { swiftFacts } from './swift-facts.ts';
import { readXml } from './xml.ts';

/** Facts, and what a clerk should know about them. */
export interface FactsRead {
  readonly facts: ProofFacts;
  readonly notes: readonly ProofNote[];
}

/** Reads the facts of a document. */
export function readFacts(found: Found): FactsRead {
  const text = found.text ?? '';
  switch (found.kind) {
    case 'mt103':
      return mt103Facts(text);
    case 'iso20022':
    case 'xml':
      return xmlFacts(found.kind, text);
    case 'json':
      return { facts: jsonFacts(text), notes: [] };
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
  return { facts: factsOfMany(messages.map(swiftFacts)), notes };
}

function xmlFacts(kind: ProofKind, text: string): FactsRead {
  const reading = readXml(text);
  if (reading.result === 'doctype') return { facts: noFacts, notes: ['doctype'] };
  if (reading.result !== 'read') return { facts: noFacts, notes: ['xml-broken'] };
  const { root } = reading;
  if (kind !== 'iso20022') return { facts: noFacts, notes: [] };
  const { type, transactions } = readIso(root);
  const total = totalOf(transactions);
  const facts = factsOfMany(
    transactions.map(({ amount, valueDate, from, to, status }) => ({
      ...noFacts,
      amount: amount?.amount ?? null,
      amountRole: amount?.fact ?? 'amount',
      messageType: type,
      statuses: status === null ? [] : [status],
      valueDate: dateOnly(valueDate),
      from,
      to,
    })),
  );
  return {
    facts: { ...facts, amount: total?.amount ?? null, amountRole: total?.fact ?? 'amount' },
    notes: [],
  };
}

/** Only in a transfer are the fields of amounts those of one payment. */
const isTransfer = ({ type }: SwiftMessage) => type === null || /^10[0-3]$/.test(type);

/** The facts that several messages or transactions have in common; an amount belongs to one alone. */
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

function textOf(source: string | null): string | null {
  return source === null ? null : jsonString(source);
}

function nameIn(source: string | null): string | null {
  const name = textOf(source) ?? textOf(jsonMember(jsonMembers(source ?? ''), 'name'));
  return name !== null && name.trim() !== '' ? name.trim().slice(0, 200) : null;
}

function dateOnly(text: string | null): string | null {
  return /^(\d{4}-\d\d-\d\d)(T|$)/.exec(text ?? '')?.[1] ?? null;
}

function jsonAmount(members: readonly JsonMember[]): Amount | null {
  const nested = jsonMember(members, 'amount') ?? '';
  const holder = isJsonHolder(nested) ? jsonMembers(nested) : members;
  const amount = jsonMember(holder, 'amount', 'value');
  const currency = textOf(jsonMember(holder, 'currency'));
  // A number has the digits with which it is written.
  const value = textOf(amount) ?? amount;
  if (value === null || !/^\d{1,15}(\.\d{1,12})?$/.test(value)) return null;
  return currency !== null && /^[A-Z]{3}$/.test(currency) ? { currency, value } : null;
}

function jsonFacts(text: string): ProofFacts {
  const members = jsonMembers(text);
  return {
    ...noFacts,
    amount: jsonAmount(members),
    valueDate: dateOnly(textOf(jsonMember(members, 'valueDate', 'bookedOn', 'date'))),
    from: nameIn(jsonMember(members, 'debtor', 'sender', 'from')),
    to: nameIn(jsonMember(members, 'creditor', 'beneficiary', 'recipient', 'to')),
  };
}
