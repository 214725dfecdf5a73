/** @file Stores ledgers, and what the clerk decided about them, in the library: everything is encrypted. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  type ClerkLinks,
  defaultMatchSettings,
  type Ledger,
  type MatchSettings,
  matchSettingsSchema,
  maxLinks,
  type NameAlias,
  nameAliasSchema,
  rowLinkSchema,
} from '../../../../shared/model/statements/ledger.ts';
import { type ReadOptions, readOptionsSchema } from '../../../../shared/model/statements/open-statement.ts';
import type { Source } from '../../../statement-engine/process/methods/fields.ts';
import type { ItemKind } from '../../../storage/library/database.ts';
import type { Library } from '../../../storage/library/library.ts';
import type { ContentChunks } from '../../../storage/library/sealed-writer.ts';

const ledgerKind = 'ledger';
const originalKind = 'ledger-original';
const decisionsKind = 'ledger-links';

/** Number of unfinished attempts at reading after which a ledger is not read any more. */
const maxAttempts = 2;

const ledgerMetadataSchema = z.object({
  profileId: z.string(),
  name: z.string(),
  importedAt: z.string(),
  /** Attempts at reading the file that have not ended. */
  attempts: z.int(),
  /** How the file is read unless the clerk chose otherwise. */
  options: readOptionsSchema.default({}),
  /** The clerk's choice. */
  chosen: readOptionsSchema.nullable().default(null),
  /** The workbook that the file was converted from; `null` for a file that is stored as it was imported. */
  original: z
    .object({
      item: z.string(),
      sha256: z.string(),
      size: z.int(),
      /** The sheet that the clerk chose of several; `null` for the only one. */
      sheet: z.string().nullable().default(null),
    })
    .nullable()
    .default(null),
});

type LedgerMetadata = z.infer<typeof ledgerMetadataSchema>;

const originalMetadataSchema = z.object({ profileId: z.string() });

/** The two files that decisions belong to. */
const pairSchema = z.object({
  profileId: z.string(),
  ledgerSha256: z.string(),
  /** Digest of the SHA-256 of every statement. */
  statementsSha256: z.string(),
  /** Number of data rows of the statements: another reading of a file has other row numbers. */
  statementRows: z.int(),
  /** What the clerk chose about the header of the ledger, which also changes row numbers. */
  ledgerHeader: readOptionsSchema.shape.header.optional(),
});

export type MatchedPair = z.infer<typeof pairSchema>;

/** Returns the pair of a ledger and statements, whose SHA-256 are in the order of their rows. */
export function toPair({
  statements,
  ...pair
}: Omit<MatchedPair, 'statementsSha256'> & { readonly statements: readonly string[] }): MatchedPair {
  const hash = createHash('sha256');
  for (const sha256 of statements) hash.update(`${sha256}\n`);
  return { ...pair, statementsSha256: hash.digest('hex') };
}

const decisionsMetadataSchema = z.object({
  pair: pairSchema,
  links: z.int(),
  /** Number of links with names. */
  aliases: z.int().default(0),
  /** SHA-256 of each statement, in the order of their rows; `null` in items of earlier versions. */
  statements: z.array(z.string()).nullable().default(null),
});

const decidedLinkSchema = rowLinkSchema.extend({
  /** Who matched or separated the rows, and when (ISO 8601 UTC); `null` in items of earlier versions. */
  decided: z.object({ who: z.string(), at: z.string() }).nullable().default(null),
  /** The names of rows whose names have other words; `null` for other rows. */
  names: nameAliasSchema.nullable().default(null),
});

export type DecidedLink = z.infer<typeof decidedLinkSchema>;

const decidedLinksSchema = z.strictObject({
  links: z.array(decidedLinkSchema).max(maxLinks),
  separated: z.array(decidedLinkSchema).max(maxLinks),
  /** What matches of the profile said about names when these decisions were made. */
  aliases: z.array(nameAliasSchema).max(maxLinks).default([]),
});

export type DecidedLinks = z.infer<typeof decidedLinksSchema>;

const decisionsSchema = z.object({ settings: matchSettingsSchema, links: decidedLinksSchema });

/** The clerk's rules and links for two files. */
export interface Decisions {
  readonly settings: MatchSettings;
  readonly links: DecidedLinks;
}

/** A ledger and the statements that it was matched with. */
interface RecordedMatching {
  readonly ledger: StoredLedger;
  /** SHA-256 of each statement, in the order of their rows. */
  readonly statements: readonly string[];
}

type Original = NonNullable<LedgerMetadata['original']>;

export type StoredOriginal = Omit<Original, 'sheet'>;

export interface StoredLedger extends Omit<Ledger, 'sheet'>, Pick<LedgerMetadata, 'options' | 'original'> {
  readonly sha256: string;
  /** The clerk chose `options`. */
  readonly isChosen: boolean;
}

