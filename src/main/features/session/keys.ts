/** @file The API keys of profiles: in the keychain, or in memory for this session only. Never anywhere else. */
import { type ErrorCode, PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import type { KeyPlace, Profile } from '../../../shared/model/profile.ts';
import type { Vault } from '../../keychain/vault.ts';
import { type ApiKey, Secret } from '../../service/secret.ts';
import type { Store } from '../../store/store.ts';
import { createEntry, digestOf, type KeyTarget, readEntry } from './key-binding.ts';
import * as tables from './tables.ts';

/** A profile as far as its key is concerned. */
export type KeyOwner = KeyTarget & Pick<Profile, 'id'>;

/** Keys by profile. */
export interface Keys {
  /**
   * The key that is kept for exactly these hosts and this client ID. Throws `api-key-needed` for every other: `lost`
   * when the keychain should have it, `changed` when it was kept for others, `unbound` when an earlier version kept it
   * without saying for which.
   */
  read(profile: KeyOwner): Promise<ApiKey>;
  /**
   * Keeps a key for this session, and in the keychain when wanted; gives the error when the keychain did not take it.
   * `profile` is the form of the profile that the key was accepted for.
   */
  store(profile: KeyOwner, key: ApiKey, place: 'keychain' | 'session'): Promise<PaydeskError | null>;
  /** Forgets the key in memory. */
  clearMemory(profileId: string): void;
  /** Removes the key everywhere. `true` when the keychain did not let go: it is tried again at the next start. */
  remove(profileId: string): Promise<boolean>;
  place(profileId: string, use: tables.ProfileUse | undefined): KeyPlace;
}

/** The key was given for other hosts or another client ID: it is not sent to those of now. */
export function keyForOtherTarget(): PaydeskError {
  return new PaydeskError('api-key-needed', 'The key was kept for other hosts or another client ID', {
    details: { lost: false, changed: true },
  });
}

const accountOf = (profileId: string) => `api-key/${profileId}`;

/** Failures after which nothing is in the keychain. */
const notStoredCodes: readonly ErrorCode[] = ['keychain-absent', 'secret-too-large'];

/** Creates the keys over the vault. */
export function createKeys(vault: Pick<Vault, 'read' | 'write' | 'forget'>, store: Pick<Store, 'run'>): Keys {
  const inMemory = new Map<string, { readonly key: ApiKey; readonly digest: string }>();
  /** Profiles whose key may be in the keychain although it was said not to be kept. */
  const uncertain = new Set<string>();
  let queue: Promise<unknown> = Promise.resolve();

  /** Keeping and removing follow each other, so that a key which is on its way into the keychain is removed too. */
  function serialize<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = queue.then(work);
    queue = result.catch(() => undefined);
    return result;
  }

  async function isMarkedStored(profileId: string): Promise<boolean> {
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

  async function storeInMemoryOnly(profileId: string): Promise<null> {
    if (await isMarkedStored(profileId)) await removeFromKeychain(profileId);
    return null;
  }

  async function storeInKeychain(profile: KeyOwner, key: ApiKey): Promise<PaydeskError | null> {
    const profileId = profile.id;
    try {
      await vault.write(accountOf(profileId), createEntry(key.reveal(), profile));
      await store.run(tables.markKey, { profileId, kept: true, toRemove: false });
      inMemory.delete(profileId);
      uncertain.delete(profileId);
      return null;
    } catch (thrown) {
      const error = toPaydeskError(thrown);
      if (!notStoredCodes.includes(error.code)) await markUncertain(profileId);
      return error;
    }
  }

  /** The keychain may have taken the key before its answer was lost or could not be written down. */
  async function markUncertain(profileId: string): Promise<void> {
    uncertain.add(profileId);
    try {
      if (await isMarkedStored(profileId)) return;
      await store.run(tables.markKey, { profileId, kept: false, toRemove: true });
    } catch {
      // A full disk: it is known until the quit.
    }
  }

  return {
    async read(profile) {
      const digest = digestOf(profile);
      const held = inMemory.get(profile.id);
      if (held !== undefined) {
        if (held.digest !== digest) throw keyForOtherTarget();
        return held.key;
      }
      if (!(await isMarkedStored(profile.id))) {
        throw new PaydeskError('api-key-needed', 'No key is kept for this profile', {
          details: { lost: false },
        });
      }
      const text = await vault.read(accountOf(profile.id));
      if (text === null) {
        throw new PaydeskError('api-key-needed', 'The keychain lost the key', { details: { lost: true } });
      }
      const entry = readEntry(text);
      if (entry === null) {
        throw new PaydeskError('api-key-needed', 'An earlier version kept the key', {
          details: { lost: false, unbound: true },
        });
      }
      if (entry.digest !== digest) throw keyForOtherTarget();
      return new Secret('api-key', entry.key);
    },
    store(profile, key, place) {
      inMemory.set(profile.id, { key, digest: digestOf(profile) });
      return serialize(() =>
        place === 'session' ? storeInMemoryOnly(profile.id) : storeInKeychain(profile, key),
      );
    },
    clearMemory: (profileId) => inMemory.delete(profileId),
    remove(profileId) {
      inMemory.delete(profileId);
      return serialize(async () => {
        // What cannot be looked up is taken for kept: a full disk must not be what keeps a key.
        const uses = await store.run(tables.listUse, null).catch(() => null);
        const known = uses?.find((use) => use.profileId === profileId);
        const isStored = uses === null || known?.keyKept === true || known?.keyToRemove === true;
        return isStored || uncertain.has(profileId) ? removeFromKeychain(profileId) : false;
      });
    },
    place(profileId, use) {
      if (inMemory.has(profileId)) return 'session';
      return use?.keyKept === true ? 'keychain' : 'none';
    },
  };
}
