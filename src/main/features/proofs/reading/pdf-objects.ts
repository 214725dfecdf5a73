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

const actionType = PDFName.of('S');
const script = PDFName.of('JS');
const subtype = PDFName.of('Subtype');
const actionOfSpatialView = PDFName.of('OnInstantiate');
const xmlForm = PDFName.of('XFA');
/** Actions that start a program, submit a form or import form data. */
const activeActions = new Set(['Launch', 'SubmitForm', 'ImportData'].map((name) => PDFName.of(name)));
/** Actions with a script. */
const scriptActions = new Set(['JavaScript', 'Rendition'].map((name) => PDFName.of(name)));
const richMedia = PDFName.of('RichMedia');
const xmlScript = /<(?:[\w.-]{1,40}:)?script[\s/>]/;
/** Bytes of one XFA packet to inspect. */
const maxFormBytes = 16 * 1024 * 1024;

function hasCode(code: PDFObject | undefined): boolean {
  if (code instanceof PDFString || code instanceof PDFHexString) return code.decodeText().trim() !== '';
  return code instanceof PDFStream && code.getContentsSize() > 0;
}

/** Decodes a stream as text. Rejects for unsupported filters and very large streams. */
async function textOf(stream: PDFObject | undefined): Promise<string> {
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
  return xmlScript.test((await Promise.all(parts.map(textOf))).join(''));
}

async function isActive(dict: PDFDict): Promise<boolean> {
  const action = dict.lookup(actionType);
  if (action instanceof PDFName) {
    if (activeActions.has(action)) return true;
    if (scriptActions.has(action) && hasCode(dict.lookup(script))) return true;
  }
  if (dict.lookup(subtype) === richMedia || dict.has(actionOfSpatialView)) return true;
  return dict.has(xmlForm) && (await hasFormScript(dict.lookup(xmlForm)));
}

function dictOf(object: PDFObject | undefined): PDFDict | null {
  if (object instanceof PDFDict) return object;
  return object instanceof PDFStream ? object.dict : null;
}

/**
 * True when an object reachable from the document is active. Unreferenced objects do not count. Rejects when objects
 * cannot be read (encrypted PDFs) or inspected (very large forms).
 */
export async function hasActiveObject(bytes: Uint8Array): Promise<boolean> {
  const context = await PDFParser.forBytesWithOptions(bytes, Number.POSITIVE_INFINITY).parseDocument();
  const { Root: root } = context.trailerInfo;
  if (root === undefined) throw new Error('The PDF has no catalog');
  const seen = new Set<PDFObject>();
  const waiting: PDFObject[] = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    if (next instanceof PDFRef) seen.add(next);
    const object = context.lookup(next);
    const dict = dictOf(object);
    if (dict !== null && (await isActive(dict))) return true;
    for (const value of object instanceof PDFArray ? object.asArray() : (dict?.values() ?? []))
      waiting.push(value);
  }
  return false;
}
