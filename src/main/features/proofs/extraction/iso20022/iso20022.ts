/**
 * @file Extracts the facts of an ISO 20022 message. All facts of a transaction come from the transaction itself or, at
 * the same path, from its ancestors, never from another transaction.
 */
import { isCalendarDate } from '../../../../../shared/calendar-date.ts';
import type { Amount } from '../../../../../shared/model/proofs/amount.ts';
import type { IsoFact, IsoFactText } from '../../../../../shared/model/proofs/content.ts';
import {
  type AmountRole,
  maxStatedItems,
  noFacts,
  type ProofFacts,
} from '../../../../../shared/model/proofs/proof.ts';
import { toFactText, toReferences, toUnreadableFact } from '../fact-text.ts';
import { listIsoStatuses } from '../payment-status.ts';
import { childrenNamed, localName, type XmlElement } from '../xml.ts';
import { findMessages, findTransactions, type TransactionPath } from './iso-messages.ts';

/** Returns the first child with a name. */
function findChild(element: XmlElement | null, name: string): XmlElement | null {
  return element === null ? null : (childrenNamed(element, name)[0] ?? null);
}

/** Returns the element at a path. Where a name is repeated, the first element counts. */
function findElement(element: XmlElement | null, path: string): XmlElement | null {
  return path.split('/').reduce((current: XmlElement | null, name) => findChild(current, name), element);
}

/** Returns the first non-empty text at one of the paths below one of the elements. */
function findText(ancestors: readonly (XmlElement | null)[], ...paths: readonly string[]): string | null {
  for (const ancestor of ancestors) {
    for (const path of paths) {
      const found = findElement(ancestor, path);
      if (found !== null && found.text !== '') return found.text;
    }
  }
  return null;
}

/** Returns the child with a name; `null` when several have the name, because the choice would be ambiguous. */
function findOnlyChild(element: XmlElement | null, name: string): XmlElement | null {
  const found = element === null ? [] : childrenNamed(element, name);
  return found.length === 1 ? (found[0] ?? null) : null;
}

type IsoAmountFact = Extract<IsoFact, AmountRole>;

/** One transaction, entry or status of a message. A message without transactions counts as one. */
interface IsoTransaction {
  /** All of them as texts, in reading order. */
  readonly texts: readonly IsoFactText[];
  /** What the list of proofs has of them. */
  readonly facts: ProofFacts;
}

/** Returns the date of an ISO 8601 date or date-time; `null` when the text has another form or is no day of the calendar. */
function parseIsoDate(text: string | null): string | null {
  const date = /^(\d{4}-\d\d-\d\d)(?:T|Z|[+-]\d\d:?\d\d|$)/.exec(text ?? '')?.[1];
  return date !== undefined && isCalendarDate(date) ? date : null;
}

/** A value that a message states: parsed, or `null` where its text can't be read. No other value takes its place. */
interface Stated<Value> {
  readonly value: Value | null;
  /** As it stands. */
  readonly text: string;
}

type StatedDate = Stated<string>;
type StatedAmount = Stated<Amount>;

function findDate(ancestors: readonly (XmlElement | null)[], name: string): StatedDate | null {
  const text = findText(ancestors, `${name}/Dt`, `${name}/DtTm`, name);
  return text === null ? null : { value: parseIsoDate(text), text };
}

/** Parses an amount as XML Schema writes decimals: `+5`, `5.` and `.5` are numbers. */
function parseAmount({ attributes, text }: XmlElement): StatedAmount {
  const currency = attributes.find(([name]) => name === 'Ccy')?.[1] ?? '';
  const [, units = '', decimals = ''] = /^\+?(\d{0,18})(?:\.(\d{0,18}))?$/.exec(text) ?? [];
  const isNumber = /^[A-Z]{3}$/.test(currency) && units + decimals !== '';
  const value = decimals === '' ? units : `${units || '0'}.${decimals}`;
  return { value: isNumber ? { currency, value } : null, text: `${currency} ${text}`.trim() };
}

/** Finds the first amount that is stated at one of the paths, also where it can't be read. */
function findAmount(
  ancestors: readonly (XmlElement | null)[],
  ...paths: readonly string[]
): StatedAmount | null {
  for (const ancestor of ancestors) {
    for (const path of paths) {
      const element = findElement(ancestor, path);
      if (element !== null && element.children.length === 0) return parseAmount(element);
    }
  }
  return null;
}

