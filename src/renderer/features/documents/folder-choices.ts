/** @file The beneficiary of each folder: matched by its name, or chosen by the clerk. */
import type { Folder } from '../../../shared/contract/documents.ts';
import type { BeneficiaryName } from '../../../shared/model/beneficiary.ts';

/** The clerk's choices by folder; `null` leaves a folder unchanged. */
export type FolderChoices = ReadonlyMap<string, BeneficiaryName | null>;

/** One folder with the beneficiary that its documents will get. */
export interface FolderLine {
  readonly folder: string;
  readonly documents: number;
  readonly beneficiary: BeneficiaryName | null;
  /**
   * The source of the beneficiary, or the reason why there is none: `left` when the clerk leaves the folder unassigned,
   * `none` when no name matches, `ambiguous` when several names match.
   */
  readonly origin: 'name' | 'clerk' | 'left' | 'none' | 'ambiguous';
  /** Number of beneficiaries that have the name of the folder. */
  readonly matches: number;
}

/** Combines the folders of a batch with the clerk's choices. */
export function folderLines(folders: readonly Folder[], choices: FolderChoices): readonly FolderLine[] {
  return folders.map(({ folder, documents, match, matches }) => {
    const chosen = choices.get(folder);
    if (chosen !== undefined) {
      return { folder, documents, beneficiary: chosen, origin: chosen === null ? 'left' : 'clerk', matches };
    }
    const origin = match !== null ? 'name' : matches > 1 ? 'ambiguous' : 'none';
    return { folder, documents, beneficiary: match, origin, matches };
  });
}

/** Returns whether a folder still needs a choice of the clerk. */
export function isUndecided({ origin }: FolderLine): boolean {
  return origin === 'none' || origin === 'ambiguous';
}

/** The assignment that the button starts. */
interface FolderAssignment {
  readonly documents: number;
  readonly beneficiaries: number;
  readonly folders: { folder: string; beneficiaryId: number }[];
}

/** Returns the assignment of the lines with a beneficiary. */
export function assignmentOf(lines: readonly FolderLine[]): FolderAssignment {
  const folders = lines.flatMap(({ folder, beneficiary }) =>
    beneficiary === null ? [] : [{ folder, beneficiaryId: beneficiary.id }],
  );
  const documents = lines.reduce((sum, line) => sum + (line.beneficiary === null ? 0 : line.documents), 0);
  return {
    documents,
    beneficiaries: new Set(folders.map(({ beneficiaryId }) => beneficiaryId)).size,
    folders,
  };
}

/** Returns the last part of a folder's path, the suggested name of a new beneficiary. */
export function lastPathSegment(folder: string): string {
  return folder.slice(folder.lastIndexOf('/') + 1);
}
