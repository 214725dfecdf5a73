/**
 * @file Reads payments in JSON as banks and payment services write them: flat or nested, with names of ISO 20022,
 * Berlin Group or Open Banking. The facts of a payment come from its own object and its ancestors, never from another
 * payment.
 */
import type { IsoFact, IsoFactText } from '../../../../shared/model/proofs/content.ts';
import type { ProofStatus } from '../../../../shared/model/proofs/status.ts';
import { factText } from './fact-text.ts';
import { type IsoMessage, type IsoTransaction, isoDate } from './iso20022.ts';
import { amountsIn } from './json-amounts.ts';
import { isoMessageInJson } from './json-iso.ts';
import { creditorTerms, debtorTerms, type JsonParty, partyIn } from './json-parties.ts';
import { isForContent, statusesIn } from './json-status.ts';
import { isObject, type JsonNode, memberOf, readJsonTree, textOf } from './json-tree.ts';
import { distinctStatuses } from './payment-status.ts';

/** Members whose amounts do not belong to a payment. */
const nonPaymentNames =
  /charge|fees?$|^fx|^tax|balance|limit|exchange|original|orgnl|refund|previous|discount|summary|equivalent|instal|invoice|commission|lineitem|metadata/;
/** Names of payment lists: an amount next to such a list is the total. */
const listOfPayments = /transaction|payment|transfer|entr(?:y|ies)|booked|pending|txinf|instruction/;
/** Members that only group other members. */
const groupNames =
  /^(?:data|payment|transaction|transfer|instruction|initiation|details|attributes|resource|body|payload|result|response|parties|identifiers|identification|references|refs|ids|dates|amounts|agents|accounts|banks|information|header|groupheader|grphdr|pmtid|rltdpties|rltdagts|relatedparties|relatedagents)$|^(?:payment|transaction|transfer)(?:details|information|identification|data|instruction|parties)$/;

/** A payment followed by its ancestors, innermost first. */
type PaymentPath = readonly [payment: JsonNode, ...holders: JsonNode[]];

const maxPayments = 10_000;

/** Payments below a node: those in lists and single ones. */
interface Payments {
  readonly alone: readonly PaymentPath[];
  readonly listed: readonly PaymentPath[];
}

function paymentsBelow(node: JsonNode, ancestors: readonly JsonNode[]): Payments {
  const isPayment = !node.isArray && amountsIn(node).length > 0;
  const inside = node.children
    .filter((child) => child.text === null && !nonPaymentNames.test(child.name))
    .filter((child) => !isPayment || (child.isArray && listOfPayments.test(child.name)))
    .map((child) => paymentsOf(child, [node, ...ancestors]));
  const listed = inside.flatMap((one) => one.listed);
  if (isPayment) return listed.length > 0 ? { alone: [], listed } : { alone: [[node, ...ancestors]], listed };
  return { alone: inside.flatMap((one) => one.alone), listed };
}

/** Each element of a list is one payment; an element with several payments in it has no amount of its own. */
function paymentsOf(node: JsonNode, ancestors: readonly JsonNode[]): Payments {
  if (!node.isArray) return paymentsBelow(node, ancestors);
  const listed = node.children.slice(0, maxPayments).flatMap((element): readonly PaymentPath[] => {
    const around = [node, ...ancestors];
    const { alone, listed: inner } = paymentsOf(element, around);
    if (alone.length > 1) return [[element, ...around]];
    return alone.length === 1 ? alone : inner;
  });
  return { alone: [], listed };
}

/** Payments of a text: the only single one, or those in lists; none when several single ones make it ambiguous. */
function paymentsIn(root: JsonNode): readonly PaymentPath[] {
  const { alone, listed } = paymentsOf(root, []);
  if (alone.length > 1) return [];
  return alone.length === 1 ? alone : listed.slice(0, maxPayments);
}

const maxGroups = 3;

/** An object and its nested groups, without nested payments. */
function withGroups(node: JsonNode, payments: ReadonlySet<JsonNode>, depth = 0): JsonNode[] {
  if (node.isArray) return [];
  const groups = depth >= maxGroups ? [] : node.children.filter((child) => isGroup(child, payments));
  return [node, ...groups.flatMap((child) => withGroups(child, payments, depth + 1))];
}

const isGroup = (child: JsonNode, payments: ReadonlySet<JsonNode>) =>
  isObject(child) && groupNames.test(child.name) && !payments.has(child);

/** The object and its groups at each level, the payment first. */
type Levels = readonly (readonly JsonNode[])[];

function textIn(levels: Levels, ...names: readonly string[]): string | null {
  for (const node of levels.flat()) {
    const text = textOf(node, ...names);
    if (text !== null) return text;
  }
  return null;
}

function isCalendarDate(date: string): boolean {
  const parsed = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed) && new Date(parsed).toISOString().startsWith(date);
}

function dateOf(node: JsonNode | null): string | null {
  if (node === null) return null;
  if (node.text === null) return dateOf(memberOf(node, 'date', 'dt', 'datetime', 'dttm', 'value'));
  const text = node.text.trim();
  const digits = /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(text);
  const date = digits === null ? isoDate(text.replace(' ', 'T')) : `${digits[1]}-${digits[2]}-${digits[3]}`;
  return date !== null && isCalendarDate(date) ? date : null;
}

