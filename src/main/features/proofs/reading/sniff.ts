/**
 * @file Detects the type of a `pop`, which the specification leaves open (section 2.6). The order of checks is strict,
 * and `type` is ignored: a wrong hint must not change the result.
 */
import type { ProofKind, ProofNote } from '../../../../shared/model/proofs/proof.ts';
import { inspectDrawing } from '../../../svg-content.ts';
import { decodeBase64 } from './base64.ts';
import { decodeText, isPlainText } from './decode-text.ts';
import { fileTypeOf, pdfStart } from './file-types.ts';

export interface SniffedDocument {
  readonly kind: ProofKind;
  /** The decoded document. */
  readonly bytes: Buffer;
  /** The document as text; `null` for binary documents. */
  readonly text: string | null;
  readonly extension: string;
  readonly notes: readonly ProofNote[];
}

const extensions: Partial<Record<ProofKind, string>> = {
  svg: 'svg',
  mt103: 'txt',
  iso20022: 'xml',
  xml: 'xml',
  json: 'json',
  html: 'html',
  text: 'txt',
  url: 'txt',
};

/** Scripts, event handlers, embedded content and external references in markup. */
const activeMarkup =
  /<script|<foreignObject|\son\w+\s*=|<!ENTITY|@import|(?:href|src)\s*=\s*(?:["']\s*)?(?!#|data:image\/)[^"'\s>#]/i;
/** Message root elements, for documents without the ISO namespace. */
const isoElement =
  /<(?:[\w.-]{1,40}:)?(?:FIToFI(?:CstmrCdtTrf|PmtStsRpt|PmtCxlReq)|PmtRtr|CstmrCdtTrfInitn|CstmrPmtStsRpt|BkToCstmr(?:Stmt|AcctRpt|DbtCdtNtfctn))[\s>/]/;

/** Detects the type of a `pop`. */
export function sniff(pop: string): SniffedDocument {
  const trimmed = pop.replace(/^\ufeff/, '').trim();
  if (trimmed === '')
    return { kind: 'empty', bytes: Buffer.alloc(0), text: null, extension: 'txt', notes: [] };
  return (
    dataUrl(trimmed) ??
    message(pop, trimmed) ??
    json(pop, trimmed) ??
    markup(pop, trimmed) ??
    address(trimmed) ??
    encoded(trimmed) ??
    textual('text', pop)
  );
}

function textual(kind: ProofKind, text: string, notes: readonly ProofNote[] = []): SniffedDocument {
  return { kind, bytes: Buffer.from(text), text, extension: extensions[kind] ?? 'txt', notes };
}

function dataUrl(text: string): SniffedDocument | null {
  const parts = /^data:([^,;]{0,100})((?:;[^,;]{0,200}){0,10}),/i.exec(text);
  if (parts === null) return null;
  const rest = text.slice(parts[0].length);
  const bytes = /;base64$/i.test(parts[2] ?? '') ? decodeBase64(rest) : unescaped(rest);
  if (bytes === null) return null;
  return fromBytes(bytes) ?? { kind: 'file', bytes, text: null, extension: 'bin', notes: [] };
}

function unescaped(text: string): Buffer | null {
  try {
    return Buffer.from(decodeURIComponent(text));
  } catch {
    return null;
  }
}

function message(pop: string, trimmed: string): SniffedDocument | null {
  return isSwift(trimmed) ? textual('mt103', pop) : null;
}

/** True for SWIFT headers, also inside a file transfer envelope, and for a bare block 4 with payment fields. */
function isSwift(trimmed: string): boolean {
  if (/^[\p{Cc}$ ]{0,8}\{1:[A-Z]\d\d/u.test(trimmed)) return true;
  const fields = /^\{?4:/.test(trimmed) ? /:20:/ : /^:20:/m;
  return fields.test(trimmed) && /:3[02][A-D]?:|:2[158][A-Z]?:|:79:/.test(trimmed);
}

function json(pop: string, trimmed: string): SniffedDocument | null {
  if (!/^[{["]/.test(trimmed)) return null;
  let value: unknown;
  try {
    value = JSON.parse(trimmed);
  } catch {
    return null;
  }
  const inner = textsIn(value).flatMap((text) => documentIn(text) ?? []);
  const [only, second] = inner;
  // A single embedded document is what the clerk wants to see; of several, none is chosen.
  if (only !== undefined && second === undefined) return { ...only, notes: [...only.notes, 'inside-json'] };
  return textual('json', pop);
}

/** The string itself, or the string members at the top level. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).filter((member) => typeof member === 'string');
}

/** Detects a document inside a JSON string. Nested JSON is not unpacked again. */
function documentIn(text: string): SniffedDocument | null {
  const trimmed = text.replace(/^\ufeff/, '').trim();
  if (trimmed === '') return null;
  return dataUrl(trimmed) ?? message(text, trimmed) ?? markup(text, trimmed) ?? encoded(trimmed);
}

function markup(pop: string, trimmed: string): SniffedDocument | null {
  if (!/^<[a-z!?]/i.test(trimmed)) return null;
  const start = trimmed.slice(0, 4000);
  const name = rootName(start).toLowerCase();
  if (pop.includes('urn:iso:std:iso:20022:tech:xsd:') || isoElement.test(pop))
    return textual('iso20022', pop, doctypeNote(pop));
  if (name === 'svg' || name.endsWith(':svg')) return textual('svg', pop, drawingNote(pop));
  if (
    /^<!doctype html/i.test(trimmed) ||
    ['html', 'head', 'body', 'script', 'div', 'p', 'table'].includes(name)
  )
    return textual('html', pop, activeNote(pop));
  return textual('xml', pop, doctypeNote(pop));
}

/** Name of the root element, after declaration and comments; empty when there is none. */
function rootName(text: string): string {
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at);
    const space = /^\s+/.exec(rest)?.[0].length ?? 0;
    const length = space > 0 ? space : lengthBeforeRoot(rest);
    if (length === 0) return /^<([\w:.-]+)/.exec(rest)?.[1] ?? '';
    at += length;
  }
  return '';
}

/** Length of the leading comment, instruction or document type; 0 without one or when it is not closed. */
function lengthBeforeRoot(text: string): number {
  if (text.startsWith('<!--')) return lengthTo('-->', text, 4);
  if (text.startsWith('<?')) return lengthTo('>', text, 2);
  if (!/^<!DOCTYPE/i.test(text)) return 0;
  const subset = text.indexOf('[');
  const end = text.indexOf('>');
  return subset === -1 || end < subset ? end + 1 : lengthTo('>', text, lengthTo(']', text, subset));
}

/** Length of the text up to and including a mark; 0 when the mark is missing. */
function lengthTo(mark: string, text: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? 0 : found + mark.length;
}

const activeNote = (text: string): ProofNote[] => (activeMarkup.test(text) ? ['active-content'] : []);

/** Inspects an SVG with an XML parser, like an upload. An SVG that cannot be parsed is not known to be harmless. */
function drawingNote(text: string): ProofNote[] {
  const finding = inspectDrawing(text.replace(/^\ufeff/, '').trim());
  if (finding === null) return [];
  return [finding.kind === 'active' ? 'active-content' : 'drawing-broken'];
}

const doctypeNote = (text: string): ProofNote[] => (/<!DOCTYPE/i.test(text) ? ['doctype'] : []);

function address(trimmed: string): SniffedDocument | null {
  if (!/^https:\/\/[^\s"'<>]+$/i.test(trimmed) || URL.parse(trimmed) === null) return null;
  return textual('url', trimmed);
}

/** Decodes base64 only if the bytes have a known type: a reference such as `ABCD1234` is valid base64 by chance. */
function encoded(trimmed: string): SniffedDocument | null {
  const bytes = decodeBase64(trimmed);
  return bytes === null ? null : fromBytes(bytes);
}

function fromBytes(bytes: Buffer): SniffedDocument | null {
  const type = fileTypeOf(bytes);
  if (type !== null) {
    const notes: ProofNote[] = [];
    if (type.kind === 'pdf' && pdfStart(bytes) > 0) notes.push('pdf-late-header');
    return { kind: type.kind, bytes, text: null, extension: type.extension, notes };
  }
  const text = decodeText(bytes);
  const trimmed = text.replace(/^\ufeff/, '').trim();
  const plain = isPlainText(trimmed) ? textual('text', text) : null;
  const found = message(text, trimmed) ?? markup(text, trimmed) ?? jsonOnly(text, trimmed) ?? plain;
  return found === null ? null : { ...found, bytes };
}

function jsonOnly(text: string, trimmed: string): SniffedDocument | null {
  if (!/^[{[]/.test(trimmed)) return null;
  try {
    JSON.parse(trimmed);
    return textual('json', text);
  } catch {
    return null;
  }
}
