/** @file Reads one response of the service: the type of its `pop`, its facts and its search text. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { fold } from '../../../../shared/model/fold.ts';
import type { ProofFacts, ProofNote } from '../../../../shared/model/proofs/proof.ts';
import { readFacts } from './facts.ts';
import { jsonMember, jsonMembers } from './json-source.ts';
import type { PdfContents } from './pdf-contents.ts';
import { readPdfText } from './pdf-text.ts';
import { type Reading, readingVersion } from './reading.ts';
import { type SniffedDocument, sniff } from './sniff.ts';

/** Limit of the search text, in characters. */
const maxTextLength = 2_000_000;

/** Limits of a fact and of an address, in characters: the library's list holds them for every proof. */
const maxFact = 300;
const maxLink = 4_000;

/** Truncates facts to the limits of the library's list; an amount that is too long is dropped. */
function boundedFacts(facts: ProofFacts): ProofFacts {
  const { amount, valueDate, from, to } = facts;
  return {
    ...facts,
    amount: amount !== null && amount.value.length + amount.currency.length <= maxFact ? amount : null,
    valueDate: valueDate?.slice(0, maxFact) ?? null,
    from: from?.slice(0, maxFact) ?? null,
    to: to?.slice(0, maxFact) ?? null,
  };
}

interface Fields {
  readonly pop: string;
  readonly type: string | null;
  readonly notes: readonly ProofNote[];
}

/** The source text of a `pop` that is no string: serializing a number again would lose digits. */
function sourceOfPop(answer: string): string {
  return jsonMember(jsonMembers(answer), 'pop') ?? '';
}

/** Parses a response; `null` when it is not a JSON object. */
export function fieldsOf(body: Uint8Array): Fields | null {
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
    pop: typeof pop === 'string' ? pop : notes.includes('pop-missing') ? '' : sourceOfPop(text),
    type: typeof type === 'string' && type !== '' ? type : null,
    notes,
  };
}

export function documentOf(body: Uint8Array): { found: SniffedDocument; fields: Fields } | null {
  const fields = fieldsOf(body);
  if (fields === null) return null;
  // Values other than strings are shown as JSON: a number alone would pass for text.
  const found = sniff(fields.pop);
  const odd = fields.notes.includes('pop-not-text') && found.kind === 'text';
  return { fields, found: odd ? { ...found, kind: 'json', extension: 'json' } : found };
}

/** Reads a response; `null` when it is not a JSON object. Never rejects. */
export async function readAnswer(body: Uint8Array): Promise<Reading | null> {
  const document = documentOf(body);
  if (document === null) return null;
  const { fields, found } = document;
  const { facts, notes } = readFacts(found);
  const searchable = await searchableOf(found);
  const all = new Set([...fields.notes, ...found.notes, ...notes, ...searchable.notes]);
  return {
    version: readingVersion,
    kind: found.kind,
    type: fields.type?.slice(0, 200) ?? null,
    extension: found.extension,
    notes: [...all],
    attachments: [...searchable.attachments],
    facts: boundedFacts(facts),
    link: found.kind === 'url' && (found.text ?? '').length <= maxLink ? (found.text ?? null) : null,
    receivedBytes: Buffer.byteLength(fields.pop),
    contentBytes: found.bytes.length,
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

const noteOfScripts: Readonly<Record<PdfContents['scripts'], readonly ProofNote[]>> = {
  none: [],
  found: ['active-content'],
  unknown: ['scripts-unknown'],
};

async function searchableOf(found: SniffedDocument): Promise<Searchable> {
  if (found.kind !== 'pdf') return { text: found.text ?? '', notes: [], attachments: [] };
  const read = await readPdfText(found.bytes);
  if (read.result !== 'read') {
    const note = read.result === 'encrypted' ? 'pdf-encrypted' : 'pdf-broken';
    return { text: '', notes: [note, 'text-not-searchable'], attachments: [] };
  }
  const whole = read.whole && read.text.trim() !== '';
  const { scripts, attachments } = read.contents;
  const notes: ProofNote[] = [
    ...noteOfScripts[scripts],
    ...(whole ? [] : (['text-not-searchable'] as const)),
  ];
  return { text: read.text, notes, attachments };
}
