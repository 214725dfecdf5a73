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
  /** Where the beneficiary comes from, or why there is none. */
  readonly origin: 'name' | 'clerk' | 'left' | 'none' | 'ambiguous';
  /** How many beneficiaries have the name. */
  readonly matches: number;
}

/** The lines of the dialog. */
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

/** True for a folder without a decision. */
export function isOpen({ origin }: FolderLine): boolean {
  return origin === 'none' || origin === 'ambiguous';
}

/** The assignment that the button starts. */
export interface FolderAssignment {
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

/** The last part of a folder's path, the suggested name of a new beneficiary. */
export function lastName(folder: string): string {
  return folder.slice(folder.lastIndexOf('/') + 1);
}
