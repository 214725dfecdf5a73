/** @file Finds fetched proofs that are missing from the library, across all profiles. */
import { z } from 'zod';
import type { Library } from '../../storage/library/library.ts';
import type { Store } from '../../storage/store/store.ts';
import { listSavedReferences, summarizeSavedReferences } from './open-work.ts';
import { proofItemKind } from './proof-metadata.ts';

interface LostProofs {
  readonly profileId: string;
  readonly references: readonly string[];
  /** ID of the first lost reference in the list. */
  readonly firstId: number;
  /** When the oldest lost proof was fetched, in milliseconds since 1970. */
  readonly requestedAt: number;
}

const ownerSchema = z.object({ profileId: z.string(), reference: z.string() });
const toOwnerKey = ({ profileId, reference }: z.infer<typeof ownerSchema>) => `${profileId} ${reference}`;

/**
 * Creates a function that returns the lost references of every profile. It returns none while the library is closed,
 * because its contents are unknown.
 */
export function createLostProofsFinder(deps: {
  readonly store: Store;
  readonly library: Pick<Library, 'list' | 'start' | 'state'>;
}): () => Promise<LostProofs[]> {
  const { store, library } = deps;
  let isStarted = false;
  let lastResult: { readonly fingerprint: string; readonly lost: LostProofs[] } | null = null;
  void library.start().then(() => {
    isStarted = true;
  });

  async function listStoredKeys(): Promise<Set<string>> {
    // A library that was never used is not created just to be read.
    if (library.state().state === 'unused') return new Set();
    const entries = await library.list(proofItemKind);
    const owners = entries.map(({ about }) => ownerSchema.safeParse(about));
    return new Set(owners.flatMap(({ data }) => (data === undefined ? [] : [toOwnerKey(data)])));
  }

  return async () => {
    if (!isStarted || library.state().state === 'unavailable') return [];
    const summary = await store.run(summarizeSavedReferences, null);
    if (summary.number === 0) return [];
    // Thousands of references are compared only when the library or the list has changed.
    const fingerprint = JSON.stringify([library.state(), summary]);
    if (lastResult?.fingerprint === fingerprint) return lastResult.lost;
    const savedRows = await store.run(listSavedReferences, null);
    const storedKeys = await listStoredKeys();
    const missingByProfile = Map.groupBy(
      savedRows.filter((savedRow) => !storedKeys.has(toOwnerKey(savedRow))),
      ({ profileId }) => profileId,
    );
    const lost = [...missingByProfile].map(([profileId, rows]) => ({
      profileId,
      references: rows.map(({ reference }) => reference),
      firstId: rows[0]?.id ?? 0,
      requestedAt: Math.min(...rows.map(({ requestedAt }) => requestedAt)),
    }));
    lastResult = { fingerprint, lost };
    return lost;
  };
}
