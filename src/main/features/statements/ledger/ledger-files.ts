/** @file Stores ledgers, and what the clerk decided about them, in the library: everything is encrypted. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { PaydeskError } from '../../../../shared/errors.ts';
import {
  type ClerkLinks,
  defaultMatchSettings,
  type Ledger,
  matchSettingsSchema,
  maxLinks,
  type NameAlias,
  nameAliasSchema,
  rowLinkSchema,
} from '../../../../shared/model/statements/ledger.ts';
import { type ReadOptions, readOptionsSchema } from '../../../../shared/model/statements/open-statement.ts';
import type { Source } from '../../../statement-engine/process/methods/fields.ts';
import type { Entry } from '../../../storage/library/items.ts';
import type { Library } from '../../../storage/library/library.ts';
import { createSealedCollection, readSealedJson } from '../../../storage/library/sealed-collection.ts';
import type { ContentChunks } from '../../../storage/library/sealed-writer.ts';

/** Number of unfinished attempts at reading after which a ledger is not read any more. */
const maxAttempts = 2;

const ledgerMetadataSchema = z.object({
  profileId: z.string(),
  name: z.string(),
  importedAt: z.string(),
  /** Attempts at reading the file that have not ended. */
  attempts: z.int(),
  /** How the file is read unless the clerk chose otherwise. */
  options: readOptionsSchema,
  /** The clerk's choice. */
  chosen: readOptionsSchema.nullable(),
  /** The workbook that the file was converted from; `null` for a file that is stored as it was imported. */
  original: z
    .object({
      item: z.string(),
      sha256: z.string(),
      size: z.int(),
      /** The sheet that the clerk chose of several; `null` for the only one. */
      sheet: z.string().nullable(),
    })
    .nullable(),
});

type LedgerMetadata = z.infer<typeof ledgerMetadataSchema>;

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

const decisionsMetadataSchema = pairSchema.extend({
  links: z.int(),
  /** Number of links with names. */
  aliases: z.int(),
  /** SHA-256 of each statement, in the order of their rows. */
  statements: z.array(z.string()),
});

const decidedLinkSchema = rowLinkSchema.extend({
  /** Who matched or separated the rows, and when (ISO 8601 UTC). */
  decided: z.object({ who: z.string(), at: z.string() }),
  /** The names of rows whose names have other words; `null` for other rows. */
  names: nameAliasSchema.nullable(),
});

export type DecidedLink = z.infer<typeof decidedLinkSchema>;

const decidedLinksSchema = z.strictObject({
  links: z.array(decidedLinkSchema).max(maxLinks),
  separated: z.array(decidedLinkSchema).max(maxLinks),
  /** What matches of the profile said about names when these decisions were made. */
  aliases: z.array(nameAliasSchema).max(maxLinks),
});

export type DecidedLinks = z.infer<typeof decidedLinksSchema>;

const decisionsSchema = z.object({ settings: matchSettingsSchema, links: decidedLinksSchema });

/** The clerk's rules and links for two files. */
export type Decisions = Readonly<z.infer<typeof decisionsSchema>>;

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

export type LedgerFiles = ReturnType<typeof createLedgerFiles>;

export function countLinks({ links, separated }: DecidedLinks): number {
  return links.length + separated.length;
}

/** Returns the links without the facts about the decision. */
export function toClerkLinks({ links, separated, aliases }: DecidedLinks): ClerkLinks {
  const toLink = ({ statement, ledger }: DecidedLink) => ({ statement, ledger });
  return { links: links.map(toLink), separated: separated.map(toLink), aliases };
}

function isSameFiles(one: MatchedPair, other: MatchedPair): boolean {
  return one.ledgerSha256 === other.ledgerSha256 && one.statementsSha256 === other.statementsSha256;
}

function isSameReading(one: MatchedPair, other: MatchedPair): boolean {
  return one.statementRows === other.statementRows && one.ledgerHeader === other.ledgerHeader;
}

