/** @file ISO 20022 messages that Paydesk knows: their types and the elements of their transactions. */
import { localName, readXml, type XmlElement } from '../xml.ts';

/** Message types by their root element, with their transaction elements. */
const messageTypes: Readonly<Record<string, readonly [type: string, ...transactions: string[]]>> = {
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

/** Types by their name, for early messages whose root element is named after the type. */
const transactionsByType = new Map(
  Object.values(messageTypes).map((known): [string, typeof known] => [known[0], known]),
);

/** Returns the known type and transaction elements of a message; `undefined` for any other element. */
function findMessageType(element: XmlElement) {
  const statedType = /^([a-z]{4}\.\d{3})\.\d{3}\.\d{2}$/.exec(localName(element.name))?.[1];
  return statedType === undefined
    ? messageTypes[getMessageName(element)]
    : transactionsByType.get(statedType);
}

/** Returns an element's name without a clearing-scheme suffix (`S1`) or a version suffix of early messages (`V02`). */
const getMessageName = (element: XmlElement) => localName(element.name).replace(/(?:S\d|V\d{2})$/, '');

const namespaceTypePattern = /(?:^|[^a-z])([a-z]{4}\.\d{3})\.\d{3}\.\d{2}/;
const maxTransactions = 10_000;

/** Yields all elements in document order, parents first. */
function* walkElements(root: XmlElement): Generator<XmlElement> {
  yield root;
  for (const child of root.children) yield* walkElements(child);
}

/** A message in a document; `type` is `null` when neither its element nor its namespace states one. */
interface FoundMessage {
  readonly type: string | null;
  readonly element: XmlElement;
}

function collectMessages(element: XmlElement, found: FoundMessage[]): void {
  const messageType = findMessageType(element);
  if (messageType === undefined) for (const child of element.children) collectMessages(child, found);
  else found.push({ type: messageType[0], element });
}

/** Finds the messages of a document by known elements. */
function findKnownMessages(root: XmlElement): FoundMessage[] {
  const found: FoundMessage[] = [];
  collectMessages(root, found);
  return found;
}

/** Finds the messages of a document by known elements; without any, the document counts as one message. */
export function findMessages(root: XmlElement): FoundMessage[] {
  const found = findKnownMessages(root);
  if (found.length > 0) return found;
  let type: string | null = null;
  let messageElement: XmlElement | null = null;
  for (const element of walkElements(root)) {
    if (localName(element.name) === 'Document') messageElement ??= element.children[0] ?? null;
    for (const [attribute, value] of element.attributes) {
      const statedType = attribute.startsWith('xmlns') ? namespaceTypePattern.exec(value)?.[1] : undefined;
      if (statedType !== undefined && !statedType.startsWith('head')) type ??= statedType;
    }
  }
  return [{ type, element: messageElement ?? root }];
}

/** Shorter texts contain no message. */
const minMessageLength = 40;
/** Marks of enclosed markup, or a run of base64. Only such documents are parsed. */
const enclosingPattern = /<!\[CDATA\[|&lt;|&#|[A-Za-z0-9+/=_-]{40}/;

/**
 * Lists the texts inside an XML envelope (SOAP, DataPDU), which carries a message as CDATA, text or base64; none in a
 * message of its own, or where XML can't be parsed.
 */
export function listEnclosedTexts(xml: string): string[] {
  if (!enclosingPattern.test(xml)) return [];
  const reading = readXml(xml);
  if (reading.result !== 'read' || findKnownMessages(reading.root).length > 0) return [];
  const leaves = [...walkElements(reading.root)].filter(({ children }) => children.length === 0);
  return leaves.flatMap(({ text }) => (text.length < minMessageLength ? [] : [text]));
}

/** A transaction followed by its ancestors, innermost first. */
export type TransactionPath = readonly [transaction: XmlElement, ...holders: XmlElement[]];

/** Adds the elements with one of the names to `found`; of nested elements only the innermost. */
function collectTransactions(
  element: XmlElement,
  names: readonly string[],
  ancestors: readonly XmlElement[],
  found: TransactionPath[],
): void {
  for (const child of element.children) {
    // Content of another namespace, such as supplementary data, is about something else.
    if (child.namespace !== element.namespace) continue;
    if (found.length >= maxTransactions) return;
    const countBefore = found.length;
    collectTransactions(child, names, [element, ...ancestors], found);
    if (found.length === countBefore && names.includes(localName(child.name)))
      found.push([child, element, ...ancestors]);
  }
}

/**
 * Returns the transactions of a message, at most 10,000. A payment-information group (`OrgnlPmtInf…`) without
 * transactions counts as one transaction. Without any, returns the original-group elements (`OrgnlGrpInf…`); without
 * those, the message itself.
 */
export function findTransactions(message: XmlElement): TransactionPath[] {
  const [, ...names] = findMessageType(message) ?? [];
  const found: TransactionPath[] = [];
  collectTransactions(message, names, [], found);
  const transactions = found.filter(([element]) => !localName(element.name).startsWith('OrgnlGrpInf'));
  if (transactions.length > 0) return transactions;
  return found.length > 0 ? found : [[message]];
}
