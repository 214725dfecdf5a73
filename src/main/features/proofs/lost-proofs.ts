/** @file Finds fetched proofs that are missing from the library, across all profiles. */
import { z } from 'zod';
import type { Library } from '../../library/library.ts';
import type { Store } from '../../store/store.ts';
import { savedReferences, savedSummary } from './open-work.ts';
import { proofItemKind } from './proof-metadata.ts';

export interface LostProofs {
  readonly profileId: string;
  readonly references: readonly string[];
  /** ID of the first lost reference in the list. */
  readonly firstId: number;
  /** When the first of them was fetched, in milliseconds since 1970. */
  readonly askedAt: number;
}

const ownerSchema = z.object({ profileId: z.string(), reference: z.string() });
const keyOf = ({ profileId, reference }: z.infer<typeof ownerSchema>) => `${profileId} ${reference}`;

/** Returns the lost references of every profile; none while the library is closed, because its contents are unknown. */
export function createLostProofs(deps: {
  readonly store: Store;
  readonly library: Pick<Library, 'list' | 'start' | 'state'>;
}): () => Promise<LostProofs[]> {
  const { store, library } = deps;
  let isStarted = false;
  let last: { readonly fingerprint: string; readonly lost: LostProofs[] } | null = null;
  void library.start().then(() => {
    isStarted = true;
  });

  async function keptReferences(): Promise<Set<string>> {
    // A library that was never used is not created just to be read.
    if (library.state().state === 'unused') return new Set();
    const entries = await library.list(proofItemKind);
    const owners = entries.map(({ about }) => ownerSchema.safeParse(about));
    return new Set(owners.flatMap(({ data }) => (data === undefined ? [] : [keyOf(data)])));
  }

  return async () => {
    if (!isStarted || library.state().state === 'unavailable') return [];
    const known = await store.run(savedSummary, null);
    if (known.number === 0) return [];
    // Thousands of references are compared only when the library or the list has changed.
    const fingerprint = JSON.stringify([library.state(), known]);
    if (last?.fingerprint === fingerprint) return last.lost;
    const saved = await store.run(savedReferences, null);
    const kept = await keptReferences();
    const missing = Map.groupBy(
      saved.filter((one) => !kept.has(keyOf(one))),
      ({ profileId }) => profileId,
    );
    const lost = [...missing].map(([profileId, rows]) => ({
      profileId,
      references: rows.map(({ reference }) => reference),
      firstId: rows[0]?.id ?? 0,
      askedAt: Math.min(...rows.map(({ askedAt }) => askedAt)),
    }));
    last = { fingerprint, lost };
    return lost;
  };
}
