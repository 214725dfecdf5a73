/** @file Finds XML elements by path, ignoring namespace prefixes. */
import { childrenNamed, type XmlElement } from '../xml.ts';

/** Returns the first child with a name. */
export function findChild(element: XmlElement | null, name: string): XmlElement | null {
  return element === null ? null : (childrenNamed(element, name)[0] ?? null);
}

/** Returns the element at a path. Where a name is repeated, the first element counts. */
export function findElement(element: XmlElement | null, path: string): XmlElement | null {
  return path.split('/').reduce((current: XmlElement | null, name) => findChild(current, name), element);
}

/** Returns the first non-empty text at one of the paths below one of the elements. */
export function findText(
  ancestors: readonly (XmlElement | null)[],
  ...paths: readonly string[]
): string | null {
  for (const ancestor of ancestors) {
    for (const path of paths) {
      const found = findElement(ancestor, path);
      if (found !== null && found.text !== '') return found.text;
    }
  }
  return null;
}

/** Returns the child with a name; `null` when several have the name, because the choice would be ambiguous. */
export function findOnlyChild(element: XmlElement | null, name: string): XmlElement | null {
  const found = element === null ? [] : childrenNamed(element, name);
  return found.length === 1 ? (found[0] ?? null) : null;
}
