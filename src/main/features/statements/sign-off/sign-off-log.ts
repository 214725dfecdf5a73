/**
 * @file The history of the sign-offs of each statement: sealed in the library and only ever appended to. An entry belongs
 * to the bytes of a statement by their SHA-256.
 */
import { z } from 'zod';
import { PaydeskError } from '../../../../shared/errors.ts';
import { type SignOffEntry, signOffEntrySchema } from '../../../../shared/model/statements/sign-off.ts';
import { SerialQueue } from '../../../concurrency/serial-queue.ts';
import type { Library } from '../../../storage/library/library.ts';

const kind = 'sign-off';

/** Metadata of an item, which are encrypted too. They tell which statements are signed off without reading an item. */
const metadataSchema = z.object({
  profileId: z.string(),
  sha256: z.string(),
  /** Position in the history of the statement, from 1. */
  sequence: z.int().min(1),
  type: z.enum(['signed', 'withdrawn', 'reopened']),
  /** ISO 8601 UTC time. */
  at: z.string(),
});

const contentSchema = z.object({ version: z.literal(1), entry: signOffEntrySchema });

/** Identifies the bytes of a statement. */
export interface SignedFile {
  readonly profileId: string;
  /** SHA-256 of the statement, in hex. */
  readonly sha256: string;
}

export interface SignOffLog {
  /** Returns the history of a statement, oldest first. Rejects with the error of the library when it cannot be read. */
  read(file: SignedFile): Promise<SignOffEntry[]>;
  /** Appends an entry, and resolves when it is durable. */
  append(file: SignedFile, entry: SignOffEntry): Promise<void>;
  /** Returns the last entry of every statement of a profile with a history, by SHA-256. */
  listLast(profileId: string): Promise<ReadonlyMap<string, Pick<SignOffEntry, 'type' | 'at'>>>;
  /** Returns the entries of a profile's statements without their contents, each history oldest first. */
  listEntries(
    profileId: string,
  ): Promise<readonly (Pick<SignOffEntry, 'type'> & { readonly sha256: string })[]>;
  forgetProfile(profileId: string): Promise<void>;
}

/** Creates the log over the library. */
export function createSignOffLog(library: Library): SignOffLog {
  const changes = new SerialQueue();

  /** Returns the items of a profile in the order of their statements' histories. */
  async function listItems(profileId: string) {
    await library.start();
    // Listing must not create a library: that would open the keychain of a clerk who stores nothing.
    const entries = library.state().state === 'unused' ? [] : await library.list(kind);
    return entries
      .flatMap(({ id, about }) => {
        const { data } = metadataSchema.safeParse(about);
        return data?.profileId === profileId ? [{ id, ...data }] : [];
      })
      .toSorted((one, other) => one.sequence - other.sequence);
  }

  const listItemsOf = async ({ profileId, sha256 }: SignedFile) =>
    (await listItems(profileId)).filter((item) => item.sha256 === sha256);

  async function readItem(id: string): Promise<SignOffEntry> {
    const text = new TextDecoder().decode(await library.readAll(id));
    try {
      return contentSchema.parse(JSON.parse(text)).entry;
    } catch {
      throw new PaydeskError('library-item-damaged', 'A sign-off is damaged');
    }
  }

  return {
    async read(file) {
      const items = await listItemsOf(file);
      return Promise.all(items.map(({ id }) => readItem(id)));
    },
    append: ({ profileId, sha256 }, entry) =>
      changes.run(async () => {
        const last = (await listItemsOf({ profileId, sha256 })).at(-1);
        const sequence = (last?.sequence ?? 0) + 1;
        const content = Buffer.from(JSON.stringify({ version: 1, entry }));
        await library.seal(kind, { profileId, sha256, sequence, type: entry.type, at: entry.at }, [content]);
      }),
    listLast: async (profileId) =>
      new Map((await listItems(profileId)).map(({ sha256, type, at }) => [sha256, { type, at }])),
    listEntries: listItems,
    forgetProfile: (profileId) =>
      changes.run(async () => {
        for (const { id } of await listItems(profileId)) await library.remove(id);
      }),
  };
}
