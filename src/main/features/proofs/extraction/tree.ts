/** @file Flattens XML and JSON into nodes in document order. Number and depth of nodes are bounded. */
import type { TreeNode } from '../../../../shared/model/proofs/content.ts';
import { isJsonContainer, type JsonMember, listJsonMembers, parseJsonString } from './json-source.ts';
import { localName, maxDepth, type XmlElement } from './xml.ts';

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

export function flattenXml(root: XmlElement): TreeNode[] | null {
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