const partyPaths = [
  'Nm',
  'Pty/Nm',
  'FinInstnId/Nm',
  'Agt/FinInstnId/Nm',
  'FinInstnId/BICFI',
  'FinInstnId/BIC',
  'FinInstnId/BICOrBEI',
  'Agt/FinInstnId/BICFI',
  'Pty/Id/OrgId/AnyBIC',
  'Id/OrgId/AnyBIC',
  'Id/OrgId/BICOrBEI',
];
const prefixPaths = (name: string, paths: readonly string[]) => paths.map((path) => `${name}/${path}`);

/** Finds the account of a party. A value that is not labelled as an IBAN may still be an IBAN. */
function findAccountFact(fact: IsoFact, ancestors: readonly XmlElement[], name: string): IsoFactText | null {
  for (const ancestor of ancestors) {
    const iban = findText([ancestor], ...prefixPaths(name, ['Id/IBAN', 'IBAN']));
    if (iban !== null) return toFactText(fact, iban, 'iban');
    const otherAccount = findText(
      [ancestor],
      ...prefixPaths(name, ['Id/Othr/Id', 'Id/PrtryAcct/Id', 'Id/BBAN', 'Id/UPIC']),
    );
    if (otherAccount !== null) return toFactText(fact, otherAccount, 'account');
  }
  return null;
}

/** Finds the bank of a party: its BIC, else its name. */
function findAgentFact(fact: IsoFact, ancestors: readonly XmlElement[], name: string): IsoFactText | null {
  for (const ancestor of ancestors) {
    const institution = findElement(ancestor, `${name}/FinInstnId`);
    const bic = findText([institution], 'BICFI', 'BIC', 'BICOrBEI');
    if (bic !== null) return toFactText(fact, bic, 'bic');
    const bank = findText([institution], 'Nm', 'NmAndAdr/Nm', 'ClrSysMmbId/MmbId');
    if (bank !== null) return toFactText(fact, bank);
  }
  return null;
}

/** Returns the elements that contain the parties of a transaction; all parties are read from the same elements. */
function findPartyElements(transaction: XmlElement, ancestors: readonly XmlElement[]): readonly XmlElement[] {
  if (localName(transaction.name) === 'Ntry') {
    const onlyTransaction = findOnlyChild(findOnlyChild(transaction, 'NtryDtls'), 'TxDtls');
    const parties = [findChild(onlyTransaction, 'RltdPties'), findChild(onlyTransaction, 'RltdAgts')];
    return parties.filter((party) => party !== null);
  }
  const chain = findChild(transaction, 'RtrChain');
  if (chain !== null) return [chain];
  const original = findChild(transaction, 'OrgnlTxRef');
  return original === null ? [transaction, ...ancestors] : [original];
}

/** Facts that are dates of a payment, the most relevant first. */
const dateFacts = [
  'value-date',
  'booking-date',
  'settlement-date',
  'execution-date',
  'original-date',
] as const;

/** Facts that identify a payment. */
const referenceFacts: ReadonlySet<IsoFact> = new Set([
  'transaction-id',
  'instruction-id',
  'end-to-end-id',
  'uetr',
  'message-id',
] satisfies IsoFact[]);

/** Amounts of messages that announce, charge or stop a payment instead of making one. */
const itemAmounts: Readonly<Record<string, readonly [fact: IsoAmountFact, path: string]>> = {
  Itm: ['expected', 'Amt'],
  OrgnlItm: ['original', 'Amt'],
  Chq: ['original', 'Amt'],
  Rcrd: ['charges', 'TtlChrgsPerRcrd/TtlChrgsAmt'],
};

const directions: Readonly<Record<string, IsoAmountFact>> = { CRDT: 'entry-credit', DBIT: 'entry-debit' };

