/** @file Stored versions of proofs, for a retention period. */
import { z } from 'zod';
import type { RetainedItems } from '../../app/retained-items.ts';
import { toDay } from '../../app/retained-items.ts';
import type { Library } from '../../storage/library/library.ts';
import { listSealed } from '../../storage/library/sealed-collection.ts';
import type { Store } from '../../storage/store/store.ts';
import * as procedures from './database.ts';
import type { ProofRepository } from './proof-repository.ts';
import type { Proofs } from './proofs.ts';

interface RetainedProofsDeps {
  readonly store: Pick<Store, 'run'>;
  readonly library: Pick<Library, 'start' | 'state' | 'list'>;
  readonly repository: Pick<ProofRepository, 'removeVersions'>;
  readonly proofs: Pick<Proofs, 'reloadAfter'>;
}

/** The metadata of a proof without its contents, which may be long. */
const retainedSchema = z.object({ profileId: z.string(), reference: z.string(), fetchedAt: z.number() });

/** Creates the access to proofs; an item is one version, identified by its file in the library. */
export function createRetainedProofs({
  store,
  library,
  repository,
  proofs,
}: RetainedProofsDeps): RetainedItems {
  async function list() {
    const items = await listSealed(library, 'proof', retainedSchema);
    return items.map(({ id, about: { profileId, reference, fetchedAt } }) => {
      const fetchedOn = toDay(fetchedAt);
      const dates = { periodStart: fetchedOn, storedOn: fetchedOn };
      return { id, profileId, reference, ...dates, statement: null, sha256: null };
    });
  }

  async function remove(profileId: string, ids: readonly string[]): Promise<void> {
    const removedIds = new Set(ids);
    const ofProfile = (await list()).filter((item) => item.profileId === profileId);
    const kept = new Set(ofProfile.filter(({ id }) => !removedIds.has(id)).map((item) => item.reference));
    const references = ofProfile
      .filter(({ id, reference }) => removedIds.has(id) && !kept.has(reference))
      .map(({ reference }) => reference);
    // The references go first: a reference without its proof would be shown as lost.
    await store.run(procedures.removeSaved, { profileId, references });
    await repository.removeVersions(ofProfile.filter(({ id }) => removedIds.has(id)).map(({ id }) => id));
  }

  return {
    list,
    remove: (profileId, ids) => proofs.reloadAfter(profileId, () => remove(profileId, ids)),
  };
}
