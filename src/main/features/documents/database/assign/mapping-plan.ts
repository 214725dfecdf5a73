/** @file Plans assignments by rule: one row per document, or per line of a manifest. */
import { z } from 'zod';
import { recipientIdSchema } from '../../../../../shared/model/beneficiary.ts';
import { documentSets } from '../../../../../shared/model/documents/document-machine.ts';
import type { MappingOutcome, MappingRow } from '../../../../../shared/model/documents/mapping.ts';
import { type NamePattern, recipientIdsIn } from '../../../../../shared/model/documents/name-pattern.ts';
import { flagColumn } from '../../../../storage/store/columns.ts';
import type { Database } from '../../../../storage/store/database.ts';
import { sqlList } from '../../../../storage/store/state-sql.ts';

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
export const manifestLineSchema = z.object({
  line: z.number().int(),
  file: z.string().nullable(),
  recipientId: z.string().nullable(),
});

export type ManifestLine = z.infer<typeof manifestLineSchema>;

/** The result of a rule before it is applied. */
export interface MappingPlan {
  readonly rows: readonly MappingRow[];
  /** New beneficiaries by document ID. */
  readonly assigned: ReadonlyMap<number, number>;
  /** Number of documents by unknown recipient ID. */
  readonly newRecipients: ReadonlyMap<string, number>;
  /** Number of documents that stay without a beneficiary. */
  readonly unassignedCount: number;
}

/** The batch and the address book, as input of a rule. */
interface MappingContext {
  readonly documents: readonly MappedDocument[];
  readonly addressBook: ReadonlyMap<string, AddressBookEntry>;
  /** Leaves documents that have a beneficiary unchanged. */
  readonly onlyOpen: boolean;
}

