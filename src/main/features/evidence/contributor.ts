/** @file The parts of an evidence pack. Each contributor yields the files of one part. */

import type { Profile } from '../../../shared/model/profile.ts';
import type { ProofVersion } from '../../../shared/model/proofs/proof.ts';
import type { CheckPoint } from '../../../shared/model/review.ts';
import type { StatementFormat } from '../../../shared/model/statements.ts';
import type { CsvRow } from '../../csv.ts';

/** A stored statement. */
export interface PackStatement {
  readonly id: number;
  readonly profileId: string;
  readonly item: string;
  readonly format: StatementFormat;
  readonly walletId: number;
  /** Calendar dates. */
  readonly since: string;
  readonly till: string;
  /** Name of its file. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 at the time of storing, in hex. */
  readonly sha256: string | null;
}

/** A stored version of a proof of payment. */
interface PackProof {
  readonly reference: string;
  readonly version: Pick<ProofVersion, 'id' | 'kind'>;
  /** Name of the document, and of the response of the service. */
  readonly name: string;
  readonly receivedName: string;
  /** ISO 8601 UTC. */
  readonly receivedAt: string;
  readonly contentBytes: number;
  readonly receivedBytes: number;
  /** SHA-256 of the response, in hex. */
  readonly receivedSha256: string;
}

/** A stored ledger. */
interface PackLedger {
  readonly id: string;
  readonly item: string;
  /** Name of the file that was imported. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of the original, in hex. */
  readonly sha256: string;
}

/** A ledger that statements of the pack were matched with. */
export interface PackMatching {
  readonly ledger: PackLedger;
  readonly files: readonly PackStatement[];
}

/** Paths of the files of matchings in the pack. */
interface MatchingPaths {
  readonly ledger: string;
  /** By ID of the statement. */
  readonly statements: ReadonlyMap<number, string>;
}

/** Where the contents come from: the features that own them. */
export interface PackSources {
  readonly statements: {
    /** Returns those of the statements that are stored, in the order of the pack. */
    list(profileId: string, statementIds: readonly number[]): Promise<PackStatement[]>;
    /** Returns those of the references that occur in a statement; `null` when it cannot be searched. */
    findReferences(statement: PackStatement, references: readonly string[]): Promise<string[] | null>;
    check(statement: PackStatement): Promise<CheckPoint[]>;
    readonly historyHeader: () => readonly string[];
    /** Returns the history of the ticks, notes and labels of a statement's rows, oldest first. */
    readHistory(statement: PackStatement): Promise<string[][]>;
    readonly signOffHeader: () => readonly string[];
    /** Returns the history of the sign-offs of a statement, oldest first. */
    readSignOffs(statement: PackStatement): Promise<string[][]>;
    read(statement: PackStatement): AsyncIterable<Uint8Array>;
  };
  readonly matchings: {
    /** Returns the matchings whose statements are all among these, in the order of the pack. */
    list(profileId: string, statements: readonly PackStatement[]): Promise<PackMatching[]>;
    readonly matchesHeader: () => readonly string[];
    /** Yields the rows of each match, or the reason why nothing could be matched. */
    readMatches(matching: PackMatching, paths: MatchingPaths): AsyncIterable<CsvRow>;
    readonly openItemsHeader: () => readonly string[];
    /** Yields the open rows of both files with their age on the last day of the statements. */
    readOpenItems(matching: PackMatching, paths: MatchingPaths): AsyncIterable<CsvRow>;
    readLedger(ledger: PackLedger): AsyncIterable<Uint8Array>;
  };
  readonly proofs: {
    /** Returns all stored versions of the active profile, in the order of the pack. */
    list(): Promise<PackProof[]>;
    readDocument(proof: PackProof): Promise<Uint8Array>;
    readReceived(proof: PackProof): Promise<Uint8Array>;
  };
  readonly activity: {
    /** Returns the numbers of the entries about statements and proofs, in ascending order. */
    findEntriesOf(subjects: {
      readonly profile: string;
      readonly environment: Profile['environment'];
      readonly statements: { id: number; walletId: number; since: string; till: string }[];
      readonly references: string[];
    }): Promise<readonly number[]>;
    readonly header: () => readonly string[];
    exportEntries(numbers: readonly number[]): AsyncIterable<CsvRow>;
    /** Yields the entries up to the last of these numbers, and the one before the first. */
    readChain(
      numbers: readonly number[],
    ): AsyncIterable<{ number: number; hash: string; text?: string | undefined }>;
    /** Returns when this computer recorded a fingerprint, ISO 8601 UTC; `null` when it did not. */
    findPackRecord(fingerprint: string): Promise<string | null>;
    whenFlushed(): Promise<void>;
  };
}

/** What a pack contains. Equal plans give equal bytes. */
export interface PackPlan {
  readonly profile: Profile;
  readonly statements: readonly PackStatement[];
  /** Statements whose references were not looked for, by ID. */
  readonly unsearched: ReadonlySet<number>;
  /** Statements whose rows have a history of ticks, notes and labels, by ID. */
  readonly annotated: ReadonlySet<number>;
  /** Statements that were ever signed off, by ID. */
  readonly signedOff: ReadonlySet<number>;
  /** Matchings with ledgers whose statements are all in the pack. */
  readonly matchings: readonly PackMatching[];
  readonly proofs: readonly PackProof[];
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

/** A table of the index. */
export interface IndexTable {
  readonly title: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** One part of a pack. A contributor of a later part may read what earlier parts added to the index. */
export interface PackContributor {
  /** Yields the files in the order in which they are written, and adds tables to the index. */
  files(plan: PackPlan, addTable: (table: IndexTable) => void): AsyncIterable<PackFile>;
}

/** Wraps bytes that are in memory, read when the file is written. */
export async function* contentOf(read: () => Promise<Uint8Array> | Uint8Array): AsyncGenerator<Uint8Array> {
  yield await read();
}
