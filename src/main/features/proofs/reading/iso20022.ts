/**
 * @file The facts of an ISO 20022 message that a clerk looks for. Facts come from one transaction: each is looked for at
 * its place in the transaction, and then at the same place in what holds the transaction, never anywhere below.
 */
import {
  type Amount,
  add,
  type Decimal,
  decimalText,
  readDecimal,
} from '../../../../shared/model/proofs/amount.ts';
import type { IsoFact, IsoFactText } from '../../../../shared/model/proofs/content.ts';
import type { ProofStatus } from '../../../../shared/model/proofs/status.ts';
import { isoStatus } from './payment-status.ts';
import { childrenNamed, localName, type XmlElement } from './xml.ts';

/** What an amount is in its message. */
export type IsoAmountFact = Extract<
  IsoFact,
  'returned' | 'settled' | 'entry-credit' | 'entry-debit' | 'instructed' | 'original'
>;

/** One transaction, entry or status of a message. */
export interface IsoTransaction {
  /** In the order in which a clerk reads. */
  readonly facts: readonly IsoFactText[];
  readonly status: ProofStatus | null;
  readonly amount: { readonly amount: Amount; readonly fact: IsoAmountFact } | null;
  /** YYYY-MM-DD. */
  readonly valueDate: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

/** A message as it was read. */
export interface IsoMessage {
  /** Such as `pacs.008`; `null` when neither its elements nor its namespace tell. */
  readonly type: string | null;
  /** Never none: a message without transactions is read as one. */
  readonly transactions: readonly IsoTransaction[];
}

/** Messages by the element that holds them, and the elements of one transaction in each. */
const messages: Readonly<Record<string, readonly [type: string, ...transactions: string[]]>> = {
  FIToFICstmrCdtTrf: ['pacs.008', 'CdtTrfTxInf'],
  FICdtTrf: ['pacs.009', 'CdtTrfTxInf'],
  FinInstnCdtTrf: ['pacs.009', 'CdtTrfTxInf'],
  FIToFICstmrDrctDbt: ['pacs.003', 'DrctDbtTxInf'],
  FIDrctDbt: ['pacs.010', 'DrctDbtTxInf'],
  FIToFIPmtStsRpt: ['pacs.002', 'TxInfAndSts', 'OrgnlGrpInfAndSts'],
  PmtRtr: ['pacs.004', 'TxInf'],
  FIToFIPmtRvsl: ['pacs.007', 'TxInf'],
  FIToFIPmtStsReq: ['pacs.028', 'TxInf'],
  CstmrCdtTrfInitn: ['pain.001', 'CdtTrfTxInf'],
  CstmrPmtStsRpt: ['pain.002', 'TxInfAndSts', 'OrgnlPmtInfAndSts', 'OrgnlGrpInfAndSts'],
  CstmrPmtRvsl: ['pain.007', 'TxInf'],
  CstmrDrctDbtInitn: ['pain.008', 'DrctDbtTxInf'],
  BkToCstmrAcctRpt: ['camt.052', 'Ntry'],
  BkToCstmrStmt: ['camt.053', 'Ntry'],
  BkToCstmrDbtCdtNtfctn: ['camt.054', 'Ntry'],
  RsltnOfInvstgtn: ['camt.029', 'TxInfAndSts', 'OrgnlPmtInfAndSts', 'CxlDtls'],
  CstmrPmtCxlReq: ['camt.055', 'TxInf', 'OrgnlPmtInfAndCxl'],
  FIToFIPmtCxlReq: ['camt.056', 'TxInf', 'OrgnlGrpInfAndCxl'],
};

const typeInName = /(?:^|[^a-z])([a-z]{4}\.\d{3})\.\d{3}\.\d{2}/;
/** The most transactions that are read. */
const maxTransactions = 10_000;

function childOf(element: XmlElement | null, name: string): XmlElement | null {
  return element === null ? null : (childrenNamed(element, name)[0] ?? null);
}

/** The element at a path of children; of several of one name, the first. */
function at(element: XmlElement | null, path: string): XmlElement | null {
  return path.split('/').reduce((here: XmlElement | null, name) => childOf(here, name), element);
}

/** The first text at one of the paths below one of the holders. */
function textAt(holders: readonly (XmlElement | null)[], ...paths: readonly string[]): string | null {
  for (const holder of holders) {
    for (const path of paths) {
      const found = at(holder, path);
      if (found !== null && found.text !== '') return found.text;
    }
  }
  return null;
}

/** Every element, parents first. */
function* elementsOf(root: XmlElement): Generator<XmlElement> {
  yield root;
  for (const child of root.children) yield* elementsOf(child);
}

/** The element that holds the message: the one whose name is known, else what is in the document. */
function findMessage(root: XmlElement): { readonly type: string | null; readonly element: XmlElement } {
  let typeByNamespace: string | null = null;
  let document: XmlElement | null = null;
  for (const element of elementsOf(root)) {
    // Clearing houses add the number of their scheme.
    const name = localName(element.name).replace(/S\d$/, '');
    const known = messages[name];
    if (known !== undefined) return { type: known[0], element };
    if (name === 'Document') document ??= element.children[0] ?? null;
    for (const [attribute, value] of element.attributes) {
      const type = attribute.startsWith('xmlns') ? typeInName.exec(value)?.[1] : undefined;
      if (type !== undefined && !type.startsWith('head')) typeByNamespace ??= type;
    }
  }
  return { type: typeByNamespace, element: document ?? root };
}

/** A transaction, and what holds it, from the inside out. */
type Held = readonly [transaction: XmlElement, ...holders: XmlElement[]];

function collect(element: XmlElement, name: string, holders: readonly XmlElement[], found: Held[]): void {
  for (const child of element.children) {
    if (found.length >= maxTransactions) return;
    if (localName(child.name) === name) found.push([child, element, ...holders]);
    else collect(child, name, [element, ...holders], found);
  }
}

function transactionsIn(message: XmlElement): Held[] {
  const [, ...names] = messages[localName(message.name).replace(/S\d$/, '')] ?? [''];
  for (const name of names) {
    const found: Held[] = [];
    collect(message, name, [], found);
    if (found.length > 0) return found;
  }
  return [[message]];
}

/** The date in front of a time or an offset; `null` when it is no date. */
export function isoDate(text: string | null): string | null {
  return /^(\d{4}-\d\d-\d\d)(?:T|Z|[+-]\d\d:?\d\d|$)/.exec(text ?? '')?.[1] ?? null;
}

function dateAt(holders: readonly (XmlElement | null)[], name: string): string | null {
  return isoDate(textAt(holders, `${name}/Dt`, `${name}/DtTm`, name));
}

function amountOf(element: XmlElement | null): Amount | null {
  const currency = element?.attributes.find(([name]) => localName(name) === 'Ccy')?.[1] ?? '';
  const value = element?.text ?? '';
  return /^[A-Z]{3}$/.test(currency) && /^\d{1,18}(\.\d{1,12})?$/.test(value) ? { currency, value } : null;
}

function amountAt(holders: readonly (XmlElement | null)[], ...paths: readonly string[]): Amount | null {
  for (const holder of holders) {
    for (const path of paths) {
      const amount = amountOf(at(holder, path));
      if (amount !== null) return amount;
    }
  }
  return null;
}

const bicPaths = ['FinInstnId/BICFI', 'FinInstnId/BIC', 'FinInstnId/BICOrBEI', 'FinInstnId/Nm'];
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
const accountPaths = ['Id/IBAN', 'Id/Othr/Id', 'Id/PrtryAcct/Id', 'IBAN'];

const below = (name: string, paths: readonly string[]) => paths.map((path) => `${name}/${path}`);

/** Where the parties of a transaction stand: all of them come from one place. */
function partiesAt(transaction: XmlElement, holders: readonly XmlElement[]): readonly XmlElement[] {
  const details =
    at(transaction, 'NtryDtls')?.children.filter(({ name }) => localName(name) === 'TxDtls') ?? [];
  const single = details.length === 1 ? (details[0] ?? null) : null;
  if (localName(transaction.name) === 'Ntry') {
    const parties = [childOf(single, 'RltdPties'), childOf(single, 'RltdAgts')];
    return parties.filter((one) => one !== null);
  }
  const chain = childOf(transaction, 'RtrChain');
  if (chain !== null) return [chain];
  const original = childOf(transaction, 'OrgnlTxRef');
  return original === null ? [transaction, ...holders] : [original];
}

/** What the amounts of a transaction are, the one that counts first. */
function amountsOf(
  transaction: XmlElement,
  holders: readonly XmlElement[],
): { readonly fact: IsoAmountFact; readonly amount: Amount }[] {
  const original = childOf(transaction, 'OrgnlTxRef');
  const settledPaths = ['IntrBkSttlmAmt', 'Amt/InstdAmt', 'Amt/EqvtAmt/Amt', 'InstdAmt'];
  const isEntry = localName(transaction.name) === 'Ntry';
  const direction = textAt([transaction], 'CdtDbtInd') === 'DBIT' ? 'entry-debit' : 'entry-credit';
  // The sum of a message belongs to no transaction.
  const group = holders.length === 0 ? childOf(transaction, 'GrpHdr') : null;
  const found: readonly (readonly [IsoAmountFact, Amount | null])[] = [
    ['returned', amountAt([transaction], 'RtrdIntrBkSttlmAmt', 'RvsdIntrBkSttlmAmt', 'RvsdInstdAmt')],
    [direction, isEntry ? amountAt([transaction], 'Amt') : null],
    ['settled', amountAt([transaction], 'IntrBkSttlmAmt')],
    ['settled', amountAt([group], 'TtlIntrBkSttlmAmt')],
    ['instructed', isEntry ? null : amountAt([transaction], 'InstdAmt', 'Amt/InstdAmt', 'Amt/EqvtAmt/Amt')],
    ['original', amountAt([transaction], 'OrgnlIntrBkSttlmAmt', 'OrgnlInstdAmt')],
    ['original', amountAt([original], ...settledPaths)],
  ];
  const known = new Set<IsoAmountFact>();
  return found.flatMap(([fact, amount]) => {
    if (amount === null || known.has(fact)) return [];
    known.add(fact);
    return [{ fact, amount }];
  });
}

function remittanceOf(holders: readonly (XmlElement | null)[]): string | null {
  for (const holder of holders) {
    const information = childOf(holder, 'RmtInf');
    const lines = information?.children.filter(({ name }) => localName(name) === 'Ustrd') ?? [];
    const text = lines.map((line) => line.text).join(' ');
    if (text.trim() !== '') return text;
    const reference = textAt([information], 'Strd/CdtrRefInf/Ref');
    if (reference !== null) return reference;
  }
  return null;
}

function readTransaction([transaction, ...holders]: Held, type: string | null): IsoTransaction {
  const status = isoStatus(type, transaction, holders);
  const amounts = amountsOf(transaction, holders);
  const original = childOf(transaction, 'OrgnlTxRef');
  const details = at(transaction, 'NtryDtls/TxDtls');
  const isSingle =
    (at(transaction, 'NtryDtls')?.children.filter(({ name }) => localName(name) === 'TxDtls').length ?? 0) <=
    1;
  const entry = isSingle ? details : null;
  const places = [transaction, original, entry, ...holders];
  const header = holders.map((holder) => childOf(holder, 'GrpHdr'));
  const parties = partiesAt(transaction, holders);
  const debtor = textAt(parties, ...below('Dbtr', partyPaths));
  const creditor = textAt(parties, ...below('Cdtr', partyPaths));
  const texts: readonly (readonly [IsoFact, string | null])[] = [
    ['settlement-date', dateAt([transaction, ...holders, ...header], 'IntrBkSttlmDt')],
    ['booking-date', dateAt([transaction], 'BookgDt')],
    ['value-date', dateAt([transaction], 'ValDt')],
    ['execution-date', dateAt([transaction, ...holders], 'ReqdExctnDt') ?? dateAt(holders, 'ReqdColltnDt')],
    ['original-date', dateAt([transaction], 'OrgnlIntrBkSttlmDt') ?? dateAt([original], 'IntrBkSttlmDt')],
    ['rate', textAt(places, 'XchgRate', 'XchgRateInf/XchgRate')],
    ['charges', textAt(places, 'ChrgBr')],
    ['end-to-end-id', textAt(places, 'PmtId/EndToEndId', 'OrgnlEndToEndId', 'Refs/EndToEndId')],
    ['uetr', textAt(places, 'PmtId/UETR', 'OrgnlUETR', 'Refs/UETR')],
    ['message-id', textAt([...header, childOf(transaction, 'GrpHdr')], 'MsgId')],
    ['debtor', debtor],
    ['debtor-account', textAt(parties, ...below('DbtrAcct', accountPaths))],
    ['debtor-agent', textAt(parties, ...below('DbtrAgt', bicPaths))],
    ['creditor', creditor],
    ['creditor-account', textAt(parties, ...below('CdtrAcct', accountPaths))],
    ['creditor-agent', textAt(parties, ...below('CdtrAgt', bicPaths))],
    ['purpose', textAt(places, 'Purp/Cd', 'Purp/Prtry')],
    ['remittance', remittanceOf(places)],
  ];
  const facts = texts.flatMap(([fact, text]) => (text === null ? [] : [{ fact, text }]));
  const dates = new Map(facts.map(({ fact, text }) => [fact, text]));
  const [first] = amounts;
  return {
    facts: [
      ...amounts.map(({ fact, amount }) => ({ fact, text: `${amount.currency} ${amount.value}` })),
      ...facts,
    ],
    status,
    amount: first ?? null,
    valueDate:
      dates.get('value-date') ??
      dates.get('booking-date') ??
      dates.get('settlement-date') ??
      dates.get('execution-date') ??
      dates.get('original-date') ??
      null,
    from: debtor,
    to: creditor,
  };
}

/** Reads the transactions of a message. */
export function readIso(root: XmlElement): IsoMessage {
  const { type, element } = findMessage(root);
  return { type, transactions: transactionsIn(element).map((held) => readTransaction(held, type)) };
}

/** The sum of the amounts; `null` unless all are of one kind and one currency. */
export function totalOf(transactions: readonly IsoTransaction[]): IsoTransaction['amount'] {
  const [first] = transactions;
  if (first === undefined || first.amount === null) return null;
  const { fact, amount } = first.amount;
  let sum: Decimal = { digits: 0n, scale: 0 };
  for (const one of transactions) {
    const number = readDecimal(one.amount?.amount.value ?? '');
    if (one.amount?.fact !== fact || one.amount.amount.currency !== amount.currency || number === null)
      return null;
    sum = add(sum, number);
  }
  return { fact, amount: { currency: amount.currency, value: decimalText(sum) } };
}
