/** @file Prepares text proofs for the window, which parses nothing itself. */
import type {
  ProofContent,
  ReadText,
  ShownSwiftMessage,
  TreeNode,
} from '../../../../shared/model/proofs/content.ts';
import { type IsoTransaction, readIso } from './iso20022.ts';
import { readJsonPayments } from './json-payments.ts';
import { checkAmounts } from './mt103.ts';
import type { SniffedDocument } from './sniff.ts';
import { readSwift, type SwiftMessage } from './swift.ts';
import { swiftStatuses } from './swift-facts.ts';
import { currencyOf, meaningOf } from './swift-meanings.ts';
import { swiftReferences } from './swift-references.ts';
import { jsonTree, maxNodes, xmlTree } from './tree.ts';
import { readXml } from './xml.ts';

export const maxContentBytes = 5 * 1024 * 1024;
const maxShownText = 400_000;

const tooLarge: ReadText = { form: 'text', isTooLarge: true };
const textOnly: ReadText = { form: 'text', isTooLarge: false };

/** The longest prefix whose total size is within the display limit. */
function bounded<Part>(parts: readonly Part[], sizeOf: (part: Part) => number): Part[] {
  let size = 0;
  const end = parts.findIndex((part) => {
    size += sizeOf(part);
    return size > maxNodes;
  });
  return end === -1 ? [...parts] : parts.slice(0, end);
}

function shownMessage(message: SwiftMessage): ShownSwiftMessage {
  const comparison = checkAmounts(message);
  const currency = currencyOf(message);
  return {
    title: message.title,
    type: message.type,
    statuses: swiftStatuses(message),
    sender: message.sender,
    receiver: message.receiver,
    facts: swiftReferences(message),
    blocks: Object.entries(message.blocks).map(([number, content]) => ({ number, content })),
    fields: message.fields.map((field) => ({
      tag: field.tag,
      value: field.value,
      lines: [...field.lines],
      meaning: meaningOf(field, currency),
    })),
    comparison: comparison.result === 'cannot-check' ? null : comparison,
  };
}

function readSwiftText(text: string): ReadText {
  const messages = readSwift(text);
  const shown = bounded(messages, ({ fields }) => fields.length + 1);
  if (shown.length === 0) return tooLarge;
  return { form: 'swift', messages: shown.map(shownMessage), total: messages.length };
}

/** Prefers facts next to the structure; the structure alone when there are no facts. */
function readTransactions(transactions: readonly IsoTransaction[], tree: TreeNode[] | null): ReadText {
  const shown = bounded(transactions, ({ facts }) => facts.length + 1);
  if (shown.some(({ facts, status }) => facts.length > 0 || status !== null)) {
    const listed = shown.map(({ facts, status }) => ({ facts: [...facts], status }));
    return { form: 'iso', transactions: listed, total: transactions.length, tree };
  }
  return tree === null ? tooLarge : { form: 'tree', tree };
}

function readXmlText(text: string, isIso: boolean): ReadText {
  const reading = readXml(text);
  if (reading.result !== 'read') return reading.result === 'too-deep' ? tooLarge : textOnly;
  const transactions = isIso ? readIso(reading.root).transactions : [];
  return readTransactions(transactions, xmlTree(reading.root));
}

function readJsonText(text: string): ReadText {
  try {
    JSON.parse(text.trim());
  } catch {
    return textOnly;
  }
  return readTransactions(readJsonPayments(text).transactions, jsonTree(text));
}

function readText({ kind, text }: SniffedDocument): ReadText {
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

/** Serializes a document as JSON of at most {@link maxContentBytes}, dropping the largest sections first. */
export function contentJson(found: SniffedDocument): Buffer {
  const text = found.text ?? '';
  const shown = { text: text.slice(0, maxShownText), isWhole: text.length <= maxShownText };
  const read = readText(found);
  const smaller = read.form === 'iso' ? [{ ...read, tree: null }] : [];
  for (const fitting of [read, ...smaller]) {
    const content: ProofContent = { ...shown, read: fitting };
    const json = Buffer.from(JSON.stringify(content));
    if (json.length <= maxContentBytes) return json;
  }
  const content: ProofContent = { ...shown, read: tooLarge };
  return Buffer.from(JSON.stringify(content));
}
