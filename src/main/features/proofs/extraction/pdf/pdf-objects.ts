/**
 * @file Detects active content among the objects of a PDF. pdf.js reports scripts of documents, pages and fields, but
 * not links that start a program or run a script, form submission, or scripts of an XFA form.
 */
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFParser,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
} from 'pdf-lib';

const actionTypeKey = PDFName.of('S');
const scriptKey = PDFName.of('JS');
const subtypeKey = PDFName.of('Subtype');
const spatialViewActionKey = PDFName.of('OnInstantiate');
const xfaKey = PDFName.of('XFA');
/** Actions that start a program, submit a form or import form data. */
const activeActions = new Set(['Launch', 'SubmitForm', 'ImportData'].map((name) => PDFName.of(name)));
/** Actions with a script. */
const scriptActions = new Set(['JavaScript', 'Rendition'].map((name) => PDFName.of(name)));
const richMediaSubtype = PDFName.of('RichMedia');
const scriptElementPattern = /<(?:[\w.-]{1,40}:)?script[\s/>]/;
/** Maximum size of an inspected XFA packet, in bytes. */
const maxFormBytes = 16 * 1024 * 1024;

function hasScriptText(code: PDFObject | undefined): boolean {
  if (code instanceof PDFString || code instanceof PDFHexString) return code.decodeText().trim() !== '';
  return code instanceof PDFStream && code.getContentsSize() > 0;
}

/** Decodes a stream as text. Rejects for unsupported filters and very large streams. */
async function decodeStreamText(stream: PDFObject | undefined): Promise<string> {
  if (!(stream instanceof PDFRawStream)) return '';
  const filter = stream.dict.lookup(PDFName.of('Filter'));
  const filters = filter instanceof PDFArray ? filter.asArray() : filter === undefined ? [] : [filter];
  if (stream.contents.length > maxFormBytes) throw new Error('The form is too large to inspect');
  if (filters.length === 0) return Buffer.from(stream.contents).toString('latin1');
  if (filters.length > 1 || filters[0] !== PDFName.of('FlateDecode'))
    throw new Error('The form uses an unsupported filter');
  const content = await promisify(inflate)(stream.contents, { maxOutputLength: maxFormBytes });
  return content.toString('latin1');
}

async function hasFormScript(form: PDFObject | undefined): Promise<boolean> {
  const parts = form instanceof PDFArray ? form.asArray().map((_, index) => form.lookup(index)) : [form];
  return scriptElementPattern.test((await Promise.all(parts.map(decodeStreamText))).join(''));
}

async function isActive(dict: PDFDict): Promise<boolean> {
  const action = dict.lookup(actionTypeKey);
  if (action instanceof PDFName) {
    if (activeActions.has(action)) return true;
    if (scriptActions.has(action) && hasScriptText(dict.lookup(scriptKey))) return true;
  }
  if (dict.lookup(subtypeKey) === richMediaSubtype || dict.has(spatialViewActionKey)) return true;
  return dict.has(xfaKey) && (await hasFormScript(dict.lookup(xfaKey)));
}

function getDict(object: PDFObject | undefined): PDFDict | null {
  if (object instanceof PDFDict) return object;
  return object instanceof PDFStream ? object.dict : null;
}

/**
 * Returns true when an object reachable from the document is active. Unreferenced objects do not count. Rejects when
 * objects cannot be read (encrypted PDFs) or inspected (very large forms).
 */
export async function hasActiveObject(bytes: Uint8Array): Promise<boolean> {
  const context = await PDFParser.forBytesWithOptions(bytes, Number.POSITIVE_INFINITY).parseDocument();
  const { Root: root } = context.trailerInfo;
  if (root === undefined) throw new Error('The PDF has no catalog');
  const visitedReferences = new Set<PDFObject>();
  const unvisited: PDFObject[] = [root];
  for (let current = unvisited.pop(); current !== undefined; current = unvisited.pop()) {
    if (visitedReferences.has(current)) continue;
    if (current instanceof PDFRef) visitedReferences.add(current);
    const object = context.lookup(current);
    const dict = getDict(object);
    if (dict !== null && (await isActive(dict))) return true;
    for (const value of object instanceof PDFArray ? object.asArray() : (dict?.values() ?? []))
      unvisited.push(value);
  }
  return false;
}
