/** @file Reads ISO 20022 messages in JSON, as XML converters and code generators write them. */
import { findIsoMessageName } from '../iso20022/iso-messages.ts';
import { type IsoMessage, readIso } from '../iso20022/iso20022.ts';
import type { XmlElement } from '../xml.ts';
import { findMember, type JsonNode } from './json-tree.ts';

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

/** Reads the ISO 20022 message in a JSON text; `null` when the text contains none. */
export function readIsoMessageInJson(root: JsonNode): IsoMessage | null {
  if (!containsMessage(root)) return null;
  const [first, second] = toXmlElements(root);
  if (first === undefined) return null;
  return readIso(second === undefined ? first : { ...first, name: '', children: toXmlElements(root) });
}