export interface LedgerFiles {
  /** Seals a file while it is read. */
  put(about: Omit<LedgerMetadata, 'attempts' | 'chosen'>, content: ContentChunks): Promise<StoredLedger>;
  /** Seals a workbook before it is converted. One without a ledger is removed when the next one is sealed. */
  putOriginal(profileId: string, content: ContentChunks): Promise<StoredOriginal>;
  removeOriginal(original: StoredOriginal): Promise<void>;
  /** Returns the ledgers of a profile in order of storage. Empty when nothing was ever stored. */
  list(profileId: string): Promise<StoredLedger[]>;
  /** Removes a ledger, and the decisions about it unless the profile has the same file again. */
  remove(profileId: string, id: string): Promise<void>;
  /** Stores how the clerk reads a ledger; `null` leaves that to Paydesk. */
  setReading(id: string, chosen: ReadOptions | null): Promise<void>;
  /** Returns the grant with which the statement engine reads an item. Secret. */
  grantSource(id: string): Promise<Source>;
  /** Counts an attempt at reading a ledger. Returns false for one that ended the process too often. */
  beginReading(id: string): Promise<boolean>;
  /** Ends an attempt that did not end the process, or lets a ledger be read again. */
  endReading(id: string): Promise<void>;
  /**
   * Returns the decisions, the number of links that were made with another reading of the statements, and whether the
   * statements are recorded.
   */
  readDecisions(
    pair: MatchedPair,
  ): Promise<Decisions & { readonly otherLinks: number; readonly isRecorded: boolean }>;
  /** Returns the names that the links of a pair, and those of the other pairs of its profile, say are of one party. */
  listAliases(pair: MatchedPair, links: DecidedLinks['links']): Promise<NameAlias[]>;
  /** Ends what the links of a profile say about names; what was concluded stays until the next decision. */
  removeAliases(profileId: string, aliases: readonly NameAlias[]): Promise<void>;
  /** Stores decisions, and which statements they are about. */
  saveDecisions(pair: MatchedPair, statements: readonly string[], decisions: Decisions): Promise<void>;
  /** Returns the matchings of a profile, one for each pair of files, in order of storage. */
  listMatchings(profileId: string): Promise<RecordedMatching[]>;
}

export function countLinks({ links, separated }: DecidedLinks): number {
  return links.length + separated.length;
}

/** Returns the links without the facts about the decision. */
export function toClerkLinks({ links, separated, aliases }: DecidedLinks): ClerkLinks {
  const toLink = ({ statement, ledger }: DecidedLink) => ({ statement, ledger });
  return { links: links.map(toLink), separated: separated.map(toLink), aliases };
}

function isSamePair(one: MatchedPair, other: MatchedPair): boolean {
  return (
    isSameFiles(one, other) &&
    one.statementRows === other.statementRows &&
    one.ledgerHeader === other.ledgerHeader
  );
}

function isSameFiles(one: MatchedPair, other: MatchedPair): boolean {
  return (
    one.profileId === other.profileId &&
    one.ledgerSha256 === other.ledgerSha256 &&
    one.statementsSha256 === other.statementsSha256
  );
}