/** Lists the amounts of a transaction with their roles, the most relevant first. */
function listAmounts(
  transaction: XmlElement,
  ancestors: readonly XmlElement[],
): { readonly fact: IsoAmountFact; readonly amount: StatedAmount }[] {
  const original = findChild(transaction, 'OrgnlTxRef');
  const settledPaths = ['IntrBkSttlmAmt', 'Amt/InstdAmt', 'Amt/EqvtAmt/Amt', 'InstdAmt'];
  const name = localName(transaction.name);
  const isEntry = name === 'Ntry';
  const [itemFact, itemPath] = itemAmounts[name] ?? (['amount', null] as const);
  const direction = directions[findText([transaction], 'CdtDbtInd') ?? ''] ?? 'amount';
  // The total of a message counts only when the message has no separate transactions.
  const group = ancestors.length === 0 ? findChild(transaction, 'GrpHdr') : null;
  const candidates: readonly (readonly [IsoAmountFact, StatedAmount | null])[] = [
    [
      'returned',
      findAmount([transaction], 'RtrdIntrBkSttlmAmt', 'RtrdInstdAmt', 'RvsdIntrBkSttlmAmt', 'RvsdInstdAmt'),
    ],
    [direction, isEntry ? findAmount([transaction], 'Amt') : null],
    [itemFact, itemPath === null ? null : findAmount([transaction], itemPath)],
    ['charges', findAmount([findOnlyChild(transaction, 'ChrgsBrkdwn')], 'Amt')],
    ['settled', findAmount([transaction], 'IntrBkSttlmAmt')],
    ['settled', findAmount([group], 'TtlIntrBkSttlmAmt')],
    ['instructed', isEntry ? null : findAmount([transaction], 'InstdAmt', 'Amt/InstdAmt', 'Amt/EqvtAmt/Amt')],
    ['original', findAmount([transaction], 'OrgnlIntrBkSttlmAmt', 'OrgnlInstdAmt')],
    ['original', findAmount([original], ...settledPaths)],
  ];
  const foundFacts = new Set<IsoAmountFact>();
  return candidates.flatMap(([fact, amount]) => {
    if (amount === null || foundFacts.has(fact)) return [];
    foundFacts.add(fact);
    return [{ fact, amount }];
  });
}

const chargeBearers: Readonly<Record<string, ProofFacts['chargesBorneBy']>> = {
  DEBT: 'payer',
  SHAR: 'shared',
  SLEV: 'shared',
  CRED: 'payee',
};

const toAmountFact = (fact: IsoFact, { value, text }: StatedAmount) =>
  value === null ? toUnreadableFact(fact, text) : toFactText(fact, `${value.currency} ${value.value}`);
const toDateFact = (fact: IsoFact, date: StatedDate | null) =>
  date?.value === null ? toUnreadableFact(fact, date.text) : toFactText(fact, date?.value ?? null);

function findRemittance(ancestors: readonly (XmlElement | null)[]): string | null {
  for (const ancestor of ancestors) {
    const information = findChild(ancestor, 'RmtInf');
    const lines = information === null ? [] : childrenNamed(information, 'Ustrd');
    const text = lines.map((line) => line.text).join(' ');
    if (text.trim() !== '') return text;
    const reference = findText([information], 'Strd/CdtrRefInf/Ref', 'Strd/RfrdDocInf/Nb');
    if (reference !== null) return reference;
  }
  return null;
}

