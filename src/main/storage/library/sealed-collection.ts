/** @file The items of one kind in the library, with metadata that a schema describes. */
import type { z } from 'zod';
import { PaydeskError } from '../../../shared/errors.ts';
import type { ItemKind } from './database.ts';
import type { Entry } from './items.ts';
import type { Library } from './library.ts';
import type { ContentChunks } from './sealed-writer.ts';

/**
 * Returns all items with known metadata in order of storage; those of a later version are left out. Empty when nothing was
 * ever stored.
 */
export async function listSealed<About>(
  library: Pick<Library, 'start' | 'state' | 'list'>,
  kind: ItemKind,
  schema: z.ZodType<About>,
): Promise<(Entry & { readonly about: About })[]> {
  await library.start();
  // Listing must not create a library: that would open the keychain of a clerk who stores nothing.
  const entries = library.state().state === 'unused' ? [] : await library.list(kind);
  return entries.flatMap((entry) => {
    const { data: about } = schema.safeParse(entry.about);
    return about === undefined ? [] : [{ ...entry, about }];
  });
}

/** Creates the access to the items of a kind, each of which belongs to a profile. */
export function createSealedCollection<About extends { readonly profileId: string }>(
  library: Library,
  kind: ItemKind,
  schema: z.ZodType<About>,
) {
  const listAll = () => listSealed(library, kind, schema);
  const list = async (profileId: string) =>
    (await listAll()).filter(({ about }) => about.profileId === profileId);

  return {
    listAll,
    list,
    add: (about: About, content: ContentChunks) => library.seal(kind, about, content),
    replace: (id: string, about: About) => library.replaceMetadata(id, about),
    async forgetProfile(profileId: string): Promise<void> {
      for (const { id } of await list(profileId)) await library.remove(id);
    },
  };
}

/** Reads an item that contains JSON. Rejects with `library-item-damaged`, or like {@link Library.open}. */
export async function readSealedJson<Content>(
  library: Library,
  id: string,
  schema: z.ZodType<Content>,
): Promise<Content> {
  const text = new TextDecoder().decode(await library.readAll(id));
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new PaydeskError('library-item-damaged', 'The content of an item is damaged');
  }
}