/** Reads the documents of a batch and the address book of its profile. */
export function readMappingContext(database: Database, batchId: number, onlyOpen: boolean): MappingContext {
  const documents = z.array(documentRow).parse(
    database.all(
      `SELECT id, name, folder, path, beneficiary_id AS "beneficiaryId", state IN ${sqlList(documentSets.assignable)} AS open
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

/** True when a rule may assign the document. */
function canAssign({ onlyOpen }: MappingContext, document: MappedDocument): boolean {
  return document.open && !(onlyOpen && document.beneficiaryId !== null);
}

function createPlan(
  context: MappingContext,
  rows: readonly MappingRow[],
  assigned: ReadonlyMap<number, number>,
  newRecipients: ReadonlyMap<string, number>,
): MappingPlan {
  const byId = new Map(context.documents.map((document) => [document.id, document]));
  const changes = [...assigned].filter(
    ([document, beneficiaryId]) => byId.get(document)?.beneficiaryId !== beneficiaryId,
  );
  const unassigned = context.documents.filter(({ open, beneficiaryId }) => open && beneficiaryId === null);
  return {
    rows,
    assigned: new Map(changes),
    newRecipients,
    unassignedCount: unassigned.filter((document) => !assigned.has(document.id)).length,
  };
}

/** Returns the shape of an ID: `rcp_c1180f3a` becomes `x_x`. */
function shapeOf(recipientId: string): string {
  return recipientId.replace(/[\p{L}\p{N}]+/gu, 'x');
}

/**
 * Returns a function that chooses among the possible readings of an unknown ID: the one whose shape most known IDs
 * have, else the shortest.
 */
function createInterpretationChooser(
  knownIds: readonly string[],
): (readings: readonly string[]) => string | undefined {
  const shapes = new Map<string, number>();
  for (const shape of knownIds.map(shapeOf)) shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
  const countSimilarIds = (text: string) => shapes.get(shapeOf(text)) ?? 0;
  return (readings) =>
    readings.toSorted((a, b) => countSimilarIds(b) - countSimilarIds(a) || a.length - b.length)[0];
}

/** Plans the assignments of a pattern for the documents that can be assigned. */
export function planByPattern(context: MappingContext, pattern: NamePattern): MappingPlan {
  const assigned = new Map<number, number>();
  const newRecipients = new Map<string, number>();
  const chooseInterpretation = createInterpretationChooser([...context.addressBook.keys()]);
  const rows = context.documents
    .filter((document) => canAssign(context, document))
    .map((document): MappingRow => {
      const readings = recipientIdsIn(pattern, document).filter(
        (text) => recipientIdSchema.safeParse(text).success,
      );
      const matches = readings.flatMap((text) => context.addressBook.get(text) ?? []);
      const [firstMatch, ...otherMatches] = matches;
      const row = { line: null, file: document.name, folder: document.folder, documents: 1 };
      if (firstMatch !== undefined && otherMatches.length === 0) {
        assigned.set(document.id, firstMatch.id);
        return {
          ...row,
          recipientIds: [firstMatch.recipientId],
          beneficiary: firstMatch,
          outcome: 'matched',
        };
      }
      if (firstMatch !== undefined) {
        const recipientIds = matches.map(({ recipientId }) => recipientId);
        return { ...row, recipientIds, beneficiary: null, outcome: 'ambiguous' };
      }
      const likelyId = chooseInterpretation(readings);
      if (likelyId === undefined) return { ...row, recipientIds: [], beneficiary: null, outcome: 'no-match' };
      newRecipients.set(likelyId, (newRecipients.get(likelyId) ?? 0) + 1);
      return { ...row, recipientIds: [likelyId], beneficiary: null, outcome: 'new-recipient' };
    });
  return createPlan(context, rows, assigned, newRecipients);
}

/** Returns a function that finds documents by file name and by as much of the path as the manifest states. */
function createDocumentFinder(documents: readonly MappedDocument[]): (file: string) => MappedDocument[] {
  const normalizePath = (path: string) =>
    path
      .normalize('NFC')
      .replaceAll('\\', '/')
      .replace(/^(\.?\/)+/, '');
  const fileNameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const byName = new Map<string, { readonly document: MappedDocument; readonly path: string }[]>();
  for (const document of documents) {
    const path = normalizePath(document.path);
    const documentsOfName = byName.get(fileNameOf(path)) ?? [];
    documentsOfName.push({ document, path });
    byName.set(fileNameOf(path), documentsOfName);
  }
  return (file) => {
    const wantedPath = normalizePath(file.trim());
    const endsWithPath = (path: string, end: string) => path === end || path.endsWith(`/${end}`);
    const matches = (byName.get(fileNameOf(wantedPath)) ?? []).filter(({ path }) =>
      endsWithPath(path.toLowerCase(), wantedPath.toLowerCase()),
    );
    // Case-insensitive, unless an exact match exists.
    const exactMatches = matches.filter(({ path }) => endsWithPath(path, wantedPath));
    return (exactMatches.length > 0 ? exactMatches : matches).map(({ document }) => document);
  };
}

/** A line of a manifest with the only document that it names, or `null`. */
interface MatchedLine extends MappingRow {
  readonly document: MappedDocument | null;
}

/** Plans the assignments of a manifest, in the order of its lines. */
export function planByManifest(context: MappingContext, lines: readonly ManifestLine[]): MappingPlan {
  const find = createDocumentFinder(context.documents);
  const matchedLines = lines.map((line) => matchLine(context, find, line));
  const recipientIdsByDocument = new Map<number, Set<string>>();
  for (const { document, recipientIds } of matchedLines) {
    if (document === null) continue;
    const statedIds = recipientIdsByDocument.get(document.id) ?? new Set<string>();
    for (const recipientId of recipientIds) statedIds.add(recipientId);
    recipientIdsByDocument.set(document.id, statedIds);
  }
  const assigned = new Map<number, number>();
  const newRecipients = new Map<string, number>();
  const countedDocumentIds = new Set<number>();
  const rows = matchedLines.map(({ document, ...row }): MappingRow => {
    if (document === null) return row;
    if ((recipientIdsByDocument.get(document.id)?.size ?? 0) > 1) {
      return { ...row, beneficiary: null, outcome: 'contradicted' };
    }
    const [recipientId = ''] = row.recipientIds;
    if (row.beneficiary !== null) assigned.set(document.id, row.beneficiary.id);
    else if (!countedDocumentIds.has(document.id)) {
      newRecipients.set(recipientId, (newRecipients.get(recipientId) ?? 0) + 1);
    }
    countedDocumentIds.add(document.id);
    return row;
  });
  return createPlan(context, rows, assigned, newRecipients);
}

function matchLine(
  context: MappingContext,
  find: (file: string) => MappedDocument[],
  { line, file, recipientId }: ManifestLine,
): MatchedLine {
  const row = {
    line,
    file: file ?? '',
    folder: '',
    recipientIds: recipientId === null ? [] : [recipientId],
    beneficiary: null,
    documents: 0,
    document: null,
  };
  const resultWithout = (outcome: MappingOutcome, documents = 0): MatchedLine => ({
    ...row,
    outcome,
    documents,
  });
  if (file === null || recipientId === null) return resultWithout('incomplete');
  const matches = find(file);
  const openMatches = matches.filter((document) => document.open);
  // A document that is not sent does not make a match ambiguous.
  const [document, ...otherMatches] = openMatches;
  if (document === undefined)
    return resultWithout(matches.length === 0 ? 'no-match' : 'not-open', matches.length);
  if (otherMatches.length > 0) return resultWithout('ambiguous', openMatches.length);
  if (!canAssign(context, document)) return resultWithout('not-open', 1);
  const beneficiary = context.addressBook.get(recipientId) ?? null;
  const outcome = beneficiary === null ? 'new-recipient' : 'matched';
  return { ...row, folder: document.folder, beneficiary, outcome, documents: 1, document };
}
