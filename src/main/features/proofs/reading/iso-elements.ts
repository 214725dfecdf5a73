/** @file Looks for elements of a document by their path, whatever their prefix. */
import { localName, type XmlElement } from './xml.ts';

/** The first child of a name. */
export function childOf(element: XmlElement | null, name: string): XmlElement | null {
  return element?.children.find((child) => localName(child.name) === name) ?? null;
}

/** The element at a path of children; of several of one name, the first. */
export function at(element: XmlElement | null, path: string): XmlElement | null {
  return path.split('/').reduce((here: XmlElement | null, name) => childOf(here, name), element);
}

/** The first text at one of the paths below one of the holders. */
export function textAt(holders: readonly (XmlElement | null)[], ...paths: readonly string[]): string | null {
  for (const holder of holders) {
    for (const path of paths) {
      const found = at(holder, path);
      if (found !== null && found.text !== '') return found.text;
    }
  }
  return null;
}
