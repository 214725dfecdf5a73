/**
 * @file Detects the type of a `pop`, which the specification leaves open (section 2.6). The order of checks is strict,
 * and `type` is ignored: a wrong hint must not change the result.
 */
import { isUtf8 } from 'node:buffer';
import type { ProofKind, ProofNote } from '../../../../shared/model/proofs/proof.ts';
import { trimCharactersAtEnd } from '../../../../shared/trim-characters.ts';
import { inspectDrawing } from '../../../formats/svg/svg-content.ts';
import { detectFileType, findPdfHeader } from './file-types.ts';
import { listEnclosedTexts } from './iso20022/iso-messages.ts';

/** Encodings that occur in bank messages. */
type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Detects UTF-16 without a byte order mark: in Latin text every other byte is zero. */
function detectUtf16(bytes: Uint8Array): TextEncoding | null {
  const pairs = Math.min(bytes.length >> 1, 32);
  if (pairs < 4) return null;
  const zeros = [0, 0];
  for (let index = 0; index < pairs * 2; index += 1) {
    if (bytes[index] === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  }
  const [evenZeros = 0, oddZeros = 0] = zeros;
  if (oddZeros >= pairs - 2 && evenZeros === 0) return 'utf-16le';
  return evenZeros >= pairs - 2 && oddZeros === 0 ? 'utf-16be' : null;
}

/** Detects the encoding of a text. The fallback is Windows-1252, a superset of ISO 8859-1. */
function detectEncoding(bytes: Uint8Array): TextEncoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return detectUtf16(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252');
}

/** Decodes bytes in their detected encoding. Never throws: invalid bytes become replacement characters. */
function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(detectEncoding(bytes)).decode(bytes);
}

/** Shorter texts may be random bytes that happen to decode. */
const minTextLength = 24;
/** Number of leading characters that are inspected. */
const maxInspectedLength = 4_000;
/** Minimum share of letters, digits and punctuation that payment texts use. */
const minUsualShare = 0.85;

