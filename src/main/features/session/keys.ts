/** @file Stores the API keys of profiles in the keychain, or in memory for one session. Never anywhere else. */
import { type ErrorCode, PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import type { Profile } from '../../../shared/model/session/profile.ts';
import { SerialQueue } from '../../concurrency/serial-queue.ts';
import type { Vault } from '../../platform/keychain/vault.ts';
import { type ApiKey, Secret } from '../../service/secret.ts';
import type { Store } from '../../storage/store/store.ts';
import * as procedures from './database.ts';
import { createEntry, digestOf, type KeyTarget, readEntry } from './key-binding.ts';

/** The fields of a profile that its key depends on. */
type KeyOwner = KeyTarget & Pick<Profile, 'id'>;

/** The API keys by profile. */
export type Keys = ReturnType<typeof createKeys>;

/** The error for a key that was stored for other hosts or another client ID. */
export function createOtherTargetError(): PaydeskError {
  return new PaydeskError('api-key-needed', 'The key was stored for other hosts or another client ID', {
    details: { lost: false, changed: true },
  });
}

const accountOf = (profileId: string) => `api-key/${profileId}`;

/** Errors after which the keychain certainly has no entry. */
const notStoredCodes: readonly ErrorCode[] = ['keychain-absent', 'secret-too-large'];

/** Creates the keys over the vault. */
export function createKeys(vault: Pick<Vault, 'read' | 'write' | 'forget'>, store: Pick<Store, 'run'>) {
  const inMemory = new Map<string, { readonly key: ApiKey; readonly digest: string }>();
  /** Profiles whose key may be in the keychain although storing it failed. */
  const uncertainProfileIds = new Set<string>();
  /** Storing and removing, in order, so that a removal also covers a key that is being stored. */
  const changes = new SerialQueue();

  async function isMarkedStored(profileId: string): Promise<boolean> {
    const uses = await store.run(procedures.listUse, null);
    return uses.some((use) => use.profileId === profileId && use.keyKept);
  }

  async function removeFromKeychain(profileId: string): Promise<boolean> {
    try {
      await vault.forget(accountOf(profileId));
      uncertainProfileIds.delete(profileId);
      await store.run(procedures.markKey, { profileId, kept: false, toRemove: false });
      return false;
    } catch {
      await store.run(procedures.markKey, { profileId, kept: false, toRemove: true });
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
      await store.run(procedures.markKey, { profileId, kept: true, toRemove: false });
      inMemory.delete(profileId);
      uncertainProfileIds.delete(profileId);
      return null;
    } catch (thrown) {
      const error = toPaydeskError(thrown);
      if (!notStoredCodes.includes(error.code)) await markUncertain(profileId);
      return error;
    }
  }

  /** Marks a key that the keychain may have stored: its answer was lost, or could not be recorded. */
  async function markUncertain(profileId: string): Promise<void> {
    uncertainProfileIds.add(profileId);
    try {
      if (await isMarkedStored(profileId)) return;
      await store.run(procedures.markKey, { profileId, kept: false, toRemove: true });
    } catch {
      // When the disk is full, the mark lasts in memory until Paydesk quits.
    }
  }

  return {
    /**
     * Returns the key stored for exactly these hosts and this client ID. Otherwise throws `api-key-needed`: `lost` when
     * the keychain should have a key, `changed` when the key was stored for other hosts or another client ID, `unbound`
     * when an earlier version stored the key without its hosts.
     */
    async read(profile: KeyOwner) {
      const digest = digestOf(profile);
      const keyInMemory = inMemory.get(profile.id);
      if (keyInMemory !== undefined) {
        if (keyInMemory.digest !== digest) throw createOtherTargetError();
        return keyInMemory.key;
      }
      if (!(await isMarkedStored(profile.id))) {
        throw new PaydeskError('api-key-needed', 'No key is stored for this profile', {
          details: { lost: false },
        });
      }
      const text = await vault.read(accountOf(profile.id));
      if (text === null) {
        throw new PaydeskError('api-key-needed', 'The keychain lost the key', { details: { lost: true } });
      }
      const entry = readEntry(text);
      if (entry === null) {
        throw new PaydeskError('api-key-needed', 'An earlier version stored the key without its hosts', {
          details: { lost: false, unbound: true },
        });
      }
      if (entry.digest !== digest) throw createOtherTargetError();
      return new Secret('api-key', entry.key);
    },
    /**
     * Stores a key in memory and, for `keychain`, also in the keychain; returns the error when the keychain refused.
     * `profile` is the version of the profile for which the service accepted the key.
     */
    store(profile: KeyOwner, key: ApiKey, place: 'keychain' | 'session') {
      inMemory.set(profile.id, { key, digest: digestOf(profile) });
      return changes.run(() =>
        place === 'session' ? storeInMemoryOnly(profile.id) : storeInKeychain(profile, key),
      );
    },
    /** Removes the key from memory. */
    clearMemory: (profileId: string) => inMemory.delete(profileId),
    /** Removes the key everywhere. Returns `true` when the keychain failed; the removal is retried at the next start. */
    remove(profileId: string) {
      inMemory.delete(profileId);
      return changes.run(async () => {
        // If the store cannot be read, assume that the key is stored: a full disk must not prevent its removal.
        const uses = await store.run(procedures.listUse, null).catch(() => null);
        const profileUse = uses?.find((use) => use.profileId === profileId);
        const isStored = uses === null || profileUse?.keyKept === true || profileUse?.keyToRemove === true;
        return isStored || uncertainProfileIds.has(profileId) ? removeFromKeychain(profileId) : false;
      });
    },
    placeOf(profileId: string, use: procedures.ProfileUse | undefined) {
      if (inMemory.has(profileId)) return 'session';
      return use?.keyKept === true ? 'keychain' : 'none';
    },
  };
}
