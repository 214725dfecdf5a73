/** @file Reads ISO 20022 messages in JSON, as XML converters and code generators write them. */
import { isoMessageName } from './iso-messages.ts';
import { type IsoMessage, readIso } from './iso20022.ts';
import { type JsonNode, memberOf } from './json-tree.ts';
import type { XmlElement } from './xml.ts';

/** Element names that are not simply capitalized. */
const capitals: Readonly<Record<string, string>> = {
  iban: 'IBAN',
  bic: 'BIC',
  bicfi: 'BICFI',
  bicorbei: 'BICOrBEI',
  uetr: 'UETR',
};
/** Members that hold the text of an element with attributes. */
const textNames = ['value', 'text', 'content', ''];

/** The XML name of a member: code generators lower-case the first letter, converters keep the prefix. */
function elementName(key: string): string {
  const name = key.replace(/^.*:/, '');
  const known = capitals[name.toLowerCase()] ?? isoMessageName(name);
  return known ?? `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}

/** Elements of a member: one, or one for each value of an array. */
function elementsOf(node: JsonNode): XmlElement[] {
  if (node.isArray) return node.children.flatMap(elementsOf);
  const currency = memberOf(node, 'ccy', 'currency')?.text ?? null;
  const text = node.text ?? memberOf(node, ...textNames)?.text ?? '';
  const attributes: [string, string][] = currency === null ? [] : [['Ccy', currency]];
  return [
    {
      name: elementName(node.key),
      attributes,
      text: text.trim(),
      children: node.children.flatMap(elementsOf),
    },
  ];
}

function holdsMessage(node: JsonNode): boolean {
  return isoMessageName(node.key.replace(/^.*:/, '')) !== null || node.children.some(holdsMessage);
}

/** Finds the message in a JSON text; `null` when there is none. */
export function isoMessageInJson(root: JsonNode): IsoMessage | null {
  if (!holdsMessage(root)) return null;
  const [first, second] = elementsOf(root);
  if (first === undefined) return null;
  return readIso(second === undefined ? first : { ...first, name: '', children: elementsOf(root) });
}
