/** @file Reads one response of the service: the type of its `pop`, its facts and its search text. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { fold } from '../../../../shared/model/fold.ts';
import type { ProofFacts, ProofNote } from '../../../../shared/model/proofs/proof.ts';
import { type Extraction, extractionVersion } from './extraction.ts';
import { readFacts } from './facts.ts';
import { listJsonMembers } from './json-source.ts';
import type { PdfContents } from './pdf/pdf-contents.ts';
import { readPdfText } from './pdf/pdf-text.ts';
import { type SniffedDocument, sniff } from './sniff.ts';

/** Limit of the search text, in characters. */
const maxTextLength = 2_000_000;

/** Maximum lengths in characters. The list of the library contains facts, link and type of every proof. */
const maxFactLength = 300;
const maxLinkLength = 4_000;
const maxTypeLength = 200;

/** Truncates facts to the limits of the library's list; an amount that is too long is dropped. */
function truncateFacts(facts: ProofFacts): ProofFacts {
  const { amount, valueDate, from, to } = facts;
  return {
    ...facts,
    amount: amount !== null && amount.value.length + amount.currency.length <= maxFactLength ? amount : null,
    valueDate: valueDate?.slice(0, maxFactLength) ?? null,
    from: from?.slice(0, maxFactLength) ?? null,
    to: to?.slice(0, maxFactLength) ?? null,
  };
}

interface Fields {
  readonly pop: string;
  readonly type: string | null;
  readonly notes: readonly ProofNote[];
}

/** Returns the source text of a `pop` that is no string: serializing a parsed number would lose digits. */
function findPopSource(answer: string): string {
  return listJsonMembers(answer).findLast(({ name }) => name === 'pop')?.source ?? '';
}

/** Parses a response; `null` when it is not a JSON object. */
function parseFields(body: Uint8Array): Fields | null {
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const { pop, type } = z.object({ pop: z.unknown().optional(), type: z.unknown().optional() }).parse(value);
  const notes: ProofNote[] = [];
  if (typeof type !== 'string' || type === '') notes.push('type-missing');
  if (pop === undefined || pop === null) notes.push('pop-missing');
  else if (typeof pop !== 'string') notes.push('pop-not-text');
  return {
    pop: typeof pop === 'string' ? pop : notes.includes('pop-missing') ? '' : findPopSource(text),
    type: typeof type === 'string' && type !== '' ? type : null,
    notes,
  };
}

export function readDocument(body: Uint8Array): { document: SniffedDocument; fields: Fields } | null {
  const fields = parseFields(body);
  if (fields === null) return null;
  // A `pop` that is a number or a boolean is shown as JSON, although it would pass for text.
  const document = sniff(fields.pop);
  const isOtherJsonValue = fields.notes.includes('pop-not-text') && document.kind === 'text';
  return { fields, document: isOtherJsonValue ? { ...document, kind: 'json', extension: 'json' } : document };
}

/** Reads a response; `null` when it is not a JSON object. Never rejects. */
export async function readAnswer(body: Uint8Array): Promise<Extraction | null> {
  const answerDocument = readDocument(body);
  if (answerDocument === null) return null;
  const { fields, document } = answerDocument;
  const { facts, notes } = readFacts(document);
  const searchable = await readSearchable(document);
  const allNotes = new Set([...fields.notes, ...document.notes, ...notes, ...searchable.notes]);
  return {
    version: extractionVersion,
    kind: document.kind,
    type: fields.type?.slice(0, maxTypeLength) ?? null,
    extension: document.extension,
    notes: [...allNotes],
    attachments: [...searchable.attachments],
    facts: truncateFacts(facts),
    link:
      document.kind === 'url' && (document.text ?? '').length <= maxLinkLength
        ? (document.text ?? null)
        : null,
    receivedBytes: Buffer.byteLength(fields.pop),
    contentBytes: document.bytes.length,
    identity: createHash('sha256')
      .update(JSON.stringify([fields.type, fields.pop]))
      .digest('hex'),
    text: fold(searchable.text.slice(0, maxTextLength)).replace(/\s+/g, ' '),
  };
}

interface Searchable {
  readonly text: string;
  readonly notes: readonly ProofNote[];
  /** Names of attached files. */
  readonly attachments: readonly string[];
}

const notesByScripts: Readonly<Record<PdfContents['scripts'], readonly ProofNote[]>> = {
  none: [],
  found: ['active-content'],
  unknown: ['scripts-unknown'],
};

async function readSearchable(document: SniffedDocument): Promise<Searchable> {
  if (document.kind !== 'pdf') return { text: document.text ?? '', notes: [], attachments: [] };
  const pdfText = await readPdfText(document.bytes);
  if (pdfText.result !== 'read') {
    const note = pdfText.result === 'encrypted' ? 'pdf-encrypted' : 'pdf-broken';
    return { text: '', notes: [note, 'text-not-searchable'], attachments: [] };
  }
  const isTextComplete = pdfText.isComplete && pdfText.text.trim() !== '';
  const { scripts, attachments } = pdfText.contents;
  const notes: ProofNote[] = [
    ...notesByScripts[scripts],
    ...(isTextComplete ? [] : (['text-not-searchable'] as const)),
  ];
  return { text: pdfText.text, notes, attachments };
}
