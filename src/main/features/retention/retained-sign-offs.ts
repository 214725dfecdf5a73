/** @file What must not be removed because a statement was signed off in this calendar year. */
import type { RetainedKind } from '../../../shared/model/retention.ts';
import type { RetainedItem } from '../../app/retained-items.ts';

/** The sign-offs of statements. */
interface SignOffs {
  /** Returns the SHA-256, in hex, of the statements of a profile that are signed off since a calendar year (UTC). */
  listSignedOff(profileId: string, year: number): Promise<ReadonlySet<string>>;
}

export interface SignOffCheckDeps {
  readonly signOffs: SignOffs;
  /**
   * Returns those of the references that occur in any of the statements with these SHA-256; all references when one of the
   * statements cannot be searched.
   */
  readonly findReferencesIn: (
    profileId: string,
    sha256s: ReadonlySet<string>,
    references: readonly string[],
  ) => Promise<ReadonlySet<string>>;
}

type CheckedItem = RetainedItem & { readonly kind: RetainedKind };

/** Creates a function that returns those items of a profile that are signed off, or belong to what is signed off. */
export function createSignOffCheck({ signOffs, findReferencesIn }: SignOffCheckDeps) {
  /** The latest search by profile: statements are read again only for other statements or references. */
  const searches = new Map<string, { readonly key: string; readonly found: ReadonlySet<string> }>();

  async function searchReferences(
    profileId: string,
    sha256s: ReadonlySet<string>,
    references: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const key = JSON.stringify([[...sha256s].toSorted(), references]);
    const last = searches.get(profileId);
    if (last?.key === key) return last.found;
    const found = await findReferencesIn(profileId, sha256s, references);
    searches.set(profileId, { key, found });
    return found;
  }

  return async <Item extends CheckedItem>(
    profileId: string,
    year: number,
    items: readonly Item[],
  ): Promise<ReadonlySet<Item>> => {
    const signedOff = await signOffs.listSignedOff(profileId, year);
    if (signedOff.size === 0) return new Set();
    const references = [...new Set(items.flatMap(({ reference }) => reference ?? []))].toSorted();
    const found =
      references.length === 0 ? new Set<string>() : await searchReferences(profileId, signedOff, references);
    return new Set(
      items.filter(
        ({ sha256, reference }) =>
          (sha256 !== null && signedOff.has(sha256)) || (reference !== null && found.has(reference)),
      ),
    );
  };
}
