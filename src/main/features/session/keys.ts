/** @file The API keys of profiles: in the keychain, or in memory for this session only. Never anywhere else. */
import { type ErrorCode, PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import type { KeyPlace } from '../../../shared/model/profile.ts';
import type { Vault } from '../../keychain/vault.ts';
import { type ApiKey, Secret } from '../../service/secret.ts';
import type { Store } from '../../store/store.ts';
import * as tables from './tables.ts';

/** Keys by profile. */
export interface Keys {
  /** The key that is kept. Throws `api-key-needed` when there is none (`lost` tells whether there should be). */
  read(profileId: string): Promise<ApiKey>;
  /** Keeps a key for this session, and in the keychain when wanted; gives the error when the keychain did not take it. */
  keep(profileId: string, key: ApiKey, place: 'keychain' | 'session'): Promise<PaydeskError | null>;
  /** Forgets the key in memory. */
  forgetInMemory(profileId: string): void;
  /** Removes the key everywhere. `true` when the keychain did not let go: it is tried again at the next start. */
  remove(profileId: string): Promise<boolean>;
  place(profileId: string, use: tables.ProfileUse | undefined): KeyPlace;
}

const accountOf = (profileId: string) => `api-key/${profileId}`;

/** Failures after which nothing is in the keychain. */
const notTaken: readonly ErrorCode[] = ['keychain-absent', 'secret-too-large'];

/** Creates the keys over the vault. */
export function createKeys(vault: Pick<Vault, 'read' | 'write' | 'forget'>, store: Pick<Store, 'run'>): Keys {
  const inMemory = new Map<string, ApiKey>();
  /** Profiles whose key may be in the keychain although it was said not to be kept. */
  const uncertain = new Set<string>();
  let turn: Promise<unknown> = Promise.resolve();

  /** Keeping and removing follow each other, so that a key which is on its way into the keychain is removed too. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = turn.then(work);
    turn = result.catch(() => undefined);
    return result;
  }

  async function wasKept(profileId: string): Promise<boolean> {
    const uses = await store.run(tables.listUse, null);
    return uses.some((use) => use.profileId === profileId && use.keyKept);
  }

  async function removeFromKeychain(profileId: string): Promise<boolean> {
    try {
      await vault.forget(accountOf(profileId));
      uncertain.delete(profileId);
      await store.run(tables.markKey, { profileId, kept: false, toRemove: false });
      return false;
    } catch {
      await store.run(tables.markKey, { profileId, kept: false, toRemove: true });
      return true;
    }
  }

  async function keepInMemoryOnly(profileId: string): Promise<null> {
    if (await wasKept(profileId)) await removeFromKeychain(profileId);
    return null;
  }

  async function keepInKeychain(profileId: string, key: ApiKey): Promise<PaydeskError | null> {
    try {
      await vault.write(accountOf(profileId), key.reveal());
      await store.run(tables.markKey, { profileId, kept: true, toRemove: false });
      inMemory.delete(profileId);
      uncertain.delete(profileId);
      return null;
    } catch (thrown) {
      const error = toPaydeskError(thrown);
      if (!notTaken.includes(error.code)) await markUncertain(profileId);
      return error;
    }
  }

  /** The keychain may have taken the key before its answer was lost or could not be written down. */
  async function markUncertain(profileId: string): Promise<void> {
    uncertain.add(profileId);
    try {
      if (await wasKept(profileId)) return;
      await store.run(tables.markKey, { profileId, kept: false, toRemove: true });
    } catch {
      // A full disk: it is known until the quit.
    }
  }

  return {
    async read(profileId) {
      const held = inMemory.get(profileId);
      if (held !== undefined) return held;
      if (!(await wasKept(profileId))) {
        throw new PaydeskError('api-key-needed', 'No key is kept for this profile', {
          details: { lost: false },
        });
      }
      const kept = await vault.read(accountOf(profileId));
      if (kept === null) {
        throw new PaydeskError('api-key-needed', 'The keychain lost the key', { details: { lost: true } });
      }
      return new Secret('api-key', kept);
    },
    keep(profileId, key, place) {
      inMemory.set(profileId, key);
      return inTurn(() =>
        place === 'session' ? keepInMemoryOnly(profileId) : keepInKeychain(profileId, key),
      );
    },
    forgetInMemory: (profileId) => inMemory.delete(profileId),
    remove(profileId) {
      inMemory.delete(profileId);
      return inTurn(async () => {
        // What cannot be looked up is taken for kept: a full disk must not be what keeps a key.
        const uses = await store.run(tables.listUse, null).catch(() => null);
        const known = uses?.find((use) => use.profileId === profileId);
        const isKept = uses === null || known?.keyKept === true || known?.keyToRemove === true;
        return isKept || uncertain.has(profileId) ? removeFromKeychain(profileId) : false;
      });
    },
    place(profileId, use) {
      if (inMemory.has(profileId)) return 'session';
      return use?.keyKept === true ? 'keychain' : 'none';
    },
  };
}
