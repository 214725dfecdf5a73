/**
 * @file Parses XML safely: documents with a document type are refused, so only the five predefined entities exist and
 * nothing is ever fetched. Depth and number of elements are bounded.
 */
import { SaxesParser } from 'saxes';

export interface XmlElement {
  /** Name with its prefix, as written. */
  readonly name: string;
  readonly namespace: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly children: readonly XmlElement[];
  /** Direct text content, trimmed, without comments and instructions. */
  readonly text: string;
}

type XmlReading =
  | { readonly result: 'read'; readonly root: XmlElement }
  /** The text declares a document type, which could expand entities without bound or load external content. */
  | { readonly result: 'doctype' }
  /** Too many or too deeply nested elements. */
  | { readonly result: 'too-deep' }
  | { readonly result: 'broken' };

/** Maximum nesting depth. */
export const maxDepth = 200;
const maxElements = 200_000;
/** Errors that occur in bank files and leave the other content unambiguous: the malformed part is kept as written. */
const toleratedError = /(?:malformed character entity|malformed comment)\.$|unbound namespace prefix/;
const referencePattern = /&(?:#\d{1,8}|#x[0-9a-fA-F]{1,8}|lt|gt|amp|quot|apos);/y;

interface OpenElement {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: (readonly [string, string])[];
  readonly children: XmlElement[];
  text: string;
}

/** Thrown in a parser event to stop the parser. */
class RefusedDocument extends Error {
  readonly result: 'too-deep' | 'broken';

  constructor(result: 'too-deep' | 'broken') {
    super(result);
    this.result = result;
  }
}

/** Returns the local part of a name: `Amt` of `pacs:Amt`. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

const childIndexes = new WeakMap<XmlElement, ReadonlyMap<string, readonly XmlElement[]>>();
const noChildren: readonly XmlElement[] = [];

/**
 * Returns the children with a local name and the namespace of the element, from an index that the first call for an element
 * creates.
 */
export function childrenNamed(element: XmlElement, name: string): readonly XmlElement[] {
  let index = childIndexes.get(element);
  if (index === undefined) {
    const own = element.children.filter(({ namespace }) => namespace === element.namespace);
    index = Map.groupBy(own, (child) => localName(child.name));
    childIndexes.set(element, index);
  }
  return index.get(name) ?? noChildren;
}

/** Parses a text. Never throws. */
export function readXml(text: string): XmlReading {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return { result: 'doctype' };
  try {
    return {
      result: 'read',
      root: parseElements(wrapDocuments(removeDeclaration(text.replace(/^\ufeff/, '').trimStart()))),
    };
  } catch (thrown) {
    return { result: thrown instanceof RefusedDocument ? thrown.result : 'broken' };
  }
}

/** Removes the XML declaration: the text is already decoded, and a malformed declaration would make it unreadable. */
function removeDeclaration(text: string): string {
  const end = /^<\?xml\s/.test(text) ? text.indexOf('?>') : -1;
  return end === -1 ? text : text.slice(end + 2).trimStart();
}

const documentStart = /^<(?:[\w.-]+:)?(?:AppHdr|Document)[\s/>]/;
const documentBoundary =
  /(<\/(?:[\w.-]+:)?(?:AppHdr|Document)>)\s*(?:<\?xml\s[^>]*\?>\s*)?(?=<(?:[\w.-]+:)?(?:AppHdr|Document)[\s/>])/g;

/** Wraps concatenated ISO 20022 headers and documents in one root element. */
function wrapDocuments(text: string): string {
  if (!documentStart.test(text)) return text;
  const joined = text.replace(documentBoundary, '$1');
  return text.search(documentBoundary) === -1 ? text : `<Documents>${joined}</Documents>`;
}

/** Escapes every `&` that does not start a predefined reference, as in `A & B` and `&nbsp;`. */
function escapeLooseAmpersands(text: string): string {
  const nextToken = /&|<!\[CDATA\[|<!--/g;
  const segments: string[] = [];
  let copiedLength = 0;
  for (let match = nextToken.exec(text); match !== null; match = nextToken.exec(text)) {
    if (match[0] !== '&') {
      const end = text.indexOf(match[0] === '<!--' ? '-->' : ']]>', nextToken.lastIndex);
      if (end === -1) break;
      nextToken.lastIndex = end;
      continue;
    }
    referencePattern.lastIndex = match.index;
    if (referencePattern.test(text)) continue;
    segments.push(text.slice(copiedLength, match.index), '&amp;');
    copiedLength = nextToken.lastIndex;
  }
  return segments.length === 0 ? text : segments.join('') + text.slice(copiedLength);
}

function parseElements(text: string): XmlElement {
  // A message cut out of its envelope does not declare its prefixes: each of them then stands for its own namespace.
  const parser = new SaxesParser({ xmlns: true, position: false });
  const stack: OpenElement[] = [];
  let root: XmlElement | null = null;
  let elements = 0;
  const addText = (textPart: string) => {
    const openElement = stack.at(-1);
    if (openElement !== undefined) openElement.text += textPart;
  };

  parser.on('error', ({ message }) => {
    if (!toleratedError.test(message)) throw new RefusedDocument('broken');
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', ({ name, uri, attributes }) => {
    elements += 1;
    if (stack.length >= maxDepth || elements > maxElements) throw new RefusedDocument('too-deep');
    stack.push({
      name,
      namespace: uri,
      attributes: Object.values(attributes).map((attribute) => [attribute.name, attribute.value]),
      children: [],
      text: '',
    });
  });
  parser.on('closetag', () => {
    const closed = stack.pop();
    if (closed === undefined) return;
    const element: XmlElement = { ...closed, text: closed.text.trim() };
    const parent = stack.at(-1);
    if (parent === undefined) root = element;
    else parent.children.push(element);
  });
  parser.write(text.includes('&') ? escapeLooseAmpersands(text) : text).close();
  if (root === null) throw new RefusedDocument('broken');
  return root;
}
