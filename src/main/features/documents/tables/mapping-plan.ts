/** @file Plans assignments by rule: one row per document, or per line of a manifest. */
import { z } from 'zod';
import { recipientIdSchema } from '../../../../shared/model/beneficiary.ts';
import type { MappingOutcome, MappingRow } from '../../../../shared/model/mapping.ts';
import { type NamePattern, recipientIdsIn } from '../../../../shared/model/name-pattern.ts';
import { flagColumn } from '../../../store/columns.ts';
import type { Database } from '../../../store/database.ts';
import { assignable } from './assignment-history.ts';

const id = z.number().int();

const documentRow = z.object({
  id,
  name: z.string(),
  folder: z.string(),
  path: z.string(),
  beneficiaryId: id.nullable(),
  open: flagColumn,
});

/** A document that a rule may assign. */
type MappedDocument = z.infer<typeof documentRow>;

const addressBookRow = z.object({ id, label: z.string(), recipientId: z.string() });

type AddressBookEntry = z.infer<typeof addressBookRow>;

/** A line of a manifest; `null` for an unreadable cell. */
export interface ManifestLine {
  readonly line: number;
  readonly file: string | null;
  readonly recipientId: string | null;
}

/** The result of a rule before it is applied. */
export interface MappingPlan {
  readonly rows: readonly MappingRow[];
  /** New beneficiaries by document ID. */
  readonly assigned: ReadonlyMap<number, number>;
  /** Number of documents by unknown recipient ID. */
  readonly newRecipients: ReadonlyMap<string, number>;
  readonly left: number;
}

/** The batch and the address book, as input of a rule. */
export interface MappingContext {
  readonly documents: readonly MappedDocument[];
  readonly addressBook: ReadonlyMap<string, AddressBookEntry>;
  readonly onlyOpen: boolean;
}

/** Reads batch and address book. */
export function readMappingContext(database: Database, batchId: number, onlyOpen: boolean): MappingContext {
  const documents = z.array(documentRow).parse(
    database.all(
      `SELECT id, name, folder, path, beneficiary_id AS "beneficiaryId", state IN ${assignable} AS open
       FROM document WHERE batch_id = $batchId ORDER BY folded, id`,
      { batchId },
    ),
  );
  const addressBook = z.array(addressBookRow).parse(
    database.all(
      `SELECT y.id, y.label, y.recipient_id AS "recipientId" FROM beneficiary y
         JOIN batch b ON b.profile_id = y.profile_id
       WHERE b.id = $batchId AND y.recipient_id IS NOT NULL`,
      { batchId },
    ),
  );
  return {
    documents,
    addressBook: new Map(addressBook.map((entry) => [entry.recipientId, entry])),
    onlyOpen,
  };
}

function isOpen({ onlyOpen }: MappingContext, document: MappedDocument): boolean {
  return document.open && !(onlyOpen && document.beneficiaryId !== null);
}

function planOf(
  context: MappingContext,
  rows: readonly MappingRow[],
  assigned: ReadonlyMap<number, number>,
  newRecipients: ReadonlyMap<string, number>,
): MappingPlan {
  const byId = new Map(context.documents.map((document) => [document.id, document]));
  const changes = [...assigned].filter(([document, to]) => byId.get(document)?.beneficiaryId !== to);
  const without = context.documents.filter(({ open, beneficiaryId }) => open && beneficiaryId === null);
  return {
    rows,
    assigned: new Map(changes),
    newRecipients,
    left: without.filter((document) => !assigned.has(document.id)).length,
  };
}

/** Returns the shape of an ID: `rcp_c1180f3a` becomes `x_x`. */
function shapeOf(recipientId: string): string {
  return recipientId.replace(/[\p{L}\p{N}]+/gu, 'x');
}

/** Chooses the interpretation of an unknown ID that looks like most known ones; the shortest when none does. */
function likelyReading(known: readonly string[]): (readings: readonly string[]) => string | undefined {
  const shapes = new Map<string, number>();
  for (const shape of known.map(shapeOf)) shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
  const similar = (text: string) => shapes.get(shapeOf(text)) ?? 0;
  return (readings) => readings.toSorted((a, b) => similar(b) - similar(a) || a.length - b.length)[0];
}

