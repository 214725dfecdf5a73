/** @file The beneficiary of each folder: matched by its name, chosen by the clerk, or that of a folder around it. */
import type { Folder } from '../../../../shared/contract/documents.ts';
import type { BeneficiaryName } from '../../../../shared/model/beneficiary.ts';
import { outerFolders } from '../../../../shared/model/documents/folder-path.ts';

/** The clerk's choices by folder; `null` leaves a folder unchanged. */
export type FolderChoices = ReadonlyMap<string, BeneficiaryName | null>;

/** One folder with the beneficiary that its documents will get. */
export interface FolderLine {
  readonly folder: string;
  readonly documents: number;
  readonly beneficiary: BeneficiaryName | null;
  /**
   * The source of the beneficiary, or the reason why there is none: `left` when the clerk leaves the folder unassigned,
   * `accepted` for a proposal that the clerk accepted, `proposed` when one label is near, `ambiguous` when several labels match equally well, `none` when no label matches.
   */
  readonly origin: 'name' | 'clerk' | 'accepted' | 'left' | 'proposed' | 'ambiguous' | 'none';
  /** The folder whose name or choice decides: the folder itself, or one around it. */
  readonly source: string;
  /** Number of beneficiaries that have the name of the folder. */
  readonly matches: number;
  /** The beneficiaries that the clerk may accept. */
  readonly proposals: readonly BeneficiaryName[];
}

type Decision = Pick<FolderLine, 'beneficiary' | 'origin' | 'source' | 'proposals'>;

/** Returns what the name of the folder `source` means. */
function decisionByName({ match, matches, proposals }: Folder, source: string): Decision {
  if (match !== null) return { beneficiary: match, origin: 'name', source, proposals: [] };
  const origin = matches > 1 || proposals.length > 1 ? 'ambiguous' : 'proposed';
  return { beneficiary: null, origin, source, proposals };
}

/** Returns the innermost decision on the path of a folder: a choice of the clerk, or a name that means a beneficiary. */
function innermostDecision(entry: Folder, choices: FolderChoices): Decision {
  const { folder, proposals, namedBy } = entry;
  if (choices.get(folder) === null)
    return { beneficiary: null, origin: 'left', source: folder, proposals: [] };
  for (const source of folder === '' ? [folder] : outerFolders(folder)) {
    const chosen = choices.get(source) ?? null;
    if (chosen !== null) {
      const isAccepted = source === namedBy && proposals.some(({ id }) => id === chosen.id);
      return { beneficiary: chosen, origin: isAccepted ? 'accepted' : 'clerk', source, proposals: [] };
    }
    if (source === namedBy) return decisionByName(entry, source);
  }
  return { beneficiary: null, origin: 'none', source: folder, proposals: [] };
}

/** Combines the folders of a batch with the clerk's choices. */
export function folderLines(folders: readonly Folder[], choices: FolderChoices): readonly FolderLine[] {
  return folders.map((entry) => {
    const { folder, documents, matches } = entry;
    return { folder, documents, matches, ...innermostDecision(entry, choices) };
  });
}

export function isUndecided({ origin }: FolderLine): boolean {
  return origin === 'none' || origin === 'ambiguous' || origin === 'proposed';
}

/** Returns whether the beneficiary of a folder is that of a folder around it. */
export function isInherited({ folder, source, beneficiary }: FolderLine): boolean {
  return beneficiary !== null && source !== folder;
}

/**
 * Returns the choices with proposals accepted. Each applies to the folder whose name led to it, and so to all folders in
 * that one, unless the clerk left that folder unchanged.
 */
export function acceptProposals(
  accepted: readonly (readonly [line: FolderLine, proposal: BeneficiaryName])[],
  choices: FolderChoices,
): FolderChoices {
  const added = accepted.map(
    ([{ folder, source }, proposal]) => [choices.get(source) === null ? folder : source, proposal] as const,
  );
  return new Map([...choices, ...added]);
}

/** Returns the folders with exactly one proposal, which can be accepted together. */
export function soleProposals(
  lines: readonly FolderLine[],
): readonly (readonly [line: FolderLine, proposal: BeneficiaryName])[] {
  return lines.flatMap((line) => {
    const [proposal] = line.proposals;
    return line.origin === 'proposed' && proposal !== undefined ? [[line, proposal] as const] : [];
  });
}

interface FolderAssignment {
  readonly documents: number;
  readonly beneficiaries: number;
  readonly folders: { folder: string; beneficiaryId: number }[];
}

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
