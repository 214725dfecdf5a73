/**
 * @file Reads XML without ever acting on it: a document type is refused whole, so there are no entities but the five
 * that XML knows by itself, and nothing is ever fetched. Depth and number of elements are bounded.
 */

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
  | { readonly result: 'too-deep' }
  /** Not well formed; `at` is the place of the fault. */
  | { readonly result: 'broken'; readonly at: number };

const deepest = 200;
const mostElements = 200_000;
const nameStart = /[A-Za-z_:\u0080-\uffff]/;
// A tag is read piece by piece, and white space is what XML says it is: no letter of a name is white space as well, so
// there is one way to read each piece.
const elementName = /[A-Za-z_:\u0080-\uffff][\w:.\-\u0080-\uffff]*/y;
const attribute = /[ \t\r\n]+([\w:.\-\u0080-\uffff]+)[ \t\r\n]*=[ \t\r\n]*(?:"([^"<]*)"|'([^'<]*)')/y;
const tagEnd = /[ \t\r\n]*(\/?)$/y;
const known: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

interface Open {
  readonly name: string;
  readonly attributes: (readonly [string, string])[];
  readonly children: XmlElement[];
  text: string;
}

class Fault extends Error {
  readonly reading: XmlReading;
  constructor(reading: XmlReading) {
    super(reading.result);
    this.reading = reading;
  }
}

/** The local part of a name: `Amt` of `pacs:Amt`. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Reads a text. Never throws. */
export function readXml(text: string): XmlReading {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return { result: 'doctype' };
  try {
    return { result: 'read', root: parse(text) };
  } catch (thrown) {
    if (thrown instanceof Fault) return thrown.reading;
    throw thrown;
  }
}

function parse(text: string): XmlElement {
  const builder = new Builder();
  let at = 0;
  try {
    while (at < text.length) {
      const next = text.indexOf('<', at);
      const end = next === -1 ? text.length : next;
      if (end > at) builder.characters(decode(text.slice(at, end)));
      at = end;
      if (next !== -1) at = markup(text, at, builder);
    }
    return builder.root();
  } catch (thrown) {
    throw thrown === notWellFormed ? new Fault({ result: 'broken', at }) : thrown;
  }
}

const notWellFormed = new Error('not well formed');

/** Takes one piece of markup; gives where it ends. */
function markup(text: string, at: number, builder: Builder): number {
  if (text.startsWith('<!--', at)) return endOf('-->', text, at + 4);
  if (text.startsWith('<![CDATA[', at)) {
    const end = endOf(']]>', text, at + 9);
    builder.characters(text.slice(at + 9, end - 3));
    return end;
  }
  if (text.startsWith('<?', at)) return endOf('?>', text, at + 2);
  if (text[at + 1] === '/') {
    const end = endOf('>', text, at);
    builder.end(text.slice(at + 2, end - 1).trim());
    return end;
  }
  const end = nameStart.test(text[at + 1] ?? '') ? endOfTag(text, at) : null;
  if (end === null) throw notWellFormed;
  builder.start(text.slice(at + 1, end));
  return end + 1;
}

function endOf(mark: string, text: string, from: number): number {
  const found = text.indexOf(mark, from);
  if (found === -1) throw notWellFormed;
  return found + mark.length;
}

/** What stands between `<` and `>` at the start of an element. Throws when it is not well formed. */
function readTag(inner: string): {
  readonly name: string;
  readonly attributes: (readonly [string, string])[];
  readonly isEmpty: boolean;
} {
  let at = 0;
  const next = (expression: RegExp): RegExpExecArray | null => {
    expression.lastIndex = at;
    const found = expression.exec(inner);
    at += found?.[0].length ?? 0;
    return found;
  };
  const name = next(elementName);
  const attributes: (readonly [string, string])[] = [];
  for (let one = next(attribute); one !== null; one = next(attribute)) {
    attributes.push([one[1] ?? '', decode(one[2] ?? one[3] ?? '')]);
  }
  const end = next(tagEnd);
  if (name === null || end === null) throw notWellFormed;
  return { name: name[0], attributes, isEmpty: end[1] === '/' };
}

class Builder {
  readonly #stack: Open[] = [];
  readonly #roots: XmlElement[] = [];
  #elements = 0;

  characters(part: string): void {
    const open = this.#stack.at(-1);
    if (open !== undefined) open.text += part;
    else if (part.replace('\ufeff', '').trim() !== '') throw notWellFormed;
  }

  start(inner: string): void {
    const { name, attributes, isEmpty } = readTag(inner);
    this.#elements += 1;
    if (this.#stack.length >= deepest || this.#elements > mostElements)
      throw new Fault({ result: 'too-deep' });
    const element: Open = { name, attributes, children: [], text: '' };
    if (isEmpty) this.#close(element);
    else this.#stack.push(element);
  }

  end(name: string): void {
    const element = this.#stack.pop();
    if (element?.name !== name) throw notWellFormed;
    this.#close(element);
  }

  root(): XmlElement {
    const [root, second] = this.#roots;
    if (this.#stack.length > 0 || root === undefined || second !== undefined) throw notWellFormed;
    return root;
  }

  #close({ name, attributes, children, text }: Open): void {
    const done: XmlElement = { name, attributes, children, text: text.trim() };
    (this.#stack.at(-1)?.children ?? this.#roots).push(done);
  }
}

/** Where a tag ends: at the first `>` outside quotes. */
function endOfTag(text: string, from: number): number | null {
  let quote = '';
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (quote !== '') {
      if (letter === quote) quote = '';
    } else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === '>') return at;
  }
  return null;
}

/** Takes the place of the five entities and of numbers; anything else stays as it is written. */
function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|lt|gt|amp|quot|apos);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return known[name] ?? whole;
    const code =
      name[1] === 'x' || name[1] === 'X' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
      ? whole
      : String.fromCodePoint(code);
  });
}

/** The first element under a path of local names, looked for anywhere below at the first step. */
export function findElement(root: XmlElement, ...path: readonly string[]): XmlElement | null {
  const [first, ...rest] = path;
  if (first === undefined) return root;
  const start = first === localName(root.name) ? root : firstBelow(root, first);
  let here = start;
  for (const name of rest) here = here?.children.find((child) => localName(child.name) === name) ?? null;
  return here;
}

function firstBelow(element: XmlElement, name: string): XmlElement | null {
  for (const child of element.children) {
    if (localName(child.name) === name) return child;
    const deeper = firstBelow(child, name);
    if (deeper !== null) return deeper;
  }
  return null;
}
