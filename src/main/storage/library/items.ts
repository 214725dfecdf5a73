/**
 * @file The list of the library: a row of the database for each item. The facts about an item are sealed and bound to
 * its library, identifier and kind, so that altered or exchanged rows are detected.
 */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { PaydeskError } from '../../../shared/errors.ts';
import type { Store } from '../store/store.ts';
import * as procedures from './database.ts';
import { type ItemKind, itemKinds } from './database.ts';
import type { MasterKey } from './master-key.ts';
import { decrypt, deriveKey, encrypt } from './seal.ts';

const factsSchema = z.object({
  /** Bytes of content. */
  size: z.number().int(),
  /** SHA-256 of the content, in hex. */
  sha256: z.string(),
  /** SHA-256 of the sealed file's header, in hex. */
  header: z.string(),
  /** Milliseconds since 1970. */
  sealedAt: z.number(),
  /** Metadata of the feature. */
  about: z.unknown(),
});

/** An item of the library. */
export interface Entry extends z.infer<typeof factsSchema> {
  readonly id: string;
  readonly kind: ItemKind;
}

export interface LibraryItems {
  /** Kinds of all items by identifier. */
  readonly kinds: ReadonlyMap<string, ItemKind>;
  /** Identifiers of removed items. */
  readonly removedIds: ReadonlySet<string>;
  /** Returns all items of a kind, in order of storage. Rejects with `library-damaged` when a row was altered. */
  list(kind: ItemKind): Promise<Entry[]>;
  /** Rejects with `library-item-unknown`, or with `library-damaged` when its row was altered. */
  find(id: string): Promise<Entry>;
  /** Adds an item with `save`, which writes its row. */
  add(entry: Entry, save: (row: procedures.ItemRow) => Promise<unknown>): Promise<void>;
  /** Replaces the metadata of an item. Rejects with `library-item-unknown`. */
  replaceMetadata(id: string, about: unknown): Promise<Entry>;
  /** Removes an item. Rejects with `library-item-unknown`. */
  remove(id: string): Promise<void>;
  /** Forgets the removed items that have no file. */
  forgetRemoved(fileIds: ReadonlySet<string>): Promise<void>;
}

const nonceSize = 12;

function createDamagedError(): PaydeskError {
  return new PaydeskError('library-damaged', 'The list of the library was altered');
}

function createUnknownItemError(id: string): PaydeskError {
  return new PaydeskError('library-item-unknown', 'The library has no such item', { details: { item: id } });
}

const splitLines = (text: string) => (text === '' ? [] : text.split('\n'));

/** Reads which items a library has. Rejects with `library-damaged` for a kind that no Paydesk writes. */
export async function openLibraryItems(store: Store, { key, libraryId }: MasterKey): Promise<LibraryItems> {
  const rowKey = await deriveKey(key, libraryId, 'items');
  const ids = await store.run(procedures.listIds, { libraryId });
  const knownKinds = new Map<string, ItemKind>(itemKinds.map((kind) => [kind, kind]));
  const kinds = new Map<string, ItemKind>();
  for (const line of splitLines(ids.items)) {
    const separator = line.indexOf(' ');
    const kind = knownKinds.get(line.slice(separator + 1));
    if (kind === undefined) throw createDamagedError();
    kinds.set(line.slice(0, separator), kind);
  }
  const removedIds = new Set(splitLines(ids.removed));
  /** Entries of the kinds that were listed. */
  const listed = new Map<ItemKind, Promise<Map<string, Entry>>>();

  const bindTo = (id: string, kind: ItemKind) => Buffer.from(`${libraryId} ${id} ${kind}`);

  function sealFacts({ id, kind, ...facts }: Entry): Buffer<ArrayBuffer> {
    const nonce = randomBytes(nonceSize);
    const text = Buffer.from(JSON.stringify(facts));
    return Buffer.concat([nonce, encrypt(rowKey, nonce, bindTo(id, kind), text)]);
  }

  function openFacts(id: string, kind: ItemKind, sealed: Uint8Array): Entry {
    const [nonce, ciphertext] = [sealed.subarray(0, nonceSize), sealed.subarray(nonceSize)];
    const text = decrypt(rowKey, nonce, bindTo(id, kind), ciphertext);
    if (text === null) throw createDamagedError();
    return { id, kind, ...factsSchema.parse(JSON.parse(text.toString('utf8'))) };
  }

  async function readEntries(kind: ItemKind): Promise<Map<string, Entry>> {
    const entries = new Map<string, Entry>();
    for (let after = 0; ; ) {
      const rows = await store.run(procedures.listPage, { libraryId, kind, after });
      for (const { id, sealed } of rows) entries.set(id, openFacts(id, kind, sealed));
      const last = rows.at(-1);
      if (last === undefined) return entries;
      after = last.position;
    }
  }

  function listEntries(kind: ItemKind): Promise<Map<string, Entry>> {
    const reading =
      listed.get(kind) ??
      readEntries(kind).catch((thrown: unknown) => {
        // The next call reads again: the database may be available then.
        listed.delete(kind);
        throw thrown;
      });
    listed.set(kind, reading);
    return reading;
  }

  /** Changes the entries of a kind, if they were listed. */
  async function updateListed(kind: ItemKind, update: (entries: Map<string, Entry>) => void): Promise<void> {
    const reading = listed.get(kind);
    if (reading !== undefined) await reading.then(update, () => undefined);
  }

  function requireKind(id: string): ItemKind {
    const kind = kinds.get(id);
    if (kind === undefined) throw createUnknownItemError(id);
    return kind;
  }

  async function find(id: string): Promise<Entry> {
    const kind = requireKind(id);
    const entry = (await listed.get(kind)?.catch(() => undefined))?.get(id);
    if (entry !== undefined) return entry;
    const row = await store.run(procedures.findItem, { id });
    if (row?.sealed == null) throw createUnknownItemError(id);
    return openFacts(id, kind, row.sealed);
  }

  return {
    kinds,
    removedIds,
    list: async (kind) => [...(await listEntries(kind)).values()],
    find,
    async add(entry, save) {
      const { id, kind } = entry;
      await save({ libraryId, id, kind, sealed: sealFacts(entry) });
      kinds.set(id, kind);
      await updateListed(kind, (entries) => entries.set(id, entry));
    },
    async replaceMetadata(id, about) {
      const entry: Entry = { ...(await find(id)), about };
      const { changed } = await store.run(procedures.replaceItem, { id, sealed: sealFacts(entry) });
      if (changed === 0) throw createUnknownItemError(id);
      await updateListed(entry.kind, (entries) => entries.set(id, entry));
      return entry;
    },
    async remove(id) {
      const kind = requireKind(id);
      // At once: what is being removed is neither opened nor changed any more.
      kinds.delete(id);
      try {
        await store.run(procedures.removeItem, { id });
      } catch (thrown) {
        kinds.set(id, kind);
        throw thrown;
      }
      removedIds.add(id);
      await updateListed(kind, (entries) => entries.delete(id));
    },
    async forgetRemoved(fileIds) {
      const gone = [...removedIds].filter((id) => !fileIds.has(id));
      if (gone.length === 0) return;
      await store.run(procedures.forgetRemoved, { ids: gone });
      for (const id of gone) removedIds.delete(id);
    },
  };
}