/** Creates the store over the library. */
export function createLedgerFiles(library: Library): LedgerFiles {
  async function listItems(kind: ItemKind) {
    await library.start();
    // Listing must not create a library: that would open the keychain of a clerk who stores nothing.
    return library.state().state === 'unused' ? [] : library.list(kind);
  }

  async function listDecisions() {
    return (await listItems(decisionsKind)).flatMap(({ id, about }) => {
      const { data } = decisionsMetadataSchema.safeParse(about);
      return data === undefined ? [] : [{ id, ...data }];
    });
  }

  async function readItem(id: string): Promise<Decisions> {
    return decisionsSchema.parse(JSON.parse(new TextDecoder().decode(await library.readAll(id))));
  }

  async function readMetadata(id: string): Promise<LedgerMetadata> {
    const entry = (await listItems(ledgerKind)).find((item) => item.id === id);
    return ledgerMetadataSchema.parse(entry?.about);
  }

  async function changeAttempts(id: string, change: (attempts: number) => number): Promise<number> {
    const about = await readMetadata(id);
    const attempts = change(about.attempts);
    if (attempts !== about.attempts) await library.replaceMetadata(id, { ...about, attempts });
    return attempts;
  }

  const store: LedgerFiles = {
    async put(about, content) {
      const { id, size, sha256 } = await library.seal(
        ledgerKind,
        { ...about, chosen: null, attempts: 0 },
        content,
      );
      const { name, importedAt, options, original } = about;
      return { id, size, sha256, name, importedAt, options, original, isChosen: false };
    },
    async putOriginal(profileId, content) {
      const used = new Set((await store.list(profileId)).map(({ original }) => original?.item));
      for (const { id, about } of await listItems(originalKind))
        if (originalMetadataSchema.safeParse(about).data?.profileId === profileId && !used.has(id))
          await library.remove(id);
      const { id, size, sha256 } = await library.seal(originalKind, { profileId }, content);
      return { item: id, size, sha256 };
    },
    removeOriginal: ({ item }) => library.remove(item),
    async list(profileId) {
      return (await listItems(ledgerKind)).flatMap(({ id, size, sha256, about }) => {
        const { data } = ledgerMetadataSchema.safeParse(about);
        if (data?.profileId !== profileId) return [];
        const { name, importedAt, original, chosen } = data;
        const reading = { options: chosen ?? data.options, isChosen: chosen !== null };
        return [{ id, size, sha256, name, importedAt, original, ...reading }];
      });
    },
    async remove(profileId, id) {
      const ledgers = await store.list(profileId);
      const removed = ledgers.find((ledger) => ledger.id === id);
      if (removed === undefined) return;
      const isStoredAgain = ledgers.some(
        ({ sha256, ...ledger }) => ledger.id !== id && sha256 === removed.sha256,
      );
      if (!isStoredAgain)
        for (const decisions of await listDecisions())
          if (decisions.pair.profileId === profileId && decisions.pair.ledgerSha256 === removed.sha256)
            await library.remove(decisions.id);
      await library.remove(id);
      if (removed.original !== null) await library.remove(removed.original.item);
    },
    async setReading(id, chosen) {
      await library.replaceMetadata(id, { ...(await readMetadata(id)), chosen, attempts: 0 });
    },
    grantSource: async (id) => ({ kind: 'sealed', grant: await library.createGrant(id) }),
    async beginReading(id) {
      const attempts = await changeAttempts(id, (count) => count + 1);
      return attempts <= maxAttempts;
    },
    async endReading(id) {
      await changeAttempts(id, () => 0);
    },
    async readDecisions(pair) {
      const all = await listDecisions();
      // A crash may have left an earlier version; the last one counts.
      const own = all.findLast((decisions) => isSamePair(decisions.pair, pair));
      const others = all.filter(
        (decisions) => isSameFiles(decisions.pair, pair) && !isSamePair(decisions.pair, pair),
      );
      const otherLinks = others.reduce((sum, { links }) => sum + links, 0);
      const isRecorded = own !== undefined && own.statements !== null;
      if (own === undefined)
        return {
          settings: defaultMatchSettings,
          links: { links: [], separated: [], aliases: [] },
          otherLinks,
          isRecorded,
        };
      return { ...(await readItem(own.id)), otherLinks, isRecorded };
    },
    async listAliases(pair, own) {
      const links = [...own];
      for (const stored of await listDecisions())
        if (stored.aliases > 0 && stored.pair.profileId === pair.profileId && !isSamePair(stored.pair, pair))
          links.push(...(await readItem(stored.id)).links.links);
      const found = new Map(
        links.flatMap(({ names }) => (names === null ? [] : [[names.join('\n'), names]])),
      );
      return [...found.values()].slice(0, maxLinks);
    },
    async removeAliases(profileId, aliases) {
      const removed = new Set(aliases.map((names) => names.join('\n')));
      for (const { pair, statements, ...stored } of await listDecisions()) {
        if (stored.aliases === 0 || statements === null || pair.profileId !== profileId) continue;
        const { settings, links } = await store.readDecisions(pair);
        const changed = links.links.map((link) =>
          removed.has(link.names?.join('\n') ?? '') ? { ...link, names: null } : link,
        );
        await store.saveDecisions(pair, statements, { settings, links: { ...links, links: changed } });
      }
    },
    async saveDecisions(pair, statements, decisions) {
      const earlier = (await listDecisions()).filter((stored) => isSamePair(stored.pair, pair));
      const links = countLinks(decisions.links);
      const content = new TextEncoder().encode(JSON.stringify(decisions));
      const aliases = decisions.links.links.filter(({ names }) => names !== null).length;
      await library.seal(decisionsKind, { pair, links, aliases, statements }, [content]);
      for (const { id } of earlier) await library.remove(id);
    },
    async listMatchings(profileId) {
      const ledgers = await store.list(profileId);
      const matchings = new Map<string, RecordedMatching>();
      for (const { pair, statements } of await listDecisions()) {
        const ledger = ledgers.find(({ sha256 }) => sha256 === pair.ledgerSha256);
        if (pair.profileId !== profileId || ledger === undefined || statements === null) continue;
        // Another reading of the same statements is no other matching.
        matchings.set(`${pair.ledgerSha256} ${pair.statementsSha256}`, { ledger, statements });
      }
      return [...matchings.values()];
    },
  };
  return store;
}
