/** @file Folders of a batch: the beneficiaries that their names mean, and the assignment by folder. */
import { z } from 'zod';
import { type Folder, folderSchema, maxProposals } from '../../../../../shared/contract/documents.ts';
import { type BeneficiaryName, beneficiaryNameSchema } from '../../../../../shared/model/beneficiary.ts';
import { documentSets } from '../../../../../shared/model/documents/document-machine.ts';
import { lastPathSegment, outerFolders } from '../../../../../shared/model/documents/folder-path.ts';
import { fold } from '../../../../../shared/model/fold.ts';
import { createNearestFinder } from '../../../../formats/names/nearest-names.ts';
import { changedSchema } from '../../../../storage/store/columns.ts';
import type { Database } from '../../../../storage/store/database.ts';
import { procedure } from '../../../../storage/store/procedure.ts';
import { sqlList } from '../../../../storage/store/state-sql.ts';
import { beginStep, endStep, requireBeneficiary, setBeneficiary } from './assignment-history.ts';

const id = z.number().int();

const assignableStates = sqlList(documentSets.assignable);

const folderRow = z.object({ folder: z.string(), documents: id });

/** Returns the folders of a batch with assignable documents. */
function selectFolders(database: Database, batchId: number): z.infer<typeof folderRow>[] {
  return z.array(folderRow).parse(
    database.all(
      `SELECT folder, count(*) AS documents FROM document
       WHERE batch_id = $batchId AND state IN ${assignableStates} GROUP BY folder ORDER BY folder`,
      { batchId },
    ),
  );
}

/** Finds beneficiaries whose label or recipient ID equals a name, ignoring case and accents. */
function findBeneficiariesByName(database: Database, profileId: string, name: string): BeneficiaryName[] {
  return z.array(beneficiaryNameSchema).parse(
    database.all(
      `SELECT id, label, recipient_id AS "recipientId" FROM beneficiary
       WHERE profile_id = $profileId AND (folded_label = $folded OR recipient_id = $name) LIMIT 10`,
      { profileId, name: name.trim(), folded: fold(name) },
    ),
  );
}

/** Returns a function that finds the beneficiaries whose labels are nearest to a name; the address book is read once. */
function createNearestBeneficiaries(
  database: Database,
  profileId: string,
): (name: string) => readonly BeneficiaryName[] {
  let findNearest: ((name: string) => readonly BeneficiaryName[]) | null = null;
  return (name) => {
    findNearest ??= createNearestFinder(
      z
        .array(beneficiaryNameSchema)
        .parse(
          database.all(
            `SELECT id, label, recipient_id AS "recipientId" FROM beneficiary WHERE profile_id = $profileId ORDER BY folded_label, id`,
            { profileId },
          ),
        ),
    );
    return findNearest(name);
  };
}

/** The beneficiaries that a name of a folder means. */
type NameMatch = Pick<Folder, 'match' | 'matches' | 'proposals'>;

const noMatch: NameMatch = { match: null, matches: 0, proposals: [] };

/** Returns a function that matches the name of a folder; `null` when no beneficiary has this name or a near one. */
function createNameMatcher(database: Database, profileId: string): (name: string) => NameMatch | null {
  const findNearest = createNearestBeneficiaries(database, profileId);
  const matchByName = new Map<string, NameMatch | null>();
  const matchName = (name: string): NameMatch | null => {
    const equal = findBeneficiariesByName(database, profileId, name);
    const [match] = equal;
    if (match !== undefined && equal.length === 1) return { match, matches: 1, proposals: [] };
    const proposals = match === undefined ? findNearest(name) : equal;
    if (proposals.length === 0) return null;
    return {
      match: null,
      matches: equal.length,
      proposals: proposals.length > maxProposals ? [] : [...proposals],
    };
  };
  return (name) => {
    const known = matchByName.get(name);
    const found = known === undefined ? matchName(name) : known;
    matchByName.set(name, found);
    return found;
  };
}

/**
 * Returns the folders of a batch, each with the beneficiaries that the innermost part of its path with a match means. A
 * near name hides the name of an outer folder: its documents may belong to either.
 */
export const matchFolders = procedure(
  'documents.folders',
  { args: z.object({ batchId: id, profileId: z.string() }), result: z.array(folderSchema) },
  (database, { batchId, profileId }) => {
    const matchName = createNameMatcher(database, profileId);
    return selectFolders(database, batchId).map(({ folder, documents }) => {
      for (const namedBy of outerFolders(folder)) {
        const found = matchName(lastPathSegment(namedBy));
        if (found !== null) return { folder, documents, ...found, namedBy };
      }
      return { folder, documents, ...noMatch, namedBy: null };
    });
  },
);

/** Assigns a beneficiary to all documents of each folder. Throws `beneficiary-unknown`. */
export const assignFolders = procedure(
  'documents.assignFolders',
  {
    args: z.object({
      batchId: id,
      folders: z.array(z.object({ folder: z.string(), beneficiaryId: id })),
      at: z.number(),
      by: z.string(),
    }),
    result: changedSchema,
  },
  (database, { batchId, folders: folderAssignments, at, by }) => {
    const step = beginStep(database, { batchId, way: 'folder', at, by });
    let changed = 0;
    for (const { folder, beneficiaryId } of folderAssignments) {
      requireBeneficiary(database, batchId, beneficiaryId);
      const rows = database.all(
        `SELECT id FROM document WHERE batch_id = $batchId AND folder = $folder AND state IN ${assignableStates}`,
        { batchId, folder },
      );
      const ids = JSON.stringify(rows.map((row) => row['id']));
      changed += setBeneficiary(database, step, ids, beneficiaryId);
    }
    endStep(database, step);
    return { changed };
  },
);
