/** @file The parts of an evidence pack. Each contributor yields the files of one part. */
import type { PackCheck } from '../../../shared/model/evidence.ts';
import type { Profile } from '../../../shared/model/session/profile.ts';
import type {
  EvidenceMatching,
  EvidenceProof,
  EvidenceStatement,
  MatchingEvidence,
  ProofEvidence,
  StatementEvidence,
} from '../../app/evidence-sources.ts';
import type { CsvRow } from '../../formats/csv/csv-writer.ts';

/** Where the contents come from: the features that own them. */
export interface PackSources {
  readonly statements: StatementEvidence;
  readonly matchings: MatchingEvidence;
  readonly proofs: ProofEvidence;
  readonly activity: {
    /** Returns the numbers of the entries about statements and proofs, in ascending order. */
    findEntriesOf(subjects: {
      readonly profile: string;
      readonly environment: Profile['environment'];
      readonly statements: { id: number; walletId: number; since: string; till: string }[];
      readonly references: string[];
      readonly ledgers: string[];
    }): Promise<readonly number[]>;
    readonly header: () => readonly string[];
    exportEntries(numbers: readonly number[]): AsyncIterable<CsvRow>;
    /** Returns whether this computer recorded the fingerprint of a pack, or another one for its folder. */
    findPackRecord(folder: string, fingerprint: string): Promise<PackCheck['record']>;
    whenFlushed(): Promise<void>;
  };
}

/** What a pack contains. Equal plans give equal bytes, except of the cover page and of the lists of files. */
export interface PackPlan {
  readonly profile: Profile;
  readonly statements: readonly EvidenceStatement[];
  /** Statements whose references were not looked for, by ID. */
  readonly unsearched: ReadonlySet<number>;
  /** Statements whose rows have a history of ticks and notes, by ID. */
  readonly annotated: ReadonlySet<number>;
  /** Statements that were ever signed off, by ID. */
  readonly signedOff: ReadonlySet<number>;
  /** Matchings with ledgers whose statements are all in the pack. */
  readonly matchings: readonly EvidenceMatching[];
  readonly proofs: readonly EvidenceProof[];
  /** Numbers of the entries of the activity, in ascending order. */
  readonly entries: readonly number[];
}

/** One file of a pack. */
export interface PackFile {
  /** Relative path with `/`; see `isPackPath`. No two files may have paths that differ only in case. */
  readonly path: string;
  /** What the file is, for the index. */
  readonly title: string;
  readonly content: AsyncIterable<Uint8Array>;
  /** SHA-256 that the content must have, in hex; otherwise the pack is not written. */
  readonly sha256?: string;
}

/** A table of the cover page. */
export interface CoverTable {
  readonly title: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Yields the files of one part of a pack in the order in which they are written, and adds tables to the cover page. */
export type PackContributor = (
  plan: PackPlan,
  addTable: (table: CoverTable) => void,
) => AsyncIterable<PackFile>;

/** Wraps bytes that are in memory, read when the file is written. */
export async function* contentOf(read: () => Promise<Uint8Array> | Uint8Array): AsyncGenerator<Uint8Array> {
  yield await read();
}
