/** @file Reads facts out of what was found. What is not stated plainly stays unknown. */
import type { Amount } from '../../../../shared/model/proofs/amount.ts';
import { isoAmount, isoFact } from '../../../../shared/model/proofs/iso20022.ts';
import {
  isJsonHolder,
  type JsonMember,
  jsonMember,
  jsonMembers,
  jsonString,
} from '../../../../shared/model/proofs/json-source.ts';
import {
  checkAmounts,
  fieldOfTag,
  nameOfParty,
  readMt103,
  settledOf,
} from '../../../../shared/model/proofs/mt103.ts';
import type { ProofFacts, ProofNote } from '../../../../shared/model/proofs/proof.ts';
import { readXml } from '../../../../shared/model/proofs/xml.ts';
import type { Found } from './sniff.ts';

/** Facts, and what a clerk should know about them. */
export interface FactsRead {
  readonly facts: ProofFacts;
  readonly notes: readonly ProofNote[];
}

const nothing: ProofFacts = { amount: null, valueDate: null, from: null, to: null };

/** Reads the facts of a document. */
export function readFacts(found: Found): FactsRead {
  const text = found.text ?? '';
  switch (found.kind) {
    case 'mt103':
      return mt103Facts(text);
    case 'iso20022':
    case 'xml':
      return xmlFacts(text);
    case 'json':
      return { facts: jsonFacts(text), notes: [] };
    default:
      return { facts: nothing, notes: [] };
  }
}

function mt103Facts(text: string): FactsRead {
  const message = readMt103(text);
  const { date, amount } = settledOf(message);
  const notes: ProofNote[] = [];
  if (!message.complete) notes.push('cut-off');
  if (checkAmounts(message).result === 'differs') notes.push('amounts-differ');
  return {
    facts: {
      amount,
      valueDate: date,
      from: nameOfParty(fieldOfTag(message, '50')?.value),
      to: nameOfParty(fieldOfTag(message, '59')?.value),
    },
    notes,
  };
}

function xmlFacts(text: string): FactsRead {
  const reading = readXml(text);
  if (reading.result === 'doctype') return { facts: nothing, notes: ['doctype'] };
  if (reading.result !== 'read') return { facts: nothing, notes: ['xml-broken'] };
  const { root } = reading;
  const facts: ProofFacts = {
    amount: isoAmount(root),
    valueDate: dateOnly(isoFact(root, 'settlement-date')),
    from: isoFact(root, 'debtor'),
    to: isoFact(root, 'creditor'),
  };
  return { facts, notes: [] };
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
    amount: jsonAmount(members),
    valueDate: dateOnly(textOf(jsonMember(members, 'valueDate', 'bookedOn', 'date'))),
    from: nameIn(jsonMember(members, 'debtor', 'sender', 'from')),
    to: nameIn(jsonMember(members, 'creditor', 'beneficiary', 'recipient', 'to')),
  };
}