function dateIn(levels: Levels, ...names: readonly string[]): string | null {
  for (const node of levels.flat()) {
    for (const name of names) {
      const date = dateOf(memberOf(node, name));
      if (date !== null) return date;
    }
  }
  return null;
}

/** The text of a node, or the texts of its items or members, in one line. */
function textLine(node: JsonNode | null, inside = 0): string | null {
  if (node === null || inside > 2) return null;
  if (node.text !== null) return node.text.trim() === '' ? null : node.text.trim();
  const parts = node.isArray
    ? node.children
    : [
        memberOf(
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
  const texts = parts.map((part) => textLine(part, inside + 1)).filter((text) => text !== null);
  return texts.length === 0 ? null : texts.join(' ');
}

function textLineIn(levels: Levels, ...names: readonly string[]): string | null {
  for (const node of levels.flat()) {
    for (const name of names) {
      const text = textLine(memberOf(node, name));
      if (text !== null) return text;
    }
  }
  return null;
}

function statusesOf([own = [], ...outer]: Levels, ancestors: readonly JsonNode[]): ProofStatus[] {
  const stated = own.flatMap(statusesIn);
  if (stated.length > 0) return distinctStatuses(stated);
  const around = outer.flat().flatMap(statusesIn).filter(isForContent);
  const isPending = ancestors.some(({ name, isArray }) => isArray && name === 'pending');
  const listed: ProofStatus[] = isPending
    ? [{ standing: 'pending', code: null, reasons: [], detail: null }]
    : [];
  return distinctStatuses([...around, ...listed]);
}

const accountFact = (fact: IsoFact, { account, isIban }: JsonParty) =>
  factText(fact, account, isIban ? 'iban' : 'account');
const agentFact = (fact: IsoFact, { agent, isBic }: JsonParty) =>
  factText(fact, agent, isBic ? 'bic' : undefined);

function readPayment([payment, ...ancestors]: PaymentPath, payments: ReadonlySet<JsonNode>): IsoTransaction {
  const levels = [payment, ...ancestors.filter(({ isArray }) => !isArray)].map((node) =>
    withGroups(node, payments),
  );
  const amounts = amountsIn(payment);
  const debtor = partyIn(levels, debtorTerms);
  const creditor = partyIn(levels, creditorTerms);
  const dates: readonly (readonly [IsoFact, string | null])[] = [
    ['value-date', dateIn(levels, 'valuedate', 'valuedatetime', 'valdt')],
    ['booking-date', dateIn(levels, 'bookingdate', 'bookingdatetime', 'bookedon', 'bookgdt')],
    ['settlement-date', dateIn(levels, 'settlementdate', 'interbanksettlementdate', 'intrbksttlmdt')],
    ['execution-date', dateIn(levels, 'requestedexecutiondate', 'executiondate', 'reqdexctndt')],
    ['date', dateIn(levels, 'date', 'paymentdate', 'transactiondate', 'transferdate')],
  ];
  const facts: readonly (IsoFactText | null)[] = [
    ...amounts.map(({ role, amount }) => factText(role, `${amount.currency} ${amount.value}`)),
    ...dates.map(([fact, date]) => factText(fact, date)),
    factText('rate', textIn(levels, 'exchangerate', 'xchgrate')),
    factText(
      'charges',
      textLineIn(levels, 'chargebearer', 'chrgbr', 'chargesbearer', 'feebearer', 'detailsofcharges'),
    ),
    factText(
      'transaction-id',
      textIn(levels, 'transactionid', 'paymentid', 'domesticpaymentid', 'txid', 'transferid'),
    ),
    factText('instruction-id', textIn(levels, 'instructionid', 'instructionidentification', 'instrid')),
    factText(
      'end-to-end-id',
      textIn(levels, 'endtoendid', 'endtoendidentification', 'e2eid', 'endtoendreference'),
    ),
    factText('uetr', textIn(levels, 'uetr', 'uniqueendtoendtransactionreference'), 'uetr'),
    factText('message-id', textIn(levels, 'messageid', 'messageidentification', 'msgid', 'messagereference')),
    factText('debtor', debtor.name),
    accountFact('debtor-account', debtor),
    agentFact('debtor-agent', debtor),
    factText('creditor', creditor.name),
    accountFact('creditor-account', creditor),
    agentFact('creditor-agent', creditor),
    factText(
      'purpose',
      textLineIn(levels, 'purpose', 'purposecode', 'purp', 'paymentpurpose', 'purposeofpayment'),
    ),
    factText(
      'remittance',
      textLineIn(
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
  const [first] = amounts;
  return {
    facts: facts.filter((fact) => fact !== null),
    status: statusesOf(levels, ancestors)[0] ?? null,
    amount: first === undefined ? null : { amount: first.amount, fact: first.role },
    valueDate: dates.find(([, date]) => date !== null)?.[1] ?? null,
    from: debtor.name,
    to: creditor.name,
  };
}

/** Reads the payments in a JSON text. */
export function readJsonPayments(text: string): IsoMessage {
  const root = readJsonTree(text);
  const message = isoMessageInJson(root);
  if (message !== null) return message;
  const payments = paymentsIn(root);
  const all = payments.length === 0 ? [[root] as const] : payments;
  const own = new Set(payments.map(([payment]) => payment));
  return { type: null, transactions: all.map((held) => readPayment(held, own)) };
}
