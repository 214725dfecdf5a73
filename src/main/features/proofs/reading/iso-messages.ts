/** @file ISO 20022 messages that Paydesk knows: their types and the elements of their transactions. */
import { localName, type XmlElement } from './xml.ts';

/** Message types by their root element, with their transaction elements. */
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
  CdtrPmtActvtnReq: ['pain.013', 'CdtTrfTx'],
  CdtrPmtActvtnReqStsRpt: ['pain.014', 'TxInfAndSts', 'OrgnlPmtInfAndSts', 'OrgnlGrpInfAndSts'],
  BkToCstmrAcctRpt: ['camt.052', 'Ntry'],
  BkToCstmrStmt: ['camt.053', 'Ntry'],
  BkToCstmrDbtCdtNtfctn: ['camt.054', 'Ntry'],
  RsltnOfInvstgtn: ['camt.029', 'TxInfAndSts', 'OrgnlPmtInfAndSts', 'CxlDtls'],
  CstmrPmtCxlReq: ['camt.055', 'TxInf', 'OrgnlPmtInfAndCxl'],
  FIToFIPmtCxlReq: ['camt.056', 'TxInf', 'OrgnlGrpInfAndCxl'],
  NtfctnToRcv: ['camt.057', 'Itm'],
  NtfctnToRcvCxlAdvc: ['camt.058', 'OrgnlItm'],
  ChrgsPmtNtfctn: ['camt.105', 'Rcrd'],
  ChrgsPmtReq: ['camt.106', 'Rcrd'],
  ChqPresntmntNtfctn: ['camt.107', 'Chq'],
  ChqCxlOrStopReq: ['camt.108', 'Chq'],
  ChqCxlOrStopRpt: ['camt.109', 'Chq'],
};
const byPlainName = new Map(
  Object.keys(messages).map((name): [string, string] => [name.toLowerCase(), name]),
);

/** Canonical name of a message root element, ignoring case; `null` for any other element. */
export function isoMessageName(name: string): string | null {
  return byPlainName.get(name.toLowerCase()) ?? null;
}

/** Strips what clearing houses (scheme number) and early message versions (version number) append to the name. */
const messageName = (element: XmlElement) => localName(element.name).replace(/(?:S\d|V\d{2})$/, '');

const typeInName = /(?:^|[^a-z])([a-z]{4}\.\d{3})\.\d{3}\.\d{2}/;
const maxTransactions = 10_000;

/** All elements in document order, parents first. */
function* elementsOf(root: XmlElement): Generator<XmlElement> {
  yield root;
  for (const child of root.children) yield* elementsOf(child);
}

/** A message in a document; `type` is `null` when neither its element nor its namespace states one. */
export interface FoundMessage {
  readonly type: string | null;
  readonly element: XmlElement;
}

function collectMessages(element: XmlElement, found: FoundMessage[]): void {
  const known = messages[messageName(element)];
  if (known === undefined) for (const child of element.children) collectMessages(child, found);
  else found.push({ type: known[0], element });
}

/** Finds the messages of a document by known elements; without any, the document counts as one message. */
export function findMessages(root: XmlElement): FoundMessage[] {
  const found: FoundMessage[] = [];
  collectMessages(root, found);
  if (found.length > 0) return found;
  let type: string | null = null;
  let document: XmlElement | null = null;
  for (const element of elementsOf(root)) {
    if (localName(element.name) === 'Document') document ??= element.children[0] ?? null;
    for (const [attribute, value] of element.attributes) {
      const named = attribute.startsWith('xmlns') ? typeInName.exec(value)?.[1] : undefined;
      if (named !== undefined && !named.startsWith('head')) type ??= named;
    }
  }
  return [{ type, element: document ?? root }];
}

/** A transaction followed by its ancestors, innermost first. */
export type TransactionPath = readonly [transaction: XmlElement, ...holders: XmlElement[]];

/** Elements with one of the names; of nested matches, the innermost. */
function collect(
  element: XmlElement,
  names: readonly string[],
  ancestors: readonly XmlElement[],
  found: TransactionPath[],
): void {
  for (const child of element.children) {
    if (found.length >= maxTransactions) return;
    const before = found.length;
    collect(child, names, [element, ...ancestors], found);
    if (found.length === before && names.includes(localName(child.name)))
      found.push([child, element, ...ancestors]);
  }
}

/**
 * Transactions of a message, at most 10,000. A group without transactions counts as one, and so does a message without
 * any.
 */
export function transactionsIn(message: XmlElement): TransactionPath[] {
  const [, ...names] = messages[messageName(message)] ?? [''];
  const found: TransactionPath[] = [];
  collect(message, names, [], found);
  const listed = found.filter(([element]) => !localName(element.name).startsWith('OrgnlGrpInf'));
  if (listed.length > 0) return listed;
  return found.length > 0 ? found : [[message]];
}
