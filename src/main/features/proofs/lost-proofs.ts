/** @file Finds proofs that were fetched and are no longer in the library, of all profiles. */
import { z } from 'zod';
import type { Library } from '../../library/library.ts';
import type { Store } from '../../store/store.ts';
import { savedReferences, savedSummary } from './open-work.ts';
import { proofItemKind } from './proof-metadata.ts';

/** The lost references of one profile. */
export interface LostProofs {
  readonly profileId: string;
  readonly references: readonly string[];
  /** The first of them in the list. */
  readonly firstId: number;
  /** Milliseconds since 1970: when the first of them was fetched. */
  readonly askedAt: number;
}

const ownerSchema = z.object({ profileId: z.string(), reference: z.string() });
const keyOf = ({ profileId, reference }: z.infer<typeof ownerSchema>) => `${profileId} ${reference}`;

/** Gives the lost references of every profile; none while the library is not open, because nobody knows then. */
export function createLostProofs(deps: {
  readonly store: Store;
  readonly library: Pick<Library, 'list' | 'start' | 'state'>;
}): () => Promise<LostProofs[]> {
  const { store, library } = deps;
  let isStarted = false;
  let last: { readonly of: string; readonly lost: LostProofs[] } | null = null;
  void library.start().then(() => {
    isStarted = true;
  });

  async function keptReferences(): Promise<Set<string>> {
    // A library in which nothing was ever kept is not begun for a look.
    if (library.state().state === 'unused') return new Set();
    const entries = await library.list(proofItemKind);
    const owners = entries.map(({ about }) => ownerSchema.safeParse(about));
    return new Set(owners.flatMap(({ data }) => (data === undefined ? [] : [keyOf(data)])));
  }

  return async () => {
    if (!isStarted || library.state().state === 'unavailable') return [];
    const known = await store.run(savedSummary, null);
    if (known.number === 0) return [];
    // Comparing thousands of references is only worth it when one of the two has changed.
    const of = JSON.stringify([library.state(), known]);
    if (last?.of === of) return last.lost;
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
    last = { of, lost };
    return lost;
  };
}
