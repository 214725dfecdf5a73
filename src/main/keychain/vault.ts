/** @file The vault: secrets in the OS keychain, behind a port that knows nothing of how they are kept. */
import type { Keychain } from '../../shared/model/session.ts';

/**
 * Secrets by account name. Every call is bounded in time; failures are `keychain-absent`, `keychain-locked`,
 * `keychain-refused` or `keychain-timed-out`. Nothing is ever kept anywhere else.
 */
export interface Vault {
  /** What can be said of the keychain now, found by writing, reading and deleting a canary. */
  probe(): Promise<Keychain>;
  /** The secret, or `null` when the keychain works and has none. A locked keychain is an error, never `null`. */
  read(account: string): Promise<string | null>;
  /** Stores a secret and reads it back. Throws `secret-too-large` above what every system can keep. */
  write(account: string, secret: string): Promise<void>;
  /** Removes a secret; one that is not there is fine. */
  forget(account: string): Promise<void>;
  /** Ends the child process; calls that wait, and every later one, are rejected. */
  close(): void;
}

/** The most bytes that the Windows Credential Manager keeps in one entry. */
export const maxSecretBytes = 2_560;
