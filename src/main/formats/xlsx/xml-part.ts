/**
 * @file Reads a part of a workbook as XML events. A document type is refused, so that no entity is expanded and nothing is
 * fetched; depth and the length of a text are bounded.
 */
import { type SaxesAttributeNS, SaxesParser } from 'saxes';
import { workbookError } from './workbook-error.ts';

/** Returns the value of an attribute without a namespace, or for `r:id` the relationship under any prefix. */
export type Attributes = (name: string) => string | undefined;

export interface XmlEvents {
  /** Elements of the workbook's own namespaces by their local names. */
  readonly onOpen: (name: string, attributeOf: Attributes) => void;
  readonly onClose?: (name: string) => void;
  readonly onText?: (text: string) => void;
}

export const maxDepth = 100;
/** Maximum bytes without the start of an element. */
export const maxBytesBetweenElements = 4 * 1024 * 1024;
/** Bytes that are parsed at once. */
const stepBytes = 64 * 1024;

/** Namespaces of workbooks, transitional and strict, and of the relationships of their parts. */
const ownNamespaces: ReadonlySet<string> = new Set([
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  'http://purl.oclc.org/ooxml/spreadsheetml/main',
  'http://schemas.openxmlformats.org/package/2006/relationships',
]);
/** Namespaces of the attributes that name a relationship. */
const relationshipNamespaces: ReadonlySet<string> = new Set([
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  'http://purl.oclc.org/ooxml/officeDocument/relationships',
]);
/** Elements with cells and sheets. Another namespace gives them a meaning that spreadsheets do not show. */
const contentNames: ReadonlySet<string> = new Set(['sheet', 'sheetData', 'row', 'c', 'v', 'is', 'sst', 'si']);

function findRelationshipId(attributes: Readonly<Record<string, SaxesAttributeNS>>): string | undefined {
  return Object.values(attributes).find(({ local, uri }) => local === 'id' && relationshipNamespaces.has(uri))
    ?.value;
}

/** Encodings by the first two bytes of a part: its byte order mark, or the first character of XML. */
const encodings: ReadonlyMap<string, string> = new Map([
  ['fffe', 'utf-16le'],
  ['3c00', 'utf-16le'],
  ['feff', 'utf-16be'],
  ['003c', 'utf-16be'],
]);

function createDecoder(bytes: Uint8Array) {
  const start = Buffer.from(bytes.subarray(0, 2)).toString('hex');
  return new TextDecoder(encodings.get(start) ?? 'utf-8', { fatal: true });
}

type Decoder = ReturnType<typeof createDecoder>;

function isEncoding(declared: string | undefined, encoding: string): boolean {
  return declared === undefined || [encoding, encoding.slice(0, 6)].includes(declared.toLowerCase());
}

function decode(decoder: Decoder, bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes, { stream: true });
  } catch {
    throw workbookError('damaged');
  }
}

/**
 * Throws `ledger-workbook` for a part that is not well-formed XML in UTF-8 or UTF-16, or has cells or sheets in or below an element of
 * another namespace: what programs show of these differs. Other foreign elements are ignored with all below them.
 */
export async function readXmlPart(chunks: AsyncIterable<Uint8Array>, events: XmlEvents): Promise<void> {
  const refuse = () => {
    throw workbookError('damaged');
  };
  const parser = new SaxesParser({ xmlns: true, position: false });
  let depth = 0;
  let silentBytes = 0;
  let decoder: Decoder | null = null;
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  /** Depth of the outermost open element of another namespace; 0 for none. */
  let foreignDepth = 0;
  parser.on('opentag', ({ local, uri, attributes }) => {
    depth += 1;
    silentBytes = 0;
    if (depth > maxDepth) refuse();
    // With a handler for the declaration, V8 keeps the parser as a dictionary, which takes four times as long.
    if (depth === 1 && !isEncoding(parser.xmlDecl.encoding, decoder?.encoding ?? '')) refuse();
    if (foreignDepth === 0 && !ownNamespaces.has(uri)) foreignDepth = depth;
    if (foreignDepth > 0) {
      if (contentNames.has(local)) refuse();
      return;
    }
    events.onOpen(local, (name) =>
      name === 'r:id' ? findRelationshipId(attributes) : attributes[name]?.value,
    );
  });
  parser.on('closetag', ({ local }) => {
    if (foreignDepth === 0) events.onClose?.(local);
    else if (foreignDepth === depth) foreignDepth = 0;
    depth -= 1;
  });
  const onOwnText = (text: string) => {
    if (foreignDepth === 0) events.onText?.(text);
  };
  parser.on('text', onOwnText);
  parser.on('cdata', onOwnText);
  for await (const chunk of chunks) {
    decoder ??= createDecoder(chunk);
    for (let at = 0; at < chunk.length; at += stepBytes) {
      const step = chunk.subarray(at, at + stepBytes);
      silentBytes += step.length;
      if (silentBytes > maxBytesBetweenElements) refuse();
      parser.write(decode(decoder, step));
    }
  }
  parser.close();
}
