/** @file Stores proofs in the library and loads them. */
import { createHash } from 'node:crypto';
import { PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { noFacts, type ProofVersion } from '../../../shared/model/proofs/proof.ts';
import { SerialQueue } from '../../concurrency/serial-queue.ts';
import type { ItemKind } from '../../storage/library/database.ts';
import type { Entry } from '../../storage/library/items.ts';
import type { Ports } from '../ports.ts';
import * as procedures from './database.ts';
import { type Extraction, extractionVersion } from './extraction/extraction.ts';
import { maxReadings, type Reader, unreadableProof } from './extraction/reader.ts';
import type { ContentForm } from './extraction/reader-messages.ts';
import {
  maxInlineTextLength,
  type ProofMetadata,
  parseStoredVersion,
  proofItemKind,
  proofTextItemKind,
  type StoredProofVersion,
  textMetadataSchema,
} from './proof-metadata.ts';

interface Content {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
}

export type ProofRepository = ReturnType<typeof createProofRepository>;

/** Creates the reading of an unreadable response. Its identity is the hash of the response. */
function createUnreadableExtraction(body: Uint8Array): Extraction {
  return {
    version: extractionVersion,
    kind: 'unreadable',
    type: null,
    extension: 'json',
    notes: [],
    attachments: [],
    facts: noFacts,
    link: null,
    receivedBytes: body.length,
    contentBytes: body.length,
    identity: createHash('sha256').update('unreadable').update(body).digest('hex'),
    text: '',
  };
}

async function readOrMarkUnreadable(
  reader: Reader,
  body: Uint8Array<ArrayBuffer>,
  beginReading: () => Promise<boolean>,
): Promise<Extraction | null> {
  try {
    return await reader.read(body, async () => {
      if (!(await beginReading())) throw unreadableProof();
    });
  } catch (thrown) {
    if (thrown instanceof PaydeskError && thrown.code === 'proof-unreadable')
      return createUnreadableExtraction(body);
    throw thrown;
  }
}

interface ProofRepositoryDeps extends Pick<Ports, 'library' | 'diskSpace' | 'clock' | 'store'> {
  readonly reader: Reader;
  /** Rereads stored proofs on a separate thread, so that opening and fetching never wait for it. */
  readonly rereader: Reader;
  /** Called when a stored proof becomes unreadable. */
  readonly onUnreadable: () => void;
}

/** Marks a proof as unreadable: it was readable when it was stored, but crashes the thread that opens it. */
function markUnreadable(storedVersion: StoredProofVersion): StoredProofVersion {
  return { ...storedVersion, version: { ...storedVersion.version, kind: 'unreadable', isOutdated: false } };
}

/** Builds the metadata of a proof; a long search text is a separate item. */
function toMetadata(
  { profileId, reference, fetchedAt }: Pick<ProofMetadata, 'profileId' | 'reference' | 'fetchedAt'>,
  reading: Extraction,
): ProofMetadata {
  const longText = reading.text.length > maxInlineTextLength;
  return {
    profileId,
    reference,
    fetchedAt,
    reading: longText ? { ...reading, text: '' } : reading,
    longText,
  };
}

/** Returns the ID of the proof that a search text item belongs to; empty when its metadata is unknown. */
const ownerOf = ({ about }: Entry) => textMetadataSchema.safeParse(about).data?.of ?? '';

/** Builds the stored proof of a new item, searchable by its full text. */
function toStoredVersion(entry: Entry, searchText: string): StoredProofVersion {
  const storedVersion = parseStoredVersion(entry);
  if (storedVersion === null)
    throw new PaydeskError('unexpected', 'The metadata of a stored proof is invalid');
  return { ...storedVersion, searchText };
}

/** Returns the key of the counter of an item's rereadings. The counter of its openings has the item's ID as key. */
function renewalKey(id: string): string {
  return `${id} again`;
}

function requireNotAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new PaydeskError('cancelled', 'ExtractionRenewal was stopped');
}

/** Runs `work` and rejects with `cancelled` as soon as the signal is aborted; a later result is discarded. */
async function abortable<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  requireNotAborted(signal);
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(new PaydeskError('cancelled', 'ExtractionRenewal was stopped'));
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work(), promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function answerNotUnderstood(): PaydeskError {
  return new PaydeskError('answer-not-understood', 'The answer is not a JSON object', {
    details: { missing: 'pop', fields: [], contentType: 'application/json' },
  });
}

