/** @file XML and JSON as structures. */
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

/** A JSON value under its name. */
export function jsonPart(name: string, value: unknown): TreePart {
  if (typeof value !== 'object' || value === null) {
    return {
      key: name,
      leaf: true,
      children: none,
      head: (
        <>
          <b className="tree-name">{name}</b>
          <span className="tree-value">{typeof value === 'string' ? value : JSON.stringify(value)}</span>
        </>
      ),
    };
  }
  const entries = Object.entries(value);
  return {
    key: name,
    leaf: entries.length === 0,
    head: (
      <>
        <b className="tree-name">{name}</b>
        {(Array.isArray(value) || entries.length === 0) && (
          <span className="tree-attribute">{Array.isArray(value) ? `[${entries.length}]` : '{}'}</span>
        )}
      </>
    ),
    children: () => jsonParts(value),
  };
}

/** The members of a JSON value; a value without members is one part. */
export function jsonParts(value: unknown): TreePart[] {
  if (typeof value !== 'object' || value === null) return [jsonPart('', value)];
  return Object.entries(value).map(([name, member]) => jsonPart(name, member));
}
