/**
 * @file Histories that are sealed in the library and only ever appended to. An entry belongs to the bytes of a file by their
 * SHA-256, so it belongs to the same file stored again, and to no other.
 */
import { z } from 'zod';
import { SerialQueue } from '../../concurrency/serial-queue.ts';
import type { ItemKind } from './database.ts';
import type { Library } from './library.ts';
import { createSealedCollection, readSealedJson } from './sealed-collection.ts';

const metadataSchema = z.object({
  profileId: z.string(),
  sha256: z.string(),
  /** 0 for a new item; an item of a higher tier joins items of the tier below. */
  tier: z.int().min(0),
  /** Position of its last entry in the history of the file, from 1. */
  sequence: z.int().min(1),
  summary: z.unknown(),
});

const contentSchema = z.object({
  version: z.literal(1),
  entries: z.array(z.object({ sequence: z.int().min(1), entry: z.unknown() })),
});

/** Number of histories that are kept in memory. */
const maxCached = 200;

/** Identifies the history of a file. */
export interface LoggedFile {
  readonly profileId: string;
  /** SHA-256 of the file, in hex. */
  readonly sha256: string;
}

interface Item {
  readonly id: string;
  readonly tier: number;
}

interface Sequenced<Entry> {
  readonly sequence: number;
  readonly entry: Entry;
}

/** The history of a file in memory. */
interface History<Entry> {
  readonly items: Item[];
  /** In the order of their sequences. */
  readonly entries: Sequenced<Entry>[];
}

const keyOf = ({ profileId, sha256 }: LoggedFile) => `${profileId} ${sha256}`;

/** Creates the log of a kind of items over the library. */
export function createSealedLog<Entry, Summary>(
  library: Library,
  kind: ItemKind,
  options: {
    readonly entry: z.ZodType<Entry>;
    /** What the metadata of an item contain of its last entry. */
    readonly summary: z.ZodType<Summary>;
    /**
     * Number of items of a tier that are joined to one of the next tier. So an entry is written once for each tier, however
     * long the history is.
     */
    readonly itemsPerTier: number;
  },
) {
  const collection = createSealedCollection(library, kind, metadataSchema);
  const changes = new SerialQueue();
  const histories = new Map<string, History<Entry>>();

  const listItemsOf = async ({ profileId, sha256 }: LoggedFile) =>
    (await collection.list(profileId)).filter(({ about }) => about.sha256 === sha256);

  const itemSchema = contentSchema.transform(({ entries }): Sequenced<Entry>[] =>
    entries.map(({ sequence, entry }) => ({ sequence, entry: options.entry.parse(entry) })),
  );
  const readItem = (id: string) => readSealedJson(library, id, itemSchema);

  /**
   * Reads the history from the library. An item whose entries are all in an item of a higher tier is left over from a join
   * that was interrupted, and is removed; if it cannot be removed now, it is the next time.
   */
  async function readHistory(file: LoggedFile): Promise<History<Entry>> {
    const found = (await listItemsOf(file)).map(({ id, about: { tier } }) => ({ id, tier }));
    const entries = new Map<number, Sequenced<Entry>>();
    const items: Item[] = [];
    for (const item of found.toSorted((one, other) => other.tier - one.tier)) {
      const added = (await readItem(item.id)).filter(({ sequence }) => !entries.has(sequence));
      for (const entry of added) entries.set(entry.sequence, entry);
      if (added.length > 0) items.push(item);
      else await library.remove(item.id).catch(() => undefined);
    }
    const inOrder = [...entries.values()].toSorted((one, other) => one.sequence - other.sequence);
    return { items, entries: inOrder };
  }

  /** Removes the history from memory until `keep`, so that work that fails in between leaves none there. */
  async function takeHistory(file: LoggedFile): Promise<History<Entry>> {
    const cached = histories.get(keyOf(file));
    histories.delete(keyOf(file));
    return cached ?? readHistory(file);
  }

  function keep(file: LoggedFile, history: History<Entry>): void {
    histories.set(keyOf(file), history);
    const [oldest] = histories.keys();
    if (histories.size > maxCached && oldest !== undefined) histories.delete(oldest);
  }

  async function write(
    { profileId, sha256 }: LoggedFile,
    tier: number,
    entries: readonly Sequenced<Entry>[],
  ): Promise<Item> {
    const last = entries.at(-1);
    const about = { sequence: last?.sequence ?? 1, summary: options.summary.parse(last?.entry) };
    const content = Buffer.from(JSON.stringify({ version: 1, entries }));
    const { id } = await collection.add({ profileId, sha256, tier, ...about }, [content]);
    return { id, tier };
  }

  /** Joins the items of each tier that is full, the lowest tier first. */
  async function joinItems(file: LoggedFile, { items }: History<Entry>): Promise<void> {
    for (let tier = 0; ; tier += 1) {
      const joined = items.filter((item) => item.tier === tier);
      if (joined.length < options.itemsPerTier) return;
      const entries: Sequenced<Entry>[] = [];
      for (const { id } of joined) entries.push(...(await readItem(id)));
      items.push(await write(file, tier + 1, entries));
      // Together, so that they share a flush of the library's list. All have ended before the next change begins.
      const removals = joined.map(({ id }) => library.remove(id));
      await Promise.allSettled(removals);
      await Promise.all(removals);
      for (const item of joined) items.splice(items.indexOf(item), 1);
    }
  }

  return {
    /** Returns the entries in order. Rejects with the error of the library when one cannot be read. */
    read: (file: LoggedFile): Promise<Entry[]> =>
      // In the same order as changes: while items are joined, those that are replaced disappear one by one.
      changes.run(async () => {
        const history = await takeHistory(file);
        keep(file, history);
        return history.entries.map(({ entry }) => entry);
      }),
    /** Appends an entry, and resolves with its position, from 1, when it is durable. */
    append: (file: LoggedFile, entry: Entry): Promise<number> =>
      changes.run(async () => {
        const history = await takeHistory(file);
        await joinItems(file, history);
        const appended = { sequence: (history.entries.at(-1)?.sequence ?? 0) + 1, entry };
        history.items.push(await write(file, 0, [appended]));
        history.entries.push(appended);
        keep(file, history);
        return appended.sequence;
      }),
    /** Returns the items of a profile, or of all profiles, each history oldest first. Every change seals an item. */
    async list(profileId?: string) {
      const listed = profileId === undefined ? collection.listAll() : collection.list(profileId);
      const items = (await listed).toSorted((one, other) => one.about.sequence - other.about.sequence);
      return items.flatMap(({ sealedAt, about: { summary, sha256, profileId: owner } }) => {
        const { data } = options.summary.safeParse(summary);
        return data === undefined ? [] : [{ profileId: owner, sha256, sealedAt, summary: data }];
      });
    },
    /** Removes the whole history of a file. */
    remove: (file: LoggedFile) =>
      changes.run(async () => {
        histories.delete(keyOf(file));
        for (const { id } of await listItemsOf(file)) await library.remove(id);
      }),
    forgetProfile: (profileId: string) =>
      changes.run(async () => {
        histories.clear();
        await collection.forgetProfile(profileId);
      }),
  };
}
