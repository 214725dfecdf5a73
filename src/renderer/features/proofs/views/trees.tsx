/** @file XML and JSON as structures. */
import {
  isJsonHolder,
  type JsonMember,
  jsonMembers,
  jsonString,
} from '../../../../shared/model/proofs/json-source.ts';
import { localName, type XmlElement } from '../../../../shared/model/proofs/xml.ts';
import type { TreePart } from './Tree.tsx';

const none = () => [];

/** An element with its attributes and text. */
export function xmlPart(element: XmlElement, key = '0'): TreePart {
  const leaf = element.children.length === 0;
  return {
    key,
    leaf,
    head: (
      <>
        <b className="tree-name">{localName(element.name)}</b>
        {element.attributes
          .filter(([name]) => !name.startsWith('xmlns'))
          .map(([name, value]) => (
            <span key={name} className="tree-attribute">{`${name}=${value}`}</span>
          ))}
        {element.text !== '' && <span className="tree-value">{element.text}</span>}
      </>
    ),
    children: () => element.children.map((child, index) => xmlPart(child, String(index))),
  };
}

/** A JSON value under its name, by its source: numbers keep their digits. The key is its place among the others. */
function jsonPart({ name, source }: JsonMember, key: string): TreePart {
  if (!isJsonHolder(source)) {
    return {
      key,
      leaf: true,
      children: none,
      head: (
        <>
          <b className="tree-name">{name}</b>
          <span className="tree-value">{jsonString(source) ?? source}</span>
        </>
      ),
    };
  }
  const isArray = source.startsWith('[');
  const { length } = jsonMembers(source);
  return {
    key,
    leaf: length === 0,
    head: (
      <>
        <b className="tree-name">{name}</b>
        {(isArray || length === 0) && (
          <span className="tree-attribute">{isArray ? `[${length}]` : '{}'}</span>
        )}
      </>
    ),
    children: () => jsonParts(source),
  };
}

/** The members of a JSON text; a value without members is one part. */
export function jsonParts(text: string): TreePart[] {
  const source = text.trim();
  const members = isJsonHolder(source) ? jsonMembers(source) : [{ name: '', source }];
  return members.map((member, place) => jsonPart(member, String(place)));
}
