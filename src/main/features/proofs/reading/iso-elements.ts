/** @file Finds XML elements by path, ignoring namespace prefixes. */
import { childrenNamed, type XmlElement } from './xml.ts';

/** First child with a name. */
export function childOf(element: XmlElement | null, name: string): XmlElement | null {
  return element === null ? null : (childrenNamed(element, name)[0] ?? null);
}

/** Element at a path; the first one where a name is repeated. */
export function at(element: XmlElement | null, path: string): XmlElement | null {
  return path.split('/').reduce((here: XmlElement | null, name) => childOf(here, name), element);
}

/** First non-empty text at one of the paths below one of the elements. */
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

/** The child with a name if it is the only one; several would be ambiguous. */
export function onlyChild(element: XmlElement | null, name: string): XmlElement | null {
  const found = element === null ? [] : childrenNamed(element, name);
  return found.length === 1 ? (found[0] ?? null) : null;
}