/** Plans the assignments of a pattern for the documents that can be assigned. */
export function planOfPattern(context: MappingContext, pattern: NamePattern): MappingPlan {
  const assigned = new Map<number, number>();
  const newRecipients = new Map<string, number>();
  const likeliest = likelyReading([...context.addressBook.keys()]);
  const rows = context.documents
    .filter((document) => isOpen(context, document))
    .map((document): MappingRow => {
      const read = recipientIdsIn(pattern, document).filter(
        (text) => recipientIdSchema.safeParse(text).success,
      );
      const known = read.flatMap((text) => context.addressBook.get(text) ?? []);
      const [first, ...others] = known;
      const row = { line: null, file: document.name, folder: document.folder, documents: 1 };
      if (first !== undefined && others.length === 0) {
        assigned.set(document.id, first.id);
        return { ...row, recipientIds: [first.recipientId], beneficiary: first, outcome: 'matched' };
      }
      if (first !== undefined) {
        const recipientIds = known.map(({ recipientId }) => recipientId);
        return { ...row, recipientIds, beneficiary: null, outcome: 'ambiguous' };
      }
      const likely = likeliest(read);
      if (likely === undefined) return { ...row, recipientIds: [], beneficiary: null, outcome: 'no-match' };
      newRecipients.set(likely, (newRecipients.get(likely) ?? 0) + 1);
      return { ...row, recipientIds: [likely], beneficiary: null, outcome: 'new-recipient' };
    });
  return planOf(context, rows, assigned, newRecipients);
}

/** Finds documents by file name, with as much of the path as the manifest states. */
function documentFinder(documents: readonly MappedDocument[]): (file: string) => MappedDocument[] {
  const place = (path: string) =>
    path
      .normalize('NFC')
      .replaceAll('\\', '/')
      .replace(/^(\.?\/)+/, '');
  const last = (path: string) => path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const byName = new Map<string, { readonly document: MappedDocument; readonly path: string }[]>();
  for (const document of documents) {
    const path = place(document.path);
    const same = byName.get(last(path)) ?? [];
    same.push({ document, path });
    byName.set(last(path), same);
  }
  return (file) => {
    const wanted = place(file.trim());
    const ends = (path: string, end: string) => path === end || path.endsWith(`/${end}`);
    const found = (byName.get(last(wanted)) ?? []).filter(({ path }) =>
      ends(path.toLowerCase(), wanted.toLowerCase()),
    );
    // Case matters only among several matches.
    const exact = found.filter(({ path }) => ends(path, wanted));
    return (exact.length > 0 ? exact : found).map(({ document }) => document);
  };
}

interface ReadLine extends MappingRow {
  readonly document: MappedDocument | null;
}

/** Plans the assignments of a manifest, in the order of its lines. */
export function planOfManifest(context: MappingContext, lines: readonly ManifestLine[]): MappingPlan {
  const find = documentFinder(context.documents);
  const read = lines.map((line) => readLine(context, find, line));
  const wanted = new Map<number, Set<string>>();
  for (const { document, recipientIds } of read) {
    if (document === null) continue;
    const recipients = wanted.get(document.id) ?? new Set<string>();
    for (const recipientId of recipientIds) recipients.add(recipientId);
    wanted.set(document.id, recipients);
  }
  const assigned = new Map<number, number>();
  const newRecipients = new Map<string, number>();
  const counted = new Set<number>();
  const rows = read.map(({ document, ...row }): MappingRow => {
    if (document === null) return row;
    if ((wanted.get(document.id)?.size ?? 0) > 1) {
      return { ...row, beneficiary: null, outcome: 'contradicted' };
    }
    const [recipientId = ''] = row.recipientIds;
    if (row.beneficiary !== null) assigned.set(document.id, row.beneficiary.id);
    else if (!counted.has(document.id)) {
      newRecipients.set(recipientId, (newRecipients.get(recipientId) ?? 0) + 1);
    }
    counted.add(document.id);
    return row;
  });
  return planOf(context, rows, assigned, newRecipients);
}

function readLine(
  context: MappingContext,
  find: (file: string) => MappedDocument[],
  { line, file, recipientId }: ManifestLine,
): ReadLine {
  const row = {
    line,
    file: file ?? '',
    folder: '',
    recipientIds: recipientId === null ? [] : [recipientId],
    beneficiary: null,
    documents: 0,
    document: null,
  };
  const ended = (outcome: MappingOutcome, documents = 0): ReadLine => ({ ...row, outcome, documents });
  if (file === null || recipientId === null) return ended('incomplete');
  const found = find(file);
  const open = found.filter((document) => document.open);
  // A document that is not sent does not make a match ambiguous.
  const [document, ...others] = open;
  if (document === undefined) return ended(found.length === 0 ? 'no-match' : 'not-open', found.length);
  if (others.length > 0) return ended('ambiguous', open.length);
  if (!isOpen(context, document)) return ended('not-open', 1);
  const beneficiary = context.addressBook.get(recipientId) ?? null;
  const outcome = beneficiary === null ? 'new-recipient' : 'matched';
  return { ...row, folder: document.folder, beneficiary, outcome, documents: 1, document };
}
