/**
 * @file The history of ticks, notes and labels of each statement: sealed in the library and only ever appended to. An
 * entry belongs to the bytes of a statement by their SHA-256, so it belongs to the same file stored again, and to no
 * other.
 */
import { z } from 'zod';
import { PaydeskError } from '../../../../shared/errors.ts';
import { annotationSchema } from '../../../../shared/model/annotations.ts';
import { SerialQueue } from '../../../concurrency/serial-queue.ts';
import type { Library } from '../../../library/library.ts';
import { rowSetSchema } from './row-set.ts';

const kind = 'annotations';

/** Metadata of an item, which are encrypted too. */
const metadataSchema = z.object({ profileId: z.string(), sha256: z.string() });

const entrySchema = z.object({
  /** Position in the history of the statement, from 1. */
  sequence: z.int().min(1),
  /** Identifies what the clerk did at once, in all statements of a table. */
  act: z.string(),
  /** Milliseconds since 1970 UTC. */
  at: z.number(),
  /** Name of the computer's user. */
  who: z.string(),
  change: z.discriminatedUnion('type', [
    /** Rows count from the first row of the file, whatever its header is. */
    z.object({
      type: z.literal('annotate'),
      annotation: annotationSchema,
      rows: rowSetSchema,
      /** Number of all rows of the file as it was read: with another separator, the same row has another number. */
      fileRows: z.int(),
    }),
    z.object({ type: z.literal('undo'), act: z.string() }),
  ]),
});

export type AnnotationEntry = z.infer<typeof entrySchema>;

const contentSchema = z.object({ version: z.literal(1), entries: z.array(entrySchema) });

/** More items of a statement are joined to one. */
const maxItems = 32;

/** Identifies the history of a statement. */
interface AnnotatedFile {
  readonly profileId: string;
  /** SHA-256 of the statement, in hex. */
  readonly sha256: string;
}

export interface AnnotationLog {
  /** Returns the entries in order. Rejects with the error of the library when one cannot be read. */
  read(file: AnnotatedFile): Promise<AnnotationEntry[]>;
  /** Appends an entry, and resolves when it is durable. */
  append(file: AnnotatedFile, entry: Omit<AnnotationEntry, 'sequence'>): Promise<AnnotationEntry>;
  /** Returns the SHA-256 of every statement of a profile with entries. */
  listAnnotated(profileId: string): Promise<ReadonlySet<string>>;
  /** Returns when each statement with entries was changed last, in all profiles; milliseconds since 1970. */
  listLastChanges(): Promise<(AnnotatedFile & { readonly changedAt: number })[]>;
  /** Removes the whole history of a statement. */
  remove(file: AnnotatedFile): Promise<void>;
  forgetProfile(profileId: string): Promise<void>;
}

/** Creates the log over the library. */
export function createAnnotationLog(library: Library): AnnotationLog {
  const changes = new SerialQueue();

  async function listAllItems() {
    await library.start();
    // Listing must not create a library: that would open the keychain of a clerk who stores nothing.
    const entries = library.state().state === 'unused' ? [] : await library.list(kind);
    return entries.flatMap(({ id, about, sealedAt }) => {
      const { data } = metadataSchema.safeParse(about);
      return data === undefined ? [] : [{ id, ...data, sealedAt }];
    });
  }

  const listItems = async (profileId: string) =>
    (await listAllItems()).filter((item) => item.profileId === profileId);

  async function readItem(id: string): Promise<AnnotationEntry[]> {
    const text = new TextDecoder().decode(await library.readAll(id));
    try {
      return contentSchema.parse(JSON.parse(text)).entries;
    } catch {
      throw new PaydeskError('library-item-damaged', 'Annotations are damaged');
    }
  }

  async function readItems(file: AnnotatedFile) {
    const items = (await listItems(file.profileId)).filter(({ sha256 }) => sha256 === file.sha256);
    // While items are joined, an entry is in two of them.
    const entries = new Map<number, AnnotationEntry>();
    for (const { id } of items) for (const entry of await readItem(id)) entries.set(entry.sequence, entry);
    const sorted = [...entries.values()].toSorted((one, other) => one.sequence - other.sequence);
    return { items, entries: sorted };
  }

  async function write(
    { profileId, sha256 }: AnnotatedFile,
    entries: readonly AnnotationEntry[],
  ): Promise<void> {
    const content = Buffer.from(JSON.stringify({ version: 1, entries }));
    await library.seal(kind, { profileId, sha256 }, [content]);
  }

  return {
    // In the same order as changes: while items are joined, those that are replaced disappear one by one.
    read: (file) => changes.run(async () => (await readItems(file)).entries),
    append: (file, appended) =>
      changes.run(async () => {
        const { items, entries } = await readItems(file);
        const entry = { ...appended, sequence: (entries.at(-1)?.sequence ?? 0) + 1 };
        if (items.length < maxItems) {
          await write(file, [entry]);
          return entry;
        }
        await write(file, [...entries, entry]);
        for (const { id } of items) await library.remove(id);
        return entry;
      }),
    listAnnotated: async (profileId) => new Set((await listItems(profileId)).map(({ sha256 }) => sha256)),
    async listLastChanges() {
      // Every change seals an item, so the newest item is as old as the last change.
      const files = Map.groupBy(
        await listAllItems(),
        ({ profileId, sha256 }) => `${profileId} ${sha256}`,
      ).values();
      return [...files].flatMap((items) => {
        const changedAt = Math.max(...items.map(({ sealedAt }) => sealedAt));
        return items.slice(0, 1).map(({ profileId, sha256 }) => ({ profileId, sha256, changedAt }));
      });
    },
    remove: ({ profileId, sha256 }) =>
      changes.run(async () => {
        for (const item of await listItems(profileId))
          if (item.sha256 === sha256) await library.remove(item.id);
      }),
    forgetProfile: (profileId) =>
      changes.run(async () => {
        for (const { id } of await listItems(profileId)) await library.remove(id);
      }),
  };
}
