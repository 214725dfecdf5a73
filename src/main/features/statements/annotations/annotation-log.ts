/**
 * @file The history of ticks, notes and labels of each statement: sealed in the library and only ever appended to. An
 * entry belongs to the bytes of a statement by their SHA-256, so it belongs to the same file stored again, and to no
 * other.
 */
import { z } from 'zod';
import { PaydeskError } from '../../../../shared/errors.ts';
import { annotationSchema } from '../../../../shared/model/statements/annotations.ts';
import { SerialQueue } from '../../../concurrency/serial-queue.ts';
import type { Library } from '../../../storage/library/library.ts';
import { rowSetSchema } from './row-set.ts';

const kind = 'annotations';

/** Metadata of an item, which are encrypted too. */
const metadataSchema = z.object({
  profileId: z.string(),
  sha256: z.string(),
  /** 0 for a new item; an item of a higher tier joins {@link itemsPerTier} items of the tier below. */
  tier: z.int().min(0).default(0),
});

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

/**
 * Number of items of a tier that are joined to one of the next tier. So an entry is written once for each tier, however long
 * the history is.
 */
const itemsPerTier = 32;
/** Number of histories that are kept in memory. */
const maxCached = 200;

/** Identifies the history of a statement. */
interface AnnotatedFile {
  readonly profileId: string;
  /** SHA-256 of the statement, in hex. */
  readonly sha256: string;
}

interface Item {
  readonly id: string;
  readonly tier: number;
}

/** The history of a statement in memory. */
interface History {
  readonly items: Item[];
  /** In the order of their sequences. */
  readonly entries: AnnotationEntry[];
}

const keyOf = ({ profileId, sha256 }: AnnotatedFile) => `${profileId} ${sha256}`;

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
  const histories = new Map<string, History>();

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

  /**
   * Reads the history from the library. An item whose entries are all in an item of a higher tier is left over from a join
   * that was interrupted, and is removed; if it cannot be removed now, it is the next time.
   */
  async function readHistory(file: AnnotatedFile): Promise<History> {
    const found = (await listItems(file.profileId)).filter(({ sha256 }) => sha256 === file.sha256);
    const entries = new Map<number, AnnotationEntry>();
    const items: Item[] = [];
    for (const { id, tier } of found.toSorted((one, other) => other.tier - one.tier)) {
      const added = (await readItem(id)).filter(({ sequence }) => !entries.has(sequence));
      for (const entry of added) entries.set(entry.sequence, entry);
      if (added.length > 0) items.push({ id, tier });
      else await library.remove(id).catch(() => undefined);
    }
    const inOrder = [...entries.values()].toSorted((one, other) => one.sequence - other.sequence);
    return { items, entries: inOrder };
  }

  /** Removes the history from memory until `keep`, so that work that fails in between leaves none there. */
  async function takeHistory(file: AnnotatedFile): Promise<History> {
    const cached = histories.get(keyOf(file));
    histories.delete(keyOf(file));
    return cached ?? readHistory(file);
  }

  function keep(file: AnnotatedFile, history: History): void {
    histories.set(keyOf(file), history);
    const [oldest] = histories.keys();
    if (histories.size > maxCached && oldest !== undefined) histories.delete(oldest);
  }

  async function write(
    { profileId, sha256 }: AnnotatedFile,
    tier: number,
    entries: readonly AnnotationEntry[],
  ): Promise<Item> {
    const content = Buffer.from(JSON.stringify({ version: 1, entries }));
    const { id } = await library.seal(kind, { profileId, sha256, tier }, [content]);
    return { id, tier };
  }

  /** Joins the items of each tier that is full, the lowest tier first. */
  async function joinItems(file: AnnotatedFile, { items }: History): Promise<void> {
    for (let tier = 0; ; tier += 1) {
      const joined = items.filter((item) => item.tier === tier);
      if (joined.length < itemsPerTier) return;
      const entries: AnnotationEntry[] = [];
      // One by one: an item of an earlier version may have more entries than a call has room for arguments.
      for (const { id } of joined) for (const entry of await readItem(id)) entries.push(entry);
      items.push(await write(file, tier + 1, entries));
      // Together, so that they share a flush of the library's list. All have ended before the next change begins.
      const removals = joined.map(({ id }) => library.remove(id));
      await Promise.allSettled(removals);
      await Promise.all(removals);
      for (const item of joined) items.splice(items.indexOf(item), 1);
    }
  }

  return {
    // In the same order as changes: while items are joined, those that are replaced disappear one by one.
    read: (file) =>
      changes.run(async () => {
        const history = await takeHistory(file);
        keep(file, history);
        return [...history.entries];
      }),
    append: (file, appended) =>
      changes.run(async () => {
        const history = await takeHistory(file);
        await joinItems(file, history);
        const entry = { ...appended, sequence: (history.entries.at(-1)?.sequence ?? 0) + 1 };
        history.items.push(await write(file, 0, [entry]));
        history.entries.push(entry);
        keep(file, history);
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
        histories.delete(keyOf({ profileId, sha256 }));
        for (const item of await listItems(profileId))
          if (item.sha256 === sha256) await library.remove(item.id);
      }),
    forgetProfile: (profileId) =>
      changes.run(async () => {
        histories.clear();
        for (const { id } of await listItems(profileId)) await library.remove(id);
      }),
  };
}
