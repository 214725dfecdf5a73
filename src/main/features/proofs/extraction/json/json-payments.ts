/**
 * @file Reads payments in JSON as banks and payment services write them: flat or nested, with names of ISO 20022,
 * Berlin Group or Open Banking. The facts of a payment come from its own object and its ancestors, never from another
 * payment.
 */

import type { IsoFact, IsoFactText } from '../../../../../shared/model/proofs/content.ts';
import type { ProofStatus } from '../../../../../shared/model/proofs/status.ts';
import { toFactText } from '../fact-text.ts';
import { findIsoMessageName } from '../iso20022/iso-messages.ts';
import {
  type IsoMessage,
  type IsoTransaction,
  parseIsoDate,
  pickDate,
  readIso,
} from '../iso20022/iso20022.ts';
import { sortDistinctStatuses } from '../payment-status.ts';
import type { XmlElement } from '../xml.ts';
import { listJsonAmounts, listJsonCharges } from './json-amounts.ts';
import { creditorTerms, debtorTerms, findParty, type JsonParty } from './json-parties.ts';
import { listJsonStatuses, mayApplyToPayment } from './json-status.ts';
import { findMember, findText, isObject, type JsonNode, readJsonTree } from './json-tree.ts';

/** Element names that are not simply capitalized. */
const specialElementNames: Readonly<Record<string, string>> = {
  iban: 'IBAN',
  bic: 'BIC',
  bicfi: 'BICFI',
  bicorbei: 'BICOrBEI',
  uetr: 'UETR',
};
/** Members that contain the text of an element with attributes. */
const textNames = ['value', 'text', 'content', ''];