function readTransaction([transaction, ...ancestors]: TransactionPath, type: string | null): IsoTransaction {
  const amounts = listAmounts(transaction, ancestors);
  const original = findChild(transaction, 'OrgnlTxRef');
  const entry = findOnlyChild(findOnlyChild(transaction, 'NtryDtls'), 'TxDtls');
  const searchedElements = [transaction, original, entry, ...ancestors];
  const groupHeaders = ancestors.map((ancestor) => findChild(ancestor, 'GrpHdr'));
  const parties = findPartyElements(transaction, ancestors);
  const debtor = findText(parties, ...prefixPaths('Dbtr', partyPaths), ...prefixPaths('Drwr', partyPaths));
  const creditor = findText(parties, ...prefixPaths('Cdtr', partyPaths), ...prefixPaths('Pyee', partyPaths));
  const dates = new Map<IsoFact, StatedDate | null>([
    ['settlement-date', findDate([transaction, ...ancestors, ...groupHeaders], 'IntrBkSttlmDt')],
    ['booking-date', findDate([transaction], 'BookgDt')],
    ['value-date', findDate([transaction], 'ValDt') ?? findDate([transaction, ...ancestors], 'XpctdValDt')],
    [
      'execution-date',
      findDate([transaction, ...ancestors], 'ReqdExctnDt') ?? findDate(ancestors, 'ReqdColltnDt'),
    ],
    ['original-date', findDate([transaction], 'OrgnlIntrBkSttlmDt') ?? findDate([original], 'IntrBkSttlmDt')],
  ]);
  const dateRole = dateFacts.find((fact) => dates.get(fact));
  const charge =
    findAmount([findOnlyChild(transaction, 'ChrgsInf')], 'Amt', 'ChrgsAmt') ??
    findAmount([entry], 'Chrgs/TtlChrgsAndTaxAmt');
  const bearer = findText(searchedElements, 'ChrgBr');
  const texts = [
    ...amounts.map(({ fact, amount }) => toAmountFact(fact, amount)),
    ...[...dates].map(([fact, date]) => toDateFact(fact, date)),
    toFactText('rate', findText(searchedElements, 'XchgRate', 'XchgRateInf/XchgRate')),
    toFactText('charges', bearer),
    charge === null ? null : toAmountFact('charges-amount', charge),
    toFactText('transaction-id', findText(searchedElements, 'PmtId/TxId', 'OrgnlTxId', 'Refs/TxId')),
    toFactText('instruction-id', findText(searchedElements, 'PmtId/InstrId', 'OrgnlInstrId', 'Refs/InstrId')),
    toFactText(
      'end-to-end-id',
      findText(searchedElements, 'PmtId/EndToEndId', 'OrgnlEndToEndId', 'Refs/EndToEndId'),
    ),
    toFactText(
      'uetr',
      findText(searchedElements, 'PmtId/UETR', 'OrgnlUETR', 'Refs/UETR', 'UndrlygTx/UETR', 'UETR'),
      'uetr',
    ),
    toFactText('message-id', findText([...groupHeaders, findChild(transaction, 'GrpHdr')], 'MsgId')),
    toFactText('debtor', debtor),
    findAccountFact('debtor-account', parties, 'DbtrAcct'),
    findAgentFact('debtor-agent', parties, 'DbtrAgt'),
    toFactText('creditor', creditor),
    findAccountFact('creditor-account', parties, 'CdtrAcct'),
    findAgentFact('creditor-agent', parties, 'CdtrAgt'),
    toFactText('purpose', findText(searchedElements, 'Purp/Cd', 'Purp/Prtry')),
    toFactText('remittance', findRemittance(searchedElements)),
  ].filter((fact) => fact !== null);
  const [mainAmount, ...furtherAmounts] = amounts;
  const charges = childrenNamed(transaction, 'ChrgsInf').map((element) =>
    findAmount([element], 'Amt', 'ChrgsAmt'),
  );
  if (charges.length === 0) charges.push(charge);
  const otherAmounts = [
    ...furtherAmounts.map(({ fact, amount }) => ({ role: fact, amount })),
    ...charges.map((amount) => ({ role: 'charges' as const, amount })),
  ].flatMap(({ role, amount }) => (amount?.value ? [{ role, amount: amount.value }] : []));
  return {
    texts,
    facts: {
      ...noFacts,
      amount: mainAmount?.amount.value ?? null,
      amountRole: mainAmount?.amount.value ? mainAmount.fact : 'amount',
      messageType: type,
      statuses: listIsoStatuses(type, transaction, ancestors),
      valueDate: dateRole === undefined ? null : (dates.get(dateRole)?.value ?? null),
      dateRole: dateRole ?? 'date',
      from: debtor,
      to: creditor,
      otherAmounts: otherAmounts.slice(0, maxStatedItems),
      chargesBorneBy: chargeBearers[bearer ?? ''] ?? null,
      references: toReferences(texts.flatMap(({ fact, text }) => (referenceFacts.has(fact) ? [text] : []))),
    },
  };
}

/** Reads the transactions of all messages of a document, at least one. */
export function readIso(root: XmlElement): IsoTransaction[] {
  return findMessages(root).flatMap(({ type, element }) =>
    findTransactions(element).map((path) => readTransaction(path, type)),
  );
}
