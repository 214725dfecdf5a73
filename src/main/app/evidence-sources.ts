/** @file What features store for evidence packs, as the evidence feature sees it. */
import type { ProofVersion } from '../../shared/model/proofs/proof.ts';
import type { CheckPoint } from '../../shared/model/statements/open-statement.ts';
import type { StatementFormat } from '../../shared/model/statements/statements.ts';
import type { CsvRow } from '../formats/csv/csv-writer.ts';

/** A stored statement. */
export interface EvidenceStatement {
  readonly id: number;
  readonly profileId: string;
  readonly item: string;
  readonly format: StatementFormat;
  readonly walletId: number;
  /** Calendar dates. */
  readonly since: string;
  readonly till: string;
  /** Name of the exported file. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 at the time of storing, in hex. */
  readonly sha256: string | null;
}

export interface StatementEvidence {
  /** Returns those of the statements that are stored, by wallet, period, format and age. */
  list(profileId: string, statementIds: readonly number[]): Promise<EvidenceStatement[]>;
  /** Returns those of the references that occur in a statement; `null` for a PDF and for an unreadable statement. */
  findReferences(statement: EvidenceStatement, references: readonly string[]): Promise<string[] | null>;
  /**
   * Checks a statement, and describes how it is read: names and values. Rejects with `statement-unreadable` and other errors of
   * the statement engine.
   */
  check(statement: EvidenceStatement): Promise<{ points: CheckPoint[]; reading: string[][] }>;
  readonly historyHeader: () => readonly string[];
  /** Returns the history of the ticks and notes of a statement's rows, oldest first. */
  readHistory(statement: EvidenceStatement): Promise<string[][]>;
  readonly signOffHeader: () => readonly string[];
  /** Returns the history of the sign-offs of a statement, oldest first. */
  readSignOffs(statement: EvidenceStatement): Promise<string[][]>;
  /** Yields the original. Rejects with library errors. */
  read(statement: EvidenceStatement): AsyncIterable<Uint8Array>;
}

/** A ledger as it was imported. */
export interface EvidenceLedger {
  readonly id: string;
  /** Item of the library. */
  readonly item: string;
  /** Name of the file that was imported. */
  readonly name: string;
  /** The sheet of a workbook that is the ledger; `null` for the only one. */
  readonly sheet: string | null;
  /** Names and values of the options of its reading that a clerk chose. */
  readonly reading: string[][];
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of the original, in hex. */
  readonly sha256: string;
}

/** A ledger with the statements that it was matched with. */
export interface EvidenceMatching {
  readonly ledger: EvidenceLedger;
  /** In the order of their rows. */
  readonly files: readonly EvidenceStatement[];
}

/** Paths of the files of matchings in a pack. */
export interface MatchingPaths {
  readonly ledger: string;
  /** By ID of the statement. */
  readonly statements: ReadonlyMap<number, string>;
}

export interface MatchingEvidence {
  /** Returns the matchings whose statements are all among these, in the order of the pack. */
  list(profileId: string, statements: readonly EvidenceStatement[]): Promise<EvidenceMatching[]>;
  readonly matchesHeader: () => readonly string[];
  /** Yields the rows of each match, or the reason why nothing could be matched. */
  readMatches(matching: EvidenceMatching, paths: MatchingPaths): AsyncIterable<CsvRow>;
  readonly openItemsHeader: () => readonly string[];
  /** Yields the open rows of both files with their age on the last day of the statements. */
  readOpenItems(matching: EvidenceMatching, paths: MatchingPaths): AsyncIterable<CsvRow>;
  /** Yields the original of a ledger. Rejects with library errors. */
  readLedger(ledger: EvidenceLedger): AsyncIterable<Uint8Array>;
}

/** A stored version of a proof of payment. */
export interface EvidenceProof {
  readonly reference: string;
  readonly version: Pick<ProofVersion, 'id' | 'kind'>;
  /** Name of the saved document, and of the response of the service. */
  readonly name: string;
  readonly receivedName: string;
  /** ISO 8601 UTC. */
  readonly receivedAt: string;
  /** Bytes of the document and of the response. */
  readonly contentBytes: number;
  readonly receivedBytes: number;
  /** SHA-256 of the response, in hex. */
  readonly receivedSha256: string;
}

export interface ProofEvidence {
  /** Returns all stored versions of the active profile by reference, oldest version first. */
  list(): Promise<EvidenceProof[]>;
  /** Reads the document. Rejects with `proof-unreadable`, and with library errors. */
  readDocument(proof: EvidenceProof): Promise<Uint8Array>;
  /** Reads the response of the service, byte for byte. Rejects with library errors. */
  readReceived(proof: EvidenceProof): Promise<Uint8Array>;
}