export function createProofRepository(deps: ProofRepositoryDeps) {
  const { library, diskSpace, reader, rereader, clock, store } = deps;

  /** Increments the persistent counter of openings. A full disk does not prevent the opening. */
  async function beginOpening(item: string): Promise<void> {
    const mayOpen = await store
      .run(procedures.beginOpening, { item, max: maxReadings })
      .catch((thrown: unknown) => {
        if (toPaydeskError(thrown).code === 'disk-full') return true;
        throw thrown;
      });
    if (!mayOpen) throw unreadableProof();
  }

  async function endOpenings(items: readonly string[]): Promise<void> {
    await store.run(procedures.endOpenings, { items: [...items] }).catch(() => undefined);
  }

  /** Serializes openings: a crash would count against every proof that is being opened. */
  const openings = new SerialQueue();

  /** Runs `work` and resets the counter that {@link beginOpening} incremented. */
  async function countOpening<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work();
      await endOpenings([id]);
      return result;
    } catch (thrown) {
      // Any other error, such as the end of Paydesk, does not count against the proof.
      if (toPaydeskError(thrown).code !== 'proof-unreadable') await endOpenings([id]);
      else deps.onUnreadable();
      throw thrown;
    }
  }

  async function openContent(
    { id, kind }: Pick<ProofVersion, 'id' | 'kind'>,
    form: ContentForm,
  ): Promise<Content> {
    const body = await library.readAll(id);
    if (kind === 'unreadable') return { bytes: body, mediaType: 'text/plain; charset=utf-8' };
    return countOpening(id, () => reader.content(body, form, () => beginOpening(id)));
  }

  /** Lists the IDs of the search text items of proofs. */
  async function listTexts(ids: readonly string[]): Promise<string[]> {
    const owners = new Set(ids);
    const texts = await library.list(proofTextItemKind);
    return texts.flatMap((text) => (owners.has(ownerOf(text)) ? [text.id] : []));
  }

  async function removeVersions(ids: readonly string[]): Promise<void> {
    // Texts are removed first: the owner of a text is known only through its proof.
    for (const id of [...(await listTexts(ids)), ...ids]) await library.remove(id);
    await endOpenings([...ids, ...ids.map(renewalKey)]);
  }

  async function reread(
    { metadata: about, version: { id } }: StoredProofVersion,
    signal: AbortSignal,
  ): Promise<StoredProofVersion> {
    const body = await library.readAll(id);
    const reading = await countOpening(renewalKey(id), () =>
      abortable(signal, () =>
        rereader.read(body, async () => {
          requireNotAborted(signal);
          await beginOpening(renewalKey(id));
        }),
      ),
    );
    if (reading === null) throw answerNotUnderstood();
    const oldTexts = await listTexts([id]);
    const newMetadata = toMetadata(about, reading);
    // The text is stored first: if Paydesk ends before the metadata is stored, the proof is reread.
    if (newMetadata.longText) await library.seal(proofTextItemKind, { of: id }, [Buffer.from(reading.text)]);
    const entry = await library.replaceMetadata(id, newMetadata);
    for (const text of oldTexts) await library.remove(text);
    return toStoredVersion(entry, reading.text);
  }

  return {
    /**
     * Reads and seals a response; an unreadable response is sealed as received. `beginReading` runs before each attempt
     * and prevents the attempt by returning `false`. Returns `null` when the proof equals `newest`. Waits while the disk is
     * full. Rejects with `answer-not-understood` when the response is not a proof, with `cancelled` when the signal ends
     * the wait, and with library errors.
     */
    async store(
      { profileId, reference }: { readonly profileId: string; readonly reference: string },
      body: Uint8Array<ArrayBuffer>,
      newest: StoredProofVersion | undefined,
      beginReading: () => Promise<boolean>,
      signal: AbortSignal,
    ) {
      const reading = await readOrMarkUnreadable(reader, body, beginReading);
      if (reading === null) throw answerNotUnderstood();
      if (newest?.metadata.reading.identity === reading.identity) return null;
      const metadata = toMetadata({ profileId, reference, fetchedAt: clock.now() }, reading);
      const seal = (kind: ItemKind, about: unknown, content: Uint8Array) =>
        diskSpace.retryWhileFull(() => library.seal(kind, about, [content]), {
          fileSize: () => content.length,
          signal,
        });
      const entry = await seal(proofItemKind, metadata, body);
      if (metadata.longText) await seal(proofTextItemKind, { of: entry.id }, Buffer.from(reading.text));
      return toStoredVersion(entry, reading.text);
    },
    /** Loads all stored proofs of a profile by reference, oldest first. Rejects with library errors. */
    async load(profileId: string) {
      const byReference = new Map<string, StoredProofVersion[]>();
      const byId = new Map<string, StoredProofVersion>();
      const unreadableRows = await store.run(procedures.listUnreadableItems, { max: maxReadings });
      const unreadableItems = new Set(unreadableRows.map(({ item }) => item));
      for (const entry of await library.list(proofItemKind)) {
        const parsedVersion = parseStoredVersion(entry);
        if (parsedVersion?.metadata.profileId !== profileId) continue;
        const isUnreadable = unreadableItems.has(entry.id) || unreadableItems.has(renewalKey(entry.id));
        const storedVersion = isUnreadable ? markUnreadable(parsedVersion) : parsedVersion;
        byId.set(entry.id, storedVersion);
        const { reference } = storedVersion.metadata;
        byReference.set(reference, [...(byReference.get(reference) ?? []), storedVersion]);
      }
      for (const entry of await library.list(proofTextItemKind)) {
        const storedVersion = byId.get(ownerOf(entry));
        // An interrupted rereading may have left a text that the metadata does not expect.
        if (storedVersion?.metadata.longText !== true) continue;
        // Without its text a proof can still be found by its other fields.
        const text = await library.readAll(entry.id).catch(() => null);
        if (text !== null) storedVersion.searchText = new TextDecoder().decode(text);
      }
      return byReference;
    },
    /** Removes all proofs of a profile from the library. Rejects with library errors. */
    async removeProfile(profileId: string) {
      const proofItems = (await library.list(proofItemKind)).filter(
        (entry) => parseStoredVersion(entry)?.metadata.profileId === profileId,
      );
      await removeVersions(proofItems.map(({ id }) => id));
    },
    /** Removes versions, with their search texts, from the library. Rejects with library errors. */
    removeVersions,
    /**
     * Opens a version in a form; an unreadable version always returns the whole response. Rejects with
     * `proof-unreadable`, and with library errors.
     */
    content: (version: Pick<ProofVersion, 'id' | 'kind'>, form: ContentForm) =>
      openings.run(() => openContent(version, form)),
    /**
     * Rereads a version and replaces the metadata that an older release produced. The sealed response does not change.
     * Rejects with `proof-unreadable`, with `cancelled` once the signal is aborted, and with library errors.
     */
    reread,
  };
}
