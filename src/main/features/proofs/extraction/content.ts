/** @file Prepares text proofs for the window, which parses nothing itself. */
import type {
  IsoFactText,
  ProofContent,
  ReadText,
  ShownSwiftMessage,
  TreeNode,
} from '../../../../shared/model/proofs/content.ts';
import { toFactText } from './fact-text.ts';
import { readIso } from './iso20022/iso20022.ts';
import { isJsonContainer, type JsonMember, listJsonMembers, parseJsonString } from './json-source.ts';
import type { SniffedDocument } from './sniff.ts';
import { checkAmounts, findField } from './swift/mt103.ts';
import { readSwift, type SwiftMessage } from './swift/swift.ts';
import { findCurrency } from './swift/swift-entries.ts';
import { listSwiftStatuses } from './swift/swift-facts.ts';
import { interpretField } from './swift/swift-meanings.ts';
import { localName, maxDepth, readXml, type XmlElement } from './xml.ts';

export const maxNodes = 50_000;

function addElement(element: XmlElement, depth: number, nodes: TreeNode[]): boolean {
  if (nodes.length >= maxNodes) return false;
  const attributes = element.attributes
    .filter(([name]) => !name.startsWith('xmlns'))
    .map(([name, value]) => `${name}=${value}`);
  const text = element.text === '' ? null : element.text;
  nodes.push({ depth, name: localName(element.name), attributes, text });
  return element.children.every((child) => addElement(child, depth + 1, nodes));
}

function flattenXml(root: XmlElement): TreeNode[] | null {
  const nodes: TreeNode[] = [];
  return addElement(root, 0, nodes) ? nodes : null;
}

/** Adds a value as written, so that numbers keep their digits. Returns false beyond the limits of number or depth. */
function addValue({ name, source }: JsonMember, depth: number, nodes: TreeNode[]): boolean {
  if (nodes.length >= maxNodes || depth >= maxDepth) return false;
  if (!isJsonContainer(source)) {
    nodes.push({ depth, name, attributes: [], text: parseJsonString(source) ?? source });
    return true;
  }
  const members = listJsonMembers(source);
  const sizeLabel = source.startsWith('[') ? [`[${members.length}]`] : members.length === 0 ? ['{}'] : [];
  nodes.push({ depth, name, attributes: sizeLabel, text: null });
  return members.every((member) => addValue(member, depth + 1, nodes));
}

/** Flattens the members of a JSON text, or its only value; `null` beyond the limits of number or depth. */
export function flattenJson(text: string): TreeNode[] | null {
  const source = text.trim();
  const members = isJsonContainer(source) ? listJsonMembers(source) : [{ name: '', source }];
  const nodes: TreeNode[] = [];
  return members.every((member) => addValue(member, 0, nodes)) ? nodes : null;
}

export const maxContentBytes = 5 * 1024 * 1024;
const maxShownText = 400_000;

const tooLarge: ReadText = { form: 'text', isTooLarge: true };
const textOnly: ReadText = { form: 'text', isTooLarge: false };

/** Returns the longest prefix of `parts` whose total size is within the limit of displayed nodes. */
function takeWithinLimit<Part>(parts: readonly Part[], sizeOf: (part: Part) => number): Part[] {
  let size = 0;
  const end = parts.findIndex((part) => {
    size += sizeOf(part);
    return size > maxNodes;
  });
  return end === -1 ? [...parts] : parts.slice(0, end);
}

function toShownMessage(message: SwiftMessage): ShownSwiftMessage {
  const currency = findCurrency(message.fields);
  return {
    title: message.title,
    type: message.type,
    statuses: listSwiftStatuses(message),
    sender: message.sender,
    receiver: message.receiver,
    facts: listSwiftReferences(message),
    blocks: Object.entries(message.blocks).map(([number, content]) => ({ number, content })),
    fields: message.fields.map((field) => ({
      tag: field.tag,
      value: field.value,
      lines: [...field.lines],
      meaning: interpretField(field, currency),
    })),
    comparison: checkAmounts(message),
  };
}

function readSwiftText(text: string): ReadText {
  const messages = readSwift(text);
  const shown = takeWithinLimit(messages, ({ fields }) => fields.length + 1);
  if (shown.length === 0) return tooLarge;
  return { form: 'swift', messages: shown.map(toShownMessage), total: messages.length };
}

/** Shows the facts of transactions together with the structure; without any facts only the structure. */
function readXmlText(text: string, isIso: boolean): ReadText {
  const reading = readXml(text);
  if (reading.result !== 'read') return reading.result === 'too-deep' ? tooLarge : textOnly;
  const tree = flattenXml(reading.root);
  const transactions = isIso ? readIso(reading.root) : [];
  const shown = takeWithinLimit(transactions, ({ texts }) => texts.length + 1).map(({ texts, facts }) => ({
    facts: [...texts],
    status: facts.statuses[0] ?? null,
  }));
  if (shown.some(({ facts, status }) => facts.length > 0 || status !== null))
    return { form: 'iso', transactions: shown, total: transactions.length, tree };
  return tree === null ? tooLarge : { form: 'tree', tree };
}

function readJsonText(text: string): ReadText {
  const tree = flattenJson(text);
  return tree === null ? tooLarge : { form: 'tree', tree };
}

export function readText({ kind, text }: SniffedDocument): ReadText {
  switch (kind) {
    case 'mt103':
      return readSwiftText(text ?? '');
    case 'iso20022':
    case 'xml':
      return readXmlText(text ?? '', kind === 'iso20022');
    case 'json':
      return readJsonText(text ?? '');
    default:
      return textOnly;
  }
}

/**
 * Serializes a document as JSON of at most {@link maxContentBytes}: the tree is dropped first, then the whole reading.
 */
export function serializeContent(document: SniffedDocument): Buffer {
  const text = document.text ?? '';
  const shownText = { text: text.slice(0, maxShownText), isWhole: text.length <= maxShownText };
  const read = readText(document);
  const withoutTree = read.form === 'iso' ? [{ ...read, tree: null }] : [];
  for (const candidate of [read, ...withoutTree]) {
    const json = serialize({ ...shownText, read: candidate });
    if (json.length <= maxContentBytes) return json;
  }
  return serialize({ ...shownText, read: tooLarge });
}

const serialize = (content: ProofContent) => Buffer.from(JSON.stringify(content));

/** Lists the UETR of the header and the end-to-end ID after `/ROC/` in the remittance information. */
function listSwiftReferences(message: SwiftMessage): IsoFactText[] {
  const uetr = /\{121:([^{}]{1,64})\}/.exec(message.blocks['3'] ?? '')?.[1] ?? null;
  const remittance = findField(message, '70')?.value ?? '';
  const endToEnd = /^\/ROC\/([^\n]+?)(?:\/\/.*)?$/m.exec(remittance)?.[1]?.trim() ?? null;
  return [toFactText('uetr', uetr, 'uetr'), toFactText('end-to-end-id', endToEnd)].filter(
    (fact) => fact !== null,
  );
}
