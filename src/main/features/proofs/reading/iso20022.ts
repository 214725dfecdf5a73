/**
 * @file Extracts the facts of an ISO 20022 message. All facts of a transaction come from the transaction itself or, at
 * the same path, from its ancestors, never from another transaction.
 */
import type { Amount } from '../../../../shared/model/proofs/amount.ts';
import type { IsoFact, IsoFactText } from '../../../../shared/model/proofs/content.ts';
import type { AmountRole } from '../../../../shared/model/proofs/proof.ts';
import type { ProofStatus } from '../../../../shared/model/proofs/status.ts';
import { factText } from './fact-text.ts';
import { at, childOf, onlyChild, textAt } from './iso-elements.ts';
import { findMessages, type TransactionPath, transactionsIn } from './iso-messages.ts';
import { isoStatus } from './payment-status.ts';
import { localName, type XmlElement } from './xml.ts';

export type IsoAmountFact = Extract<IsoFact, AmountRole>;

/** One transaction, entry or status of a message. */
export interface IsoTransaction {
  /** In reading order. */
  readonly facts: readonly IsoFactText[];
  readonly status: ProofStatus | null;
  readonly amount: { readonly amount: Amount; readonly fact: IsoAmountFact } | null;
  /** YYYY-MM-DD. */
  readonly valueDate: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

export interface IsoMessage {
  /** Such as `pacs.008`; `null` when neither elements nor namespace state one. */
  readonly type: string | null;
  /** Never empty: a message without transactions counts as one. */
  readonly transactions: readonly IsoTransaction[];
}

/** The date of an ISO 8601 date or date-time; `null` when it is invalid. */
export function isoDate(text: string | null): string | null {
  return /^(\d{4}-\d\d-\d\d)(?:T|Z|[+-]\d\d:?\d\d|$)/.exec(text ?? '')?.[1] ?? null;
}

function dateAt(ancestors: readonly (XmlElement | null)[], name: string): string | null {
  return isoDate(textAt(ancestors, `${name}/Dt`, `${name}/DtTm`, name));
}

function amountOf(element: XmlElement | null): Amount | null {
  const currency = element?.attributes.find(([name]) => localName(name) === 'Ccy')?.[1] ?? '';
  const value = element?.text ?? '';
  return /^[A-Z]{3}$/.test(currency) && /^\d{1,18}(\.\d{1,12})?$/.test(value) ? { currency, value } : null;
}

function amountAt(ancestors: readonly (XmlElement | null)[], ...paths: readonly string[]): Amount | null {
  for (const holder of ancestors) {
    for (const path of paths) {
      const amount = amountOf(at(holder, path));
      if (amount !== null) return amount;
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
const below = (name: string, paths: readonly string[]) => paths.map((path) => `${name}/${path}`);

/** Account of a party. A value without the IBAN label may still be an IBAN. */
function accountFact(fact: IsoFact, ancestors: readonly XmlElement[], name: string): IsoFactText | null {
  for (const holder of ancestors) {
    const iban = textAt([holder], ...below(name, ['Id/IBAN', 'IBAN']));
    if (iban !== null) return factText(fact, iban, 'iban');
    const other = textAt([holder], ...below(name, ['Id/Othr/Id', 'Id/PrtryAcct/Id', 'Id/BBAN', 'Id/UPIC']));
    if (other !== null) return factText(fact, other, 'account');
  }
  return null;
}

/** Bank of a party: its BIC, else its name. */
function agentFact(fact: IsoFact, ancestors: readonly XmlElement[], name: string): IsoFactText | null {
  for (const holder of ancestors) {
    const institution = at(holder, `${name}/FinInstnId`);
    const bic = textAt([institution], 'BICFI', 'BIC', 'BICOrBEI');
    if (bic !== null) return factText(fact, bic, 'bic');
    const bank = textAt([institution], 'Nm', 'NmAndAdr/Nm', 'ClrSysMmbId/MmbId');
    if (bank !== null) return factText(fact, bank);
  }
  return null;
}

/** Elements that hold the parties of a transaction; all parties come from the same elements. */
function partiesAt(transaction: XmlElement, ancestors: readonly XmlElement[]): readonly XmlElement[] {
  if (localName(transaction.name) === 'Ntry') {
    const single = onlyChild(onlyChild(transaction, 'NtryDtls'), 'TxDtls');
    const parties = [childOf(single, 'RltdPties'), childOf(single, 'RltdAgts')];
    return parties.filter((one) => one !== null);
  }
  const chain = childOf(transaction, 'RtrChain');
  if (chain !== null) return [chain];
  const original = childOf(transaction, 'OrgnlTxRef');
  return original === null ? [transaction, ...ancestors] : [original];
}

/** Amounts of messages that announce, charge or stop a payment and do not make one. */
function itemAmounts(item: XmlElement): (readonly [IsoAmountFact, Amount | null])[] {
  switch (localName(item.name)) {
    case 'Itm':
      return [['expected', amountAt([item], 'Amt')]];
    case 'OrgnlItm':
      return [['original', amountAt([item], 'Amt')]];
    case 'Chq':
      return [['original', amountAt([item], 'Amt')]];
    case 'Rcrd':
      return [
        ['charges', amountAt([item], 'TtlChrgsPerRcrd/TtlChrgsAmt')],
        ['charges', amountAt([onlyChild(item, 'ChrgsBrkdwn')], 'Amt')],
      ];
    default:
      return [];
  }
}

const directions: Readonly<Record<string, IsoAmountFact>> = { CRDT: 'entry-credit', DBIT: 'entry-debit' };

/** Amounts of a transaction with their roles, the most relevant first. */
function amountsOf(
  transaction: XmlElement,
  ancestors: readonly XmlElement[],
): { readonly fact: IsoAmountFact; readonly amount: Amount }[] {
  const original = childOf(transaction, 'OrgnlTxRef');
  const settledPaths = ['IntrBkSttlmAmt', 'Amt/InstdAmt', 'Amt/EqvtAmt/Amt', 'InstdAmt'];
  const isEntry = localName(transaction.name) === 'Ntry';
  const direction = directions[textAt([transaction], 'CdtDbtInd') ?? ''] ?? 'amount';
  // The total of a message belongs to no transaction.
  const group = ancestors.length === 0 ? childOf(transaction, 'GrpHdr') : null;
  const found: readonly (readonly [IsoAmountFact, Amount | null])[] = [
    [
      'returned',
      amountAt([transaction], 'RtrdIntrBkSttlmAmt', 'RtrdInstdAmt', 'RvsdIntrBkSttlmAmt', 'RvsdInstdAmt'),
    ],
    [direction, isEntry ? amountAt([transaction], 'Amt') : null],
    ...itemAmounts(transaction),
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

const amountText = ({ currency, value }: Amount) => `${currency} ${value}`;

function remittanceOf(ancestors: readonly (XmlElement | null)[]): string | null {
  for (const holder of ancestors) {
    const information = childOf(holder, 'RmtInf');
    const lines = information?.children.filter(({ name }) => localName(name) === 'Ustrd') ?? [];
    const text = lines.map((line) => line.text).join(' ');
    if (text.trim() !== '') return text;
    const reference = textAt([information], 'Strd/CdtrRefInf/Ref', 'Strd/RfrdDocInf/Nb');
    if (reference !== null) return reference;
  }
  return null;
}

function readTransaction([transaction, ...ancestors]: TransactionPath, type: string | null): IsoTransaction {
  const status = isoStatus(type, transaction, ancestors);
  const amounts = amountsOf(transaction, ancestors);
  const original = childOf(transaction, 'OrgnlTxRef');
  const entry = onlyChild(onlyChild(transaction, 'NtryDtls'), 'TxDtls');
  const places = [transaction, original, entry, ...ancestors];
  const header = ancestors.map((holder) => childOf(holder, 'GrpHdr'));
  const parties = partiesAt(transaction, ancestors);
  const debtor = textAt(parties, ...below('Dbtr', partyPaths), ...below('Drwr', partyPaths));
  const creditor = textAt(parties, ...below('Cdtr', partyPaths), ...below('Pyee', partyPaths));
  const dates: readonly (readonly [IsoFact, string | null])[] = [
    ['settlement-date', dateAt([transaction, ...ancestors, ...header], 'IntrBkSttlmDt')],
    ['booking-date', dateAt([transaction], 'BookgDt')],
    ['value-date', dateAt([transaction], 'ValDt') ?? dateAt([transaction, ...ancestors], 'XpctdValDt')],
    [
      'execution-date',
      dateAt([transaction, ...ancestors], 'ReqdExctnDt') ?? dateAt(ancestors, 'ReqdColltnDt'),
    ],
    ['original-date', dateAt([transaction], 'OrgnlIntrBkSttlmDt') ?? dateAt([original], 'IntrBkSttlmDt')],
  ];
  const charge =
    amountAt([onlyChild(transaction, 'ChrgsInf')], 'Amt', 'ChrgsAmt') ??
    amountAt([entry], 'Chrgs/TtlChrgsAndTaxAmt');
  const facts = [
    ...amounts.map(({ fact, amount }) => factText(fact, amountText(amount))),
    ...dates.map(([fact, date]) => factText(fact, date)),
    factText('rate', textAt(places, 'XchgRate', 'XchgRateInf/XchgRate')),
    factText('charges', textAt(places, 'ChrgBr')),
    factText('charges-amount', charge === null ? null : amountText(charge)),
    factText('transaction-id', textAt(places, 'PmtId/TxId', 'OrgnlTxId', 'Refs/TxId')),
    factText('instruction-id', textAt(places, 'PmtId/InstrId', 'OrgnlInstrId', 'Refs/InstrId')),
    factText('end-to-end-id', textAt(places, 'PmtId/EndToEndId', 'OrgnlEndToEndId', 'Refs/EndToEndId')),
    factText(
      'uetr',
      textAt(places, 'PmtId/UETR', 'OrgnlUETR', 'Refs/UETR', 'UndrlygTx/UETR', 'UETR'),
      'uetr',
    ),
    factText('message-id', textAt([...header, childOf(transaction, 'GrpHdr')], 'MsgId')),
    factText('debtor', debtor),
    accountFact('debtor-account', parties, 'DbtrAcct'),
    agentFact('debtor-agent', parties, 'DbtrAgt'),
    factText('creditor', creditor),
    accountFact('creditor-account', parties, 'CdtrAcct'),
    agentFact('creditor-agent', parties, 'CdtrAgt'),
    factText('purpose', textAt(places, 'Purp/Cd', 'Purp/Prtry')),
    factText('remittance', remittanceOf(places)),
  ];
  const [first] = amounts;
  const dateOf = new Map(dates);
  return {
    facts: facts.filter((fact) => fact !== null),
    status,
    amount: first ?? null,
    valueDate:
      dateOf.get('value-date') ??
      dateOf.get('booking-date') ??
      dateOf.get('settlement-date') ??
      dateOf.get('execution-date') ??
      dateOf.get('original-date') ??
      null,
    from: debtor,
    to: creditor,
  };
}

export function readIso(root: XmlElement): IsoMessage {
  const messages = findMessages(root);
  const [first] = messages;
  const isOfOneType = messages.every(({ type }) => type === first?.type);
  return {
    type: isOfOneType ? (first?.type ?? null) : null,
    transactions: messages.flatMap(({ type, element }) =>
      transactionsIn(element).map((held) => readTransaction(held, type)),
    ),
  };
}
