/** @file Reads facts out of what was found. What is not stated plainly stays unknown. */
import type { Amount } from '../../../../shared/model/proofs/amount.ts';
import { isoAmount, isoFact } from '../../../../shared/model/proofs/iso20022.ts';
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

function member(value: unknown, ...names: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = Object.entries(value);
  for (const name of names) {
    const found = entries.find(([key]) => key === name);
    if (found !== undefined) return found[1];
  }
  return undefined;
}

function nameIn(value: unknown): string | null {
  const name = typeof value === 'string' ? value : member(value, 'name');
  return typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 200) : null;
}

function dateOnly(value: unknown): string | null {
  const date = typeof value === 'string' ? /^(\d{4}-\d\d-\d\d)(T|$)/.exec(value)?.[1] : undefined;
  return date ?? null;
}

function jsonAmount(value: unknown): Amount | null {
  const nested = member(value, 'amount');
  const holder = typeof nested === 'object' && nested !== null ? nested : value;
  const amount = member(holder, 'amount', 'value');
  const currency = member(holder, 'currency');
  const text = typeof amount === 'number' ? String(amount) : amount;
  if (typeof text !== 'string' || !/^\d{1,15}(\.\d{1,12})?$/.test(text)) return null;
  return typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? { currency, value: text } : null;
}

function jsonFacts(text: string): ProofFacts {
  const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
  return {
    amount: jsonAmount(value),
    valueDate: dateOnly(member(value, 'valueDate', 'bookedOn', 'date')),
    from: nameIn(member(value, 'debtor', 'sender', 'from')),
    to: nameIn(member(value, 'creditor', 'beneficiary', 'recipient', 'to')),
  };
}
