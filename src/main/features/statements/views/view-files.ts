/** @file Stores saved views in the library: their filters may contain names and amounts of a statement. */
import { z } from 'zod';
import { type NamedView, namedViewSchema } from '../../../../shared/model/statements/saved-view.ts';
import type { Library } from '../../../storage/library/library.ts';

const kind = 'statement-view';

/** Metadata of an item, which are encrypted. An item has no other content. */
const metadataSchema = z.object({ profileId: z.string(), named: namedViewSchema });

/** A stored view. */
interface StoredView {
  /** Identifier of the item in the library. */
  readonly id: string;
  readonly named: NamedView;
}

export interface ViewFiles {
  /** Returns the views of a profile. A view of a later version that cannot be read is left alone. */
  list(profileId: string): Promise<StoredView[]>;
  add(profileId: string, named: NamedView): Promise<string>;
  replace(profileId: string, id: string, named: NamedView): Promise<void>;
  remove(id: string): Promise<void>;
}

/** Creates the store over the library. */
export function createViewFiles(library: Library): ViewFiles {
  return {
    async list(profileId) {
      await library.start();
      // Listing must not create a library: that would open the keychain of a clerk who stores nothing.
      const entries = library.state().state === 'unused' ? [] : await library.list(kind);
      return entries.flatMap(({ id, about }) => {
        const { data } = metadataSchema.safeParse(about);
        return data?.profileId === profileId ? [{ id, named: data.named }] : [];
      });
    },
    add: async (profileId, named) => (await library.seal(kind, { profileId, named }, [])).id,
    async replace(profileId, id, named) {
      await library.replaceMetadata(id, { profileId, named });
    },
    remove: (id) => library.remove(id),
  };
}