/** Returns true for human-readable text: with spaces, without control characters, and mostly usual characters. */
function isPlainText(text: string): boolean {
  if (text.length < minTextLength || !/\s/.test(text)) return false;
  const beginning = text.slice(0, maxInspectedLength);
  const usualCharacters = beginning.match(/[\w\s.,:;/+()'"-]/g)?.length ?? 0;
  return !/[^\P{Cc}\t\r\n]|\ufffd/u.test(beginning) && usualCharacters >= beginning.length * minUsualShare;
}

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
const activeMarkupPattern =
  /<script|<foreignObject|\son\w+\s*=|<!ENTITY|@import|(?:href|src)\s*=\s*(?:["']\s*)?(?!#|data:image\/)[^"'\s>#]/i;
/** Message root elements, for documents without the ISO namespace. */
const isoElementPattern =
  /<(?:[\w.-]{1,40}:)?(?:FIToFI(?:CstmrCdtTrf|PmtStsRpt|PmtCxlReq)|PmtRtr|CstmrCdtTrfInitn|CstmrPmtStsRpt|BkToCstmr(?:Stmt|AcctRpt|DbtCdtNtfctn)|(?:pacs|pain|camt)\.\d{3}\.\d{3}\.\d{2})[\s>/]/;

/** Detects the type of a `pop`. */
export function sniff(pop: string): SniffedDocument {
  const trimmed = pop.trim();
  if (trimmed === '')
    return { kind: 'empty', bytes: Buffer.alloc(0), text: null, extension: 'txt', notes: [] };
  return (
    sniffDataUrl(trimmed) ??
    sniffSwift(pop, trimmed) ??
    sniffJson(pop, trimmed) ??
    sniffMarkup(pop, trimmed) ??
    sniffAddress(trimmed) ??
    sniffBase64(trimmed) ??
    createTextDocument('text', pop)
  );
}

function createTextDocument(
  kind: ProofKind,
  text: string,
  notes: readonly ProofNote[] = [],
): SniffedDocument {
  return { kind, bytes: Buffer.from(text), text, extension: extensions[kind] ?? 'txt', notes };
}

function sniffDataUrl(text: string): SniffedDocument | null {
  const parts = /^data:([^,;]{0,100})((?:;[^,;]{0,200}){0,10}),/i.exec(text);
  if (parts === null) return null;
  const payload = text.slice(parts[0].length);
  const bytes = /;base64$/i.test(parts[2] ?? '') ? decodeBase64(payload) : decodePercentEncoding(payload);
  if (bytes === null) return null;
  return sniffBytes(bytes) ?? { kind: 'file', bytes, text: null, extension: 'bin', notes: [] };
}

function decodePercentEncoding(text: string): Buffer | null {
  try {
    return Buffer.from(decodeURIComponent(text));
  } catch {
    return null;
  }
}

function sniffSwift(pop: string, trimmed: string): SniffedDocument | null {
  return isSwift(trimmed) ? createTextDocument('mt103', pop) : null;
}

/** Returns true for SWIFT headers, also inside a file transfer envelope, and for a bare block 4 with payment fields. */
function isSwift(trimmed: string): boolean {
  if (/^[\p{Cc}$ ]{0,8}\{1:[A-Z]\d\d/u.test(trimmed)) return true;
  const fields = /^\{?4:/.test(trimmed) ? /:20:/ : /^:20:/m;
  return fields.test(trimmed) && /:3[02][A-D]?:|:2[158][A-Z]?:|:79:/.test(trimmed);
}

/** Parses a text; `undefined` when it is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sniffJson(pop: string, trimmed: string): SniffedDocument | null {
  const value = /^[{["]/.test(trimmed) ? parseJson(trimmed) : undefined;
  if (value === undefined) return null;
  if (typeof value === 'string') return sniffEmbedded(value) ?? createTextDocument('json', pop);
  const embeddedDocuments = listStrings(value).flatMap((text) => sniffEmbedded(text) ?? []);
  const [firstDocument, secondDocument] = embeddedDocuments;
  // The clerk wants to see a single embedded document; with several, the whole JSON is shown.
  if (firstDocument !== undefined && secondDocument === undefined)
    return { ...firstDocument, notes: [...firstDocument.notes, 'inside-json'] };
  return createTextDocument('json', pop);
}

/** Lists the string members of an object or array at the top level. */
function listStrings(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).filter((member) => typeof member === 'string');
}

/** Detects a document inside a JSON string. Nested JSON is not unpacked again. */
function sniffEmbedded(text: string): SniffedDocument | null {
  const trimmed = text.trim();
  return (
    sniffDataUrl(trimmed) ?? sniffSwift(text, trimmed) ?? sniffMarkup(text, trimmed) ?? sniffBase64(trimmed)
  );
}

function sniffMarkup(pop: string, trimmed: string): SniffedDocument | null {
  if (!/^<[a-z!?]/i.test(trimmed)) return null;
  const start = trimmed.slice(0, 4000);
  const name = findRootName(start).toLowerCase();
  const enclosed = sniffEnvelope(pop);
  if (enclosed !== null) return enclosed;
  if (isIso(pop)) return createTextDocument('iso20022', pop, listDoctypeNotes(pop));
  if (name === 'svg' || name.endsWith(':svg')) return createTextDocument('svg', pop, listDrawingNotes(pop));
  if (
    /^<!doctype html/i.test(trimmed) ||
    ['html', 'head', 'body', 'script', 'div', 'p', 'table'].includes(name)
  )
    return createTextDocument('html', pop, listActiveNotes(pop));
  return createTextDocument('xml', pop, listDoctypeNotes(pop));
}

const isIso = (text: string) =>
  text.includes('urn:iso:std:iso:20022:tech:xsd:') || isoElementPattern.test(text);

/** Detects the only payment message inside an XML envelope. A message inside it is not unpacked again. */
function sniffEnvelope(pop: string): SniffedDocument | null {
  const documents = listEnclosedTexts(pop).flatMap((text) => {
    const bytes = decodeBase64(text);
    const message = bytes === null ? text : decodeText(bytes);
    const trimmed = message.trim();
    if (isSwift(trimmed)) return createTextDocument('mt103', message, ['inside-xml']);
    if (!/^<[a-z!?]/i.test(trimmed) || !isIso(trimmed)) return [];
    return createTextDocument('iso20022', message, ['inside-xml', ...listDoctypeNotes(message)]);
  });
  const [first, second] = documents;
  return second === undefined ? (first ?? null) : null;
}

/** White space, a comment, an instruction or a document type in front of the root element. */
const prologPart = /^(?:\s+|<!--.*?-->|<\?.*?>|<!DOCTYPE[^[>]*(?:\[[^\]]*\][^>]*)?>|<!DOCTYPE[^>]*>)/is;

/** Returns the name of the root element; empty when there is none. */
function findRootName(text: string): string {
  const part = prologPart.exec(text);
  return part === null ? (/^<([\w:.-]+)/.exec(text)?.[1] ?? '') : findRootName(text.slice(part[0].length));
}

const listActiveNotes = (text: string): ProofNote[] =>
  activeMarkupPattern.test(text) ? ['active-content'] : [];

/** Inspects an SVG with an XML parser, like an upload. An SVG that cannot be parsed is not known to be harmless. */
function listDrawingNotes(text: string): ProofNote[] {
  const finding = inspectDrawing(text.trim());
  if (finding === null) return [];
  return [finding.kind === 'active' ? 'active-content' : 'drawing-broken'];
}

const listDoctypeNotes = (text: string): ProofNote[] => (/<!DOCTYPE/i.test(text) ? ['doctype'] : []);

function sniffAddress(trimmed: string): SniffedDocument | null {
  if (!/^https:\/\/[^\s"'<>]+$/i.test(trimmed) || URL.parse(trimmed) === null) return null;
  return createTextDocument('url', trimmed);
}

/** Decodes base64 only if the bytes have a known type: a reference such as `ABCD1234` is valid base64 by chance. */
function sniffBase64(trimmed: string): SniffedDocument | null {
  const bytes = decodeBase64(trimmed);
  return bytes === null ? null : sniffBytes(bytes);
}

function sniffBytes(bytes: Buffer): SniffedDocument | null {
  const type = detectFileType(bytes);
  if (type !== null) {
    const notes: ProofNote[] = [];
    if (type.kind === 'pdf' && findPdfHeader(bytes) > 0) notes.push('pdf-late-header');
    return { kind: type.kind, bytes, text: null, extension: type.extension, notes };
  }
  const text = decodeText(bytes);
  const trimmed = text.trim();
  const plainText = isPlainText(trimmed) ? createTextDocument('text', text) : null;
  const document =
    sniffSwift(text, trimmed) ?? sniffMarkup(text, trimmed) ?? sniffPlainJson(text, trimmed) ?? plainText;
  return document === null ? null : { ...document, bytes };
}

function sniffPlainJson(text: string, trimmed: string): SniffedDocument | null {
  const isJson = /^[{[]/.test(trimmed) && parseJson(trimmed) !== undefined;
  return isJson ? createTextDocument('json', text) : null;
}

/**
 * Decodes a text; `null` when a part of the text is not base64. Line breaks, the URL-safe alphabet and missing or
 * superfluous padding are accepted. Encoding the bytes again must give the same text.
 */
function decodeBase64(text: string): Buffer | null {
  const symbols = text.replace(/[\r\n\t ]+/g, '').replace(/={0,3}$/, '');
  if (symbols.length < 8 || symbols.length % 4 === 1 || /[^A-Za-z0-9+/_-]/.test(symbols)) return null;
  const standardSymbols = symbols.replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Buffer.from(standardSymbols, 'base64');
  return trimCharactersAtEnd(bytes.toString('base64'), '=') === standardSymbols ? bytes : null;
}