/** Creates the store over the library. */
export function createLedgerFiles(library: Library) {
  const ledgers = createSealedCollection(library, 'ledger', ledgerMetadataSchema);
  const originals = createSealedCollection(library, 'ledger-original', z.object({ profileId: z.string() }));
  const decided = createSealedCollection(library, 'ledger-links', decisionsMetadataSchema);
  const readItem = (id: string) => readSealedJson(library, id, decisionsSchema);

  /** Changes the metadata of a ledger. */
  async function change(id: string, changed: (about: LedgerMetadata) => Partial<LedgerMetadata>) {
    const ledger = (await ledgers.listAll()).find((item) => item.id === id);
    if (ledger === undefined) throw new PaydeskError('ledger-unknown', 'The ledger is not in the library');
    const about = { ...ledger.about, ...changed(ledger.about) };
    if (JSON.stringify(about) !== JSON.stringify(ledger.about)) await ledgers.replace(id, about);
    return about;
  }

  function toStored({ id, size, sha256 }: Entry, about: LedgerMetadata): StoredLedger {
    const { name, importedAt, original, chosen } = about;
    const reading = { options: chosen ?? about.options, isChosen: chosen !== null };
    return { id, size, sha256, name, importedAt, original, ...reading };
  }

  const store = {
    /** Seals a file while it is read. */
    async put(imported: Omit<LedgerMetadata, 'attempts' | 'chosen'>, content: ContentChunks) {
      const about = { ...imported, chosen: null, attempts: 0 };
      return toStored(await ledgers.add(about, content), about);
    },
    /** Seals a workbook before it is converted. One without a ledger is removed when the next one is sealed. */
    async putOriginal(profileId: string, content: ContentChunks): Promise<StoredOriginal> {
      const used = new Set((await store.list(profileId)).map(({ original }) => original?.item));
      for (const { id } of await originals.list(profileId)) if (!used.has(id)) await library.remove(id);
      const { id, size, sha256 } = await originals.add({ profileId }, content);
      return { item: id, size, sha256 };
    },
    removeOriginal: ({ item }: StoredOriginal) => library.remove(item),
    /** Returns the ledgers of a profile in order of storage. Empty when nothing was ever stored. */
    list: async (profileId: string) =>
      (await ledgers.list(profileId)).map((item) => toStored(item, item.about)),
    /** Removes a ledger, and the decisions about it unless the profile has the same file again. */
    async remove(profileId: string, id: string): Promise<void> {
      const all = await store.list(profileId);
      const removed = all.find((ledger) => ledger.id === id);
      if (removed === undefined) return;
      const isStoredAgain = all.some(
        ({ sha256, ...ledger }) => ledger.id !== id && sha256 === removed.sha256,
      );
      if (!isStoredAgain)
        for (const decisions of await decided.list(profileId))
          if (decisions.about.ledgerSha256 === removed.sha256) await library.remove(decisions.id);
      await library.remove(id);
      if (removed.original !== null) await library.remove(removed.original.item);
    },
    /** Stores how the clerk reads a ledger; `null` leaves that to Paydesk. */
    async setReading(id: string, chosen: ReadOptions | null) {
      await change(id, () => ({ chosen, attempts: 0 }));
    },
    /** Returns the grant with which the statement engine reads an item. Secret. */
    grantSource: async (id: string): Promise<Source> => ({
      kind: 'sealed',
      grant: await library.createGrant(id),
    }),
    /** Counts an attempt at reading a ledger. Returns false for one that ended the process too often. */
    async beginReading(id: string) {
      const { attempts } = await change(id, (about) => ({ attempts: about.attempts + 1 }));
      return attempts <= maxAttempts;
    },
    /** Ends an attempt that did not end the process, or lets a ledger be read again. */
    async endReading(id: string) {
      await change(id, () => ({ attempts: 0 }));
    },
    /**
     * Returns the decisions, the number of links that were made with another reading of the statements, and whether the
     * statements are recorded.
     */
    async readDecisions(pair: MatchedPair) {
      const ofFiles = (await decided.list(pair.profileId)).filter(({ about }) => isSameFiles(about, pair));
      // A crash may have left an earlier version; the last one counts.
      const own = ofFiles.findLast(({ about }) => isSameReading(about, pair));
      const others = ofFiles.filter(({ about }) => !isSameReading(about, pair));
      const otherLinks = others.reduce((sum, { about }) => sum + about.links, 0);
      const noLinks = { links: [], separated: [], aliases: [] };
      const decisions =
        own === undefined ? { settings: defaultMatchSettings, links: noLinks } : await readItem(own.id);
      return { ...decisions, otherLinks, isRecorded: own !== undefined };
    },
    /** Returns the names that the links of a pair, and those of the other pairs of its profile, say are of one party. */
    async listAliases(pair: MatchedPair, own: DecidedLinks['links']) {
      const links = [...own];
      for (const { id, about } of await decided.list(pair.profileId))
        if (about.aliases > 0 && !(isSameFiles(about, pair) && isSameReading(about, pair)))
          links.push(...(await readItem(id)).links.links);
      const found = new Map(
        links.flatMap(({ names }) => (names === null ? [] : [[names.join('\n'), names]])),
      );
      return [...found.values()].slice(0, maxLinks);
    },
    /** Ends what the links of a profile say about names; what was concluded stays until the next decision. */
    async removeAliases(profileId: string, aliases: readonly NameAlias[]): Promise<void> {
      const removed = new Set(aliases.map((names) => names.join('\n')));
      for (const { about } of await decided.list(profileId)) {
        if (about.aliases === 0) continue;
        const { settings, links } = await store.readDecisions(about);
        const changed = links.links.map((link) =>
          removed.has(link.names?.join('\n') ?? '') ? { ...link, names: null } : link,
        );
        await store.saveDecisions(about, about.statements, { settings, links: { ...links, links: changed } });
      }
    },
    /** Stores decisions, and which statements they are about. */
    async saveDecisions(pair: MatchedPair, statements: readonly string[], decisions: Decisions) {
      const earlier = (await decided.list(pair.profileId)).filter(
        ({ about }) => isSameFiles(about, pair) && isSameReading(about, pair),
      );
      const links = countLinks(decisions.links);
      const content = new TextEncoder().encode(JSON.stringify(decisions));
      const aliases = decisions.links.links.filter(({ names }) => names !== null).length;
      await decided.add({ ...pair, links, aliases, statements: [...statements] }, [content]);
      for (const { id } of earlier) await library.remove(id);
    },
    /** Returns the matchings of a profile, one for each pair of files, in order of storage. */
    async listMatchings(profileId: string): Promise<RecordedMatching[]> {
      const all = await store.list(profileId);
      const matchings = new Map<string, RecordedMatching>();
      for (const { about } of await decided.list(profileId)) {
        const ledger = all.find(({ sha256 }) => sha256 === about.ledgerSha256);
        // Another reading of the same statements is no other matching.
        const key = `${about.ledgerSha256} ${about.statementsSha256}`;
        if (ledger !== undefined) matchings.set(key, { ledger, statements: about.statements });
      }
      return [...matchings.values()];
    },
  };
  return store;
}
