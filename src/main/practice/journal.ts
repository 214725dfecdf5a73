/**
 * @file Journal of the practice company: one JSON line for each event that must survive a restart, written before the
 * call that caused the event is answered. It never contains links, tokens, API keys or document bytes. It contains the
 * secret that signs links, so only the file's owner can read it.
 */
import { closeSync, constants, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

const documentSchema = z.strictObject({ key: z.string(), name: z.string() });

const recordSchema = z.discriminatedUnion('kind', [
  /** The first line identifies the company. */
  z.strictObject({
    kind: z.literal('opened'),
    version: z.literal(1),
    environment: z.string(),
    companyId: z.string(),
    secret: z.string(),
  }),
  z.strictObject({ kind: z.literal('login'), accepted: z.boolean() }),
  /** Upload links were issued, with the file of each key. */
  z.strictObject({
    kind: z.literal('issued'),
    at: z.number(),
    items: z.array(z.strictObject({ key: z.string(), name: z.string(), type: z.string() })),
  }),
  z.strictObject({
    kind: z.literal('stored'),
    at: z.number(),
    key: z.string(),
    size: z.number(),
    sha256: z.string(),
    type: z.string(),
  }),
  z.strictObject({
    kind: z.literal('recipient'),
    at: z.number(),
    id: z.string(),
    change: z.enum(['create', 'replace', 'append']),
    fields: z.record(z.string(), z.unknown()),
    documents: z.array(documentSchema).nullable(),
  }),
  z.strictObject({
    kind: z.literal('statement'),
    at: z.number(),
    walletIds: z.array(z.number()),
    since: z.string(),
    till: z.string(),
    format: z.enum(['csv', 'pdf']),
    delivery: z.enum(['email', 'webhook']),
  }),
]);

export type JournalRecord = z.infer<typeof recordSchema>;

export interface Journal {
  /** Records of earlier runs, oldest first. */
  readonly earlierRecords: readonly JournalRecord[];
  append(record: JournalRecord): void;
  close(): void;
}

/**
 * Opens the journal at `path`; with `null`, nothing is persisted. Removes an incomplete last line, which a crash leaves.
 * Throws for any other invalid line, because the file is not a journal of this version.
 */
export function openJournal(path: string | null): Journal {
  if (path === null) return { earlierRecords: [], append() {}, close() {} };
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    const { records, length } = readRecords(readFileSync(file));
    ftruncateSync(file, length);
    return { earlierRecords: records, ...createWriter(file, length) };
  } catch (thrown) {
    closeSync(file);
    throw thrown;
  }
}

function createWriter(file: number, length: number): Pick<Journal, 'append' | 'close'> {
  let position = length;
  let isOpen = true;
  return {
    append(record) {
      if (!isOpen) throw new Error('The journal of the practice company is closed');
      const line = Buffer.from(`${JSON.stringify(record)}\n`);
      const written = writeSync(file, line, 0, line.length, position);
      if (written < line.length) {
        ftruncateSync(file, position);
        throw new Error('The journal of the practice company could not be written');
      }
      position += written;
    },
    close() {
      if (isOpen) closeSync(file);
      isOpen = false;
    },
  };
}

function readRecords(bytes: Buffer): { readonly records: JournalRecord[]; readonly length: number } {
  const records: JournalRecord[] = [];
  let start = 0;
  while (start < bytes.length) {
    const end = bytes.indexOf('\n', start);
    if (end === -1) break;
    const record = parseRecord(bytes.toString('utf8', start, end));
    if (record === null) {
      if (end === bytes.length - 1) break;
      throw new Error(`Line ${records.length + 1} of the practice company's journal is not understood`);
    }
    records.push(record);
    start = end + 1;
  }
  return { records, length: start };
}

function parseRecord(line: string): JournalRecord | null {
  try {
    return recordSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