/** Returns the XML name of a member. Code generators lower-case the first letter, and converters keep the prefix. */
function toElementName(key: string): string {
  const name = key.replace(/^.*:/, '');
  const knownName = specialElementNames[name.toLowerCase()] ?? findIsoMessageName(name);
  return knownName ?? `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}

/** Converts a member to an element, or an array to one element for each value. */
function toXmlElements(node: JsonNode): XmlElement[] {
  if (node.isArray) return node.children.flatMap(toXmlElements);
  const currency = findMember(node, 'ccy', 'currency')?.text ?? null;
  const text = node.text ?? findMember(node, ...textNames)?.text ?? '';
  const attributes: [string, string][] = currency === null ? [] : [['Ccy', currency]];
  return [
    {
      name: toElementName(node.key),
      attributes,
      text: text.trim(),
      children: node.children.flatMap(toXmlElements),
    },
  ];
}

function containsMessage(node: JsonNode): boolean {
  return findIsoMessageName(node.key.replace(/^.*:/, '')) !== null || node.children.some(containsMessage);
}

/** Reads the ISO 20022 message in JSON, as XML converters and code generators write it; `null` when there is none. */
function readIsoMessageInJson(root: JsonNode): IsoMessage | null {
  if (!containsMessage(root)) return null;
  const [first, second] = toXmlElements(root);
  if (first === undefined) return null;
  return readIso(second === undefined ? first : { ...first, name: '', children: toXmlElements(root) });
}

/** Members whose amounts do not belong to a payment. */
const nonPaymentPattern =
  /charge|fees?$|^fx|^tax|balance|limit|exchange|original|orgnl|refund|previous|discount|summary|equivalent|instal|invoice|commission|lineitem|metadata/;
/** Names of payment lists: an amount next to such a list is the total. */
const paymentListPattern = /transaction|payment|transfer|entr(?:y|ies)|booked|pending|txinf|instruction/;
/** Members that only group other members. */
const groupPattern =
  /^(?:data|payment|transaction|transfer|instruction|initiation|details|attributes|resource|body|payload|result|response|parties|identifiers|identification|references|refs|ids|dates|amounts|agents|accounts|banks|information|header|groupheader|grphdr|pmtid|rltdpties|rltdagts|relatedparties|relatedagents)$|^(?:payment|transaction|transfer)(?:details|information|identification|data|instruction|parties)$/;

/** A payment followed by its ancestors, innermost first. */
type PaymentPath = readonly [payment: JsonNode, ...holders: JsonNode[]];

const maxPayments = 10_000;

/** Payments below a node: payments in lists, and single payments outside of lists. */
interface Payments {
  readonly single: readonly PaymentPath[];
  readonly listed: readonly PaymentPath[];
}

function collectBelow(node: JsonNode, ancestors: readonly JsonNode[]): Payments {
  const isPayment = !node.isArray && listJsonAmounts(node).length > 0;
  const nested = node.children
    .filter((child) => child.text === null && !nonPaymentPattern.test(child.name))
    .filter((child) => !isPayment || (child.isArray && paymentListPattern.test(child.name)))
    .map((child) => collectPayments(child, [node, ...ancestors]));
  const listed = nested.flatMap((below) => below.listed);
  if (isPayment)
    return listed.length > 0 ? { single: [], listed } : { single: [[node, ...ancestors]], listed };
  return { single: nested.flatMap((below) => below.single), listed };
}

/** Collects the payments at a node. An element of a list is one payment, also when it contains several amounts. */
function collectPayments(node: JsonNode, ancestors: readonly JsonNode[]): Payments {
  if (!node.isArray) return collectBelow(node, ancestors);
  const listed = node.children.slice(0, maxPayments).flatMap((element): readonly PaymentPath[] => {
    const elementAncestors = [node, ...ancestors];
    const { single, listed: nestedListed } = collectPayments(element, elementAncestors);
    if (single.length > 1) return [[element, ...elementAncestors]];
    return single.length === 1 ? single : nestedListed;
  });
  return { single: [], listed };
}

/**
 * Returns the single payment of a text, or the payments in its lists; none when several single payments are ambiguous.
 */
function findPayments(root: JsonNode): readonly PaymentPath[] {
  const { single, listed } = collectPayments(root, []);
  if (single.length > 1) return [];
  return single.length === 1 ? single : listed.slice(0, maxPayments);
}

const maxGroups = 3;

/** Returns an object followed by its nested groups, without nested payments. */
function listWithGroups(node: JsonNode, payments: ReadonlySet<JsonNode>, depth = 0): JsonNode[] {
  if (node.isArray) return [];
  const groups = depth >= maxGroups ? [] : node.children.filter((child) => isGroup(child, payments));
  return [node, ...groups.flatMap((child) => listWithGroups(child, payments, depth + 1))];
}

const isGroup = (child: JsonNode, payments: ReadonlySet<JsonNode>) =>
  isObject(child) && groupPattern.test(child.name) && !payments.has(child);

/** The object and its groups at each level; the first level is the payment. */
type Levels = readonly (readonly JsonNode[])[];

function findLevelText(levels: Levels, ...names: readonly string[]): string | null {
  for (const node of levels.flat()) {
    const text = findText(node, ...names);
    if (text !== null) return text;
  }
  return null;
}

function isCalendarDate(date: string): boolean {
  const parsed = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed) && new Date(parsed).toISOString().startsWith(date);
}

function parseDate(node: JsonNode | null): string | null {
  if (node === null) return null;
  if (node.text === null) return parseDate(findMember(node, 'date', 'dt', 'datetime', 'dttm', 'value'));
  const text = node.text.trim();
  const digits = /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(text);
  const date =
    digits === null ? parseIsoDate(text.replace(' ', 'T')) : `${digits[1]}-${digits[2]}-${digits[3]}`;
  return date !== null && isCalendarDate(date) ? date : null;
}

function findDate(levels: Levels, ...names: readonly string[]): string | null {
  for (const node of levels.flat()) {
    for (const name of names) {
      const date = parseDate(findMember(node, name));
      if (date !== null) return date;
    }
  }
  return null;
}

/** Returns the text of a node, or the texts of its items or members, in one line. */
function joinTexts(node: JsonNode | null, depth = 0): string | null {
  if (node === null || depth > 2) return null;
  if (node.text !== null) return node.text.trim() === '' ? null : node.text.trim();
  const parts = node.isArray
    ? node.children
    : [
        findMember(
          node,
          'unstructured',
          'ustrd',
          'text',
          'reference',
          'structured',
          'code',
          'cd',
          'proprietary',
          'prtry',
        ),
      ];
  const texts = parts.map((part) => joinTexts(part, depth + 1)).filter((text) => text !== null);
  return texts.length === 0 ? null : texts.join(' ');
}

function findTextLine(levels: Levels, ...names: readonly string[]): string | null {
  for (const node of levels.flat()) {
    for (const name of names) {
      const text = joinTexts(findMember(node, name));
      if (text !== null) return text;
    }
  }
  return null;
}

function listPaymentStatuses(
  [paymentNodes = [], ...outerLevels]: Levels,
  ancestors: readonly JsonNode[],
): ProofStatus[] {
  const statedStatuses = paymentNodes.flatMap(listJsonStatuses);
  if (statedStatuses.length > 0) return sortDistinctStatuses(statedStatuses);
  const envelopeStatuses = outerLevels.flat().flatMap(listJsonStatuses).filter(mayApplyToPayment);
  const isPending = ancestors.some(({ name, isArray }) => isArray && name === 'pending');
  const listStatuses: ProofStatus[] = isPending
    ? [{ standing: 'pending', code: null, reasons: [], detail: null }]
    : [];
  return sortDistinctStatuses([...envelopeStatuses, ...listStatuses]);
}

const toAccountFact = (fact: IsoFact, { account, isIban }: JsonParty) =>
  toFactText(fact, account, isIban ? 'iban' : 'account');
const toAgentFact = (fact: IsoFact, { agent, isBic }: JsonParty) =>
  toFactText(fact, agent, isBic ? 'bic' : undefined);

function readPayment([payment, ...ancestors]: PaymentPath, payments: ReadonlySet<JsonNode>): IsoTransaction {
  const levels = [payment, ...ancestors.filter(({ isArray }) => !isArray)].map((node) =>
    listWithGroups(node, payments),
  );
  const amounts = listJsonAmounts(payment);
  const debtor = findParty(levels, debtorTerms);
  const creditor = findParty(levels, creditorTerms);
  const dates: readonly (readonly [IsoFact, string | null])[] = [
    ['value-date', findDate(levels, 'valuedate', 'valuedatetime', 'valdt')],
    ['booking-date', findDate(levels, 'bookingdate', 'bookingdatetime', 'bookedon', 'bookgdt')],
    ['settlement-date', findDate(levels, 'settlementdate', 'interbanksettlementdate', 'intrbksttlmdt')],
    ['execution-date', findDate(levels, 'requestedexecutiondate', 'executiondate', 'reqdexctndt')],
    ['date', findDate(levels, 'date', 'paymentdate', 'transactiondate', 'transferdate')],
  ];
  const facts: readonly (IsoFactText | null)[] = [
    ...amounts.map(({ role, amount }) => toFactText(role, `${amount.currency} ${amount.value}`)),
    ...dates.map(([fact, date]) => toFactText(fact, date)),
    toFactText('rate', findLevelText(levels, 'exchangerate', 'xchgrate')),
    toFactText(
      'charges',
      findTextLine(levels, 'chargebearer', 'chrgbr', 'chargesbearer', 'feebearer', 'detailsofcharges'),
    ),
    toFactText(
      'transaction-id',
      findLevelText(levels, 'transactionid', 'paymentid', 'domesticpaymentid', 'txid', 'transferid'),
    ),
    toFactText(
      'instruction-id',
      findLevelText(levels, 'instructionid', 'instructionidentification', 'instrid'),
    ),
    toFactText(
      'end-to-end-id',
      findLevelText(levels, 'endtoendid', 'endtoendidentification', 'e2eid', 'endtoendreference'),
    ),
    toFactText('uetr', findLevelText(levels, 'uetr', 'uniqueendtoendtransactionreference'), 'uetr'),
    toFactText(
      'message-id',
      findLevelText(levels, 'messageid', 'messageidentification', 'msgid', 'messagereference'),
    ),
    toFactText('debtor', debtor.name),
    toAccountFact('debtor-account', debtor),
    toAgentFact('debtor-agent', debtor),
    toFactText('creditor', creditor.name),
    toAccountFact('creditor-account', creditor),
    toAgentFact('creditor-agent', creditor),
    toFactText(
      'purpose',
      findTextLine(levels, 'purpose', 'purposecode', 'purp', 'paymentpurpose', 'purposeofpayment'),
    ),
    toFactText(
      'remittance',
      findTextLine(
        levels,
        'remittanceinformation',
        'remittanceinformationunstructured',
        'remittanceinformationunstructuredarray',
        'rmtinf',
        'remittanceinfo',
        'remittance',
        'paymentreference',
      ),
    ),
  ];
  const [mainAmount, ...furtherAmounts] = amounts;
  return {
    facts: facts.filter((fact) => fact !== null),
    status: listPaymentStatuses(levels, ancestors)[0] ?? null,
    amount: mainAmount === undefined ? null : { amount: mainAmount.amount, fact: mainAmount.role },
    ...pickDate(new Map(dates)),
    from: debtor.name,
    to: creditor.name,
    otherAmounts: [...furtherAmounts, ...listJsonCharges(payment)],
  };
}

/** Reads the payments in a JSON text. */
export function readJsonPayments(text: string): IsoMessage {
  const root = readJsonTree(text);
  const message = readIsoMessageInJson(root);
  if (message !== null) return message;
  const payments = findPayments(root);
  const paymentPaths = payments.length === 0 ? [[root] as const] : payments;
  const paymentNodes = new Set(payments.map(([payment]) => payment));
  return { type: null, transactions: paymentPaths.map((path) => readPayment(path, paymentNodes)) };
}
