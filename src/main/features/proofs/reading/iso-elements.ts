/** @file Looks for elements of a document by their path, whatever their prefix. */
import { childrenNamed, type XmlElement } from './xml.ts';

/** The first child of a name. */
export function childOf(element: XmlElement | null, name: string): XmlElement | null {
  return element === null ? null : (childrenNamed(element, name)[0] ?? null);
}

/** The element at a path of children; of several of one name, the first. */
export function at(element: XmlElement | null, path: string): XmlElement | null {
  return path.split('/').reduce((here: XmlElement | null, name) => childOf(here, name), element);
}

/** The first text at one of the paths below one of the holders. */
export function textAt(
  ancestors: readonly (XmlElement | null)[],
  ...paths: readonly string[]
): string | null {
  for (const holder of ancestors) {
    for (const path of paths) {
      const found = at(holder, path);
      if (found !== null && found.text !== '') return found.text;
    }
  }
  return null;
}

/** The child of a name where there is exactly one: of several, none speaks for the others. */
export function onlyChild(element: XmlElement | null, name: string): XmlElement | null {
  const found = element === null ? [] : childrenNamed(element, name);
  return found.length === 1 ? (found[0] ?? null) : null;
}
