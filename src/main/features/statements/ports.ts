/** @file What the statements feature shares among its parts. */
import type { FindListedProof } from '../../../shared/model/proofs/listed-proof.ts';
import type { Profile } from '../../../shared/model/session/profile.ts';
import type { ReopeningCause } from '../../../shared/model/statements/sign-off.ts';
import type { StatementEngine } from '../../statement-engine/process/client.ts';
import type { Ports } from '../ports.ts';
import type { AnnotationLog } from './annotations/annotation-log.ts';
import type { OpenStatements } from './grid/open-statements.ts';
import type { LedgerFiles } from './ledger/ledger-files.ts';
import type { ReadGuard } from './read-guard.ts';
import type { createColumnLayouts, RememberedInterpretations } from './requests/wallet-choices.ts';
import type { SignOffs } from './sign-off/sign-off-rules.ts';
import type { StatementFiles } from './statement-files.ts';
import type { Statements } from './statements.ts';

export interface StatementPorts extends Ports {
  readonly statements: Statements;
  readonly statementFiles: StatementFiles;
  readonly ledgerFiles: LedgerFiles;
  readonly engine: StatementEngine;
  readonly readGuard: ReadGuard;
  readonly annotationLog: AnnotationLog;
  readonly signOffs: SignOffs;
  readonly openStatements: OpenStatements;
  /** Checks stored statements in the background. */
  readonly storedChecks: {
    /** Checks what was not checked yet. */
    start(): void;
    /** Checks the files of a wallet again, because they are read in another way now. */
    repeat(profileId: string, walletId: number): Promise<void>;
  };
  readonly remembered: RememberedInterpretations;
  readonly layouts: ReturnType<typeof createColumnLayouts>;
  /** Returns the list of a profile's proofs, for finding references in it. */
  readonly whenProofsListed: (profileId: string) => Promise<FindListedProof>;
  /** Returns a new handle for the statement engine, where open statements and comparisons share the handles. */
  readonly nextHandle: () => number;
  /** Ends the sign-offs of files of the active profile, by item or SHA-256, before what they concluded is changed. */
  readonly endSignOffs: (files: readonly string[], cause: ReopeningCause) => Promise<void>;
  /** Records with which settings a ledger is matched. */
  readonly onMatching: (subject: string, profile: Profile) => void;
  readonly onExported: (path: string, profile: Profile) => void;
}
