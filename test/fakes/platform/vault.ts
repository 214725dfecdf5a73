/** @file A keychain in memory that can fail or lose its secrets. */
import type { Vault } from '../../../src/main/platform/keychain/vault.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';

/** A keychain that a test controls. */
export interface FakeVault extends Vault {
  readonly secrets: Map<string, string>;
  /** Error code of every call; `null` for a working keychain. */
  fails: 'keychain-absent' | 'keychain-locked' | 'keychain-refused' | null;
}

/** Creates an empty, working keychain. */
export function createFakeVault(): FakeVault {
  const secrets = new Map<string, string>();
  const vault: FakeVault = {
    secrets,
    fails: null,
    testKeychain: async () => ({ state: 'available', name: 'Test keychain' }),
    async read(account) {
      refuse();
      return secrets.get(account) ?? null;
    },
    async write(account, secret) {
      refuse();
      secrets.set(account, secret);
    },
    async forget(account) {
      refuse();
      secrets.delete(account);
    },
    close: () => undefined,
  };
  function refuse(): void {
    if (vault.fails !== null) throw new PaydeskError(vault.fails, 'The keychain fails in this test');
  }
  return vault;
}
