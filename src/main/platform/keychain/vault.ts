/** @file The vault: the interface to the OS keychain. */
import type { Keychain } from '../../../shared/model/session/session.ts';

/**
 * Stores secrets by account name in the OS keychain and nowhere else. Every call has a deadline and may throw
 * `keychain-absent`, `keychain-locked`, `keychain-refused` or `keychain-timed-out`.
 */
export interface Vault {
  /** Tests the keychain by writing, reading and deleting an entry. */
  testKeychain(): Promise<Keychain>;
  /** Reads a secret, or `null` when the keychain works and has none. A locked keychain is an error, never `null`. */
  read(account: string): Promise<string | null>;
  /** Stores a secret and verifies it. Throws `secret-too-large` above {@link maxSecretBytes}. */
  write(account: string, secret: string): Promise<void>;
  /** Removes a secret if it exists. */
  forget(account: string): Promise<void>;
  /** Ends the child process; pending and later calls are rejected. */
  close(): void;
}

/** Maximum size of a secret in UTF-8, in bytes: the limit of an entry in the Windows Credential Manager. */
export const maxSecretBytes = 2_560;
