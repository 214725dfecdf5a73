/**
 * @file Reads XML without ever acting on it: a document type is refused whole, so there are no entities but the five
 * that XML knows by itself, and nothing is ever fetched. Depth and number of elements are bounded.
 */
import { SaxesParser } from 'saxes';

/** One element. */
export interface XmlElement {
  /** Name with its prefix, as written. */
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly children: readonly XmlElement[];
  /** Its own text, trimmed; comments and instructions left out. */
  readonly text: string;
}

/** What became of a text. */
export type XmlReading =
  | { readonly result: 'read'; readonly root: XmlElement }
  /** It declares a document type, which could make it grow without end or point elsewhere. */
  | { readonly result: 'doctype' }
  /** Too many elements, or elements in elements. */
  | { readonly result: 'too-deep' }
  /** Not well formed. */
  | { readonly result: 'broken' };

/** Open elements at a time. */
export const maxDepth = 200;
const maxElements = 200_000;
/** What banks write although it is not well formed, and what leaves no doubt of the rest: it stays as it is written. */
const toleratedError = /(?:malformed character entity|malformed comment)\.$/;
const reference = /&(?:#\d{1,8}|#x[0-9a-fA-F]{1,8}|lt|gt|amp|quot|apos);/y;

interface OpenElement {
  readonly name: string;
  readonly attributes: (readonly [string, string])[];
  readonly children: XmlElement[];
  text: string;
}

/** Ends the parsing. */
class RefusedDocument extends Error {
  readonly result: 'too-deep' | 'broken';

  constructor(result: 'too-deep' | 'broken') {
    super(result);
    this.result = result;
  }
}

/** The local part of a name: `Amt` of `pacs:Amt`. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

const childIndexes = new WeakMap<XmlElement, ReadonlyMap<string, readonly XmlElement[]>>();
const noChildren: readonly XmlElement[] = [];

/** The children with a local name. Among thousands of others, they are found without looking at all of them each time. */
export function childrenNamed(element: XmlElement, name: string): readonly XmlElement[] {
  let index = childIndexes.get(element);
  if (index === undefined) {
    index = Map.groupBy(element.children, (child) => localName(child.name));
    childIndexes.set(element, index);
  }
  return index.get(name) ?? noChildren;
}

/** Reads a text. Never throws. */
export function readXml(text: string): XmlReading {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return { result: 'doctype' };
  try {
    return {
      result: 'read',
      root: parse(inOneElement(withoutDeclaration(text.replace(/^\ufeff/, '').trimStart()))),
    };
  } catch (thrown) {
    return { result: thrown instanceof RefusedDocument ? thrown.result : 'broken' };
  }
}

/** The encoding is known by now, and a declaration that is not what XML wants says nothing of what follows. */
function withoutDeclaration(text: string): string {
  const end = /^<\?xml\s/.test(text) ? text.indexOf('?>') : -1;
  return end === -1 ? text : text.slice(end + 2).trimStart();
}

const document = /^<(?:[\w.-]+:)?(?:AppHdr|Document)[\s/>]/;
const seam =
  /(<\/(?:[\w.-]+:)?(?:AppHdr|Document)>)\s*(?:<\?xml\s[^>]*\?>\s*)?(?=<(?:[\w.-]+:)?(?:AppHdr|Document)[\s/>])/g;

/** Header and document of ISO 20022, and several of them, come behind each other too: they are read as one. */
function inOneElement(text: string): string {
  if (!document.test(text)) return text;
  const joined = text.replace(seam, '$1');
  return text.search(seam) === -1 ? text : `<Documents>${joined}</Documents>`;
}

/** Writes `&amp;` for each `&` that begins no reference which XML knows by itself, as of `A & B` and of `&nbsp;`. */
function withLooseAmpersands(text: string): string {
  const next = /&|<!\[CDATA\[|<!--/g;
  const parts: string[] = [];
  let copied = 0;
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    if (found[0] !== '&') {
      const end = text.indexOf(found[0] === '<!--' ? '-->' : ']]>', next.lastIndex);
      if (end === -1) break;
      next.lastIndex = end;
      continue;
    }
    reference.lastIndex = found.index;
    if (reference.test(text)) continue;
    parts.push(text.slice(copied, found.index), '&amp;');
    copied = next.lastIndex;
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(copied);
}

function parse(text: string): XmlElement {
  // Prefixes are not resolved: of a message that was cut out of its envelope, nobody declares them.
  const parser = new SaxesParser({ xmlns: false, position: false });
  const stack: OpenElement[] = [];
  let root: XmlElement | null = null;
  let elements = 0;
  const addText = (part: string) => {
    const open = stack.at(-1);
    if (open !== undefined) open.text += part;
  };

  parser.on('error', ({ message }) => {
    if (!toleratedError.test(message)) throw new RefusedDocument('broken');
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', ({ name, attributes }) => {
    elements += 1;
    if (stack.length >= maxDepth || elements > maxElements) throw new RefusedDocument('too-deep');
    stack.push({ name, attributes: Object.entries(attributes), children: [], text: '' });
  });
  parser.on('closetag', () => {
    const closed = stack.pop();
    if (closed === undefined) return;
    const element: XmlElement = { ...closed, text: closed.text.trim() };
    const parent = stack.at(-1);
    if (parent === undefined) root = element;
    else parent.children.push(element);
  });
  parser.write(text.includes('&') ? withLooseAmpersands(text) : text).close();
  if (root === null) throw new RefusedDocument('broken');
  return root;
}
