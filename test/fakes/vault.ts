/** @file A keychain in memory that can be locked, missing, or lose what it was given. */
import type { Vault } from '../../src/main/keychain/vault.ts';
import { PaydeskError } from '../../src/shared/errors.ts';

/** The keychain, and what a test does to it. */
export interface FakeVault extends Vault {
  readonly secrets: Map<string, string>;
  /** What every call fails with from now on; `null` for a keychain that works. */
  fails: 'keychain-absent' | 'keychain-locked' | 'keychain-refused' | null;
}

/** Creates an empty, working keychain. */
export function createFakeVault(): FakeVault {
  const secrets = new Map<string, string>();
  const vault: FakeVault = {
    secrets,
    fails: null,
    probe: async () => ({ state: 'available', name: 'Test keychain' }),
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
    if (vault.fails !== null) throw new PaydeskError(vault.fails, 'The keychain was told to fail');
  }
  return vault;
}
