/** @file Stores proofs in the library and loads them. */
import { createHash } from 'node:crypto';
import { PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { noFacts, type ProofVersion } from '../../../shared/model/proofs/proof.ts';
import type { Library } from '../../library/library.ts';
import type { Entry } from '../../library/manifest.ts';
import type { Clock } from '../../platform.ts';
import type { Store } from '../../store/store.ts';
import {
  maxInlineTextLength,
  type ProofMetadata,
  parseStoredProof,
  proofItemKind,
  proofTextItemKind,
  type StoredProof,
  textMetadataSchema,
} from './proof-metadata.ts';
import { maxReadings, type Reader, unreadableProof } from './reading/reader.ts';
import type { ContentForm } from './reading/reader-messages.ts';
import { type Reading, readingVersion } from './reading/reading.ts';
import * as tables from './tables.ts';

interface Content {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
}

export interface ProofRepository {
  /**
   * Reads and seals a response; an unreadable one is sealed as received. `beginReading` runs before each attempt and
   * prevents it by returning `false`. Returns `null` when the proof equals `newest`. Rejects with
   * `answer-not-understood` when the response is not a proof, and like the library.
   */
  store(
    proof: { readonly profileId: string; readonly reference: string },
    body: Uint8Array<ArrayBuffer>,
    newest: StoredProof | undefined,
    beginReading: () => Promise<boolean>,
  ): Promise<StoredProof | null>;
  /** All stored proofs of a profile by reference, oldest first. Rejects like the library. */
  load(profileId: string): Promise<Map<string, StoredProof[]>>;
  /** Removes all proofs of a profile from the library. Rejects like the library. */
  removeProfile(profileId: string): Promise<void>;
  /**
   * Content of a version in a form; an unreadable version always returns the whole response. Rejects with
   * `proof-unreadable`, and like the library.
   */
  content(version: Pick<ProofVersion, 'id' | 'kind'>, form: ContentForm): Promise<Content>;
  /**
   * Rereads a version and replaces the metadata that an older release produced. The sealed response does not change.
   * Rejects with `proof-unreadable`, with `cancelled` once the signal is aborted, and like the library.
   */
  readAgain(kept: StoredProof, signal: AbortSignal): Promise<StoredProof>;
}

/** The reading of an unreadable response. Its identity is the hash of its bytes. */
function unreadableReading(body: Uint8Array): Reading {
  return {
    version: readingVersion,
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
): Promise<Reading | null> {
  try {
    return await reader.read(body, async () => {
      if (!(await beginReading())) throw unreadableProof();
    });
  } catch (thrown) {
    if (thrown instanceof PaydeskError && thrown.code === 'proof-unreadable') return unreadableReading(body);
    throw thrown;
  }
}

export interface ProofRepositoryDeps {
  readonly library: Library;
  readonly reader: Reader;
  /** Rereads stored proofs on a separate thread, so that opening and fetching never wait for it. */
  readonly rereader: Reader;
  readonly clock: Clock;
  readonly store: Store;
  /** Called when a stored proof becomes unreadable. */
  readonly onUnreadable: () => void;
}

/** Marks a proof as unreadable that was readable when stored but crashes the thread that opens it. */
function markUnreadable(kept: StoredProof): StoredProof {
  return { ...kept, version: { ...kept.version, kind: 'unreadable', isOutdated: false } };
}

/** Builds the stored proof of a new item, searchable by its full text. */
function toStoredProof(entry: Entry, searchText: string): StoredProof {
  const kept = parseStoredProof(entry);
  if (kept === null) throw new PaydeskError('unexpected', 'The metadata of a stored proof is invalid');
  return { ...kept, searchText };
}

/** Key of the counter of rereadings of an item, next to the counter of its openings. */
function rereadingKey(id: string): string {
  return `${id} again`;
}

function requireNotAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new PaydeskError('cancelled', 'Rereading was stopped');
}

/** Runs `work` and rejects with `cancelled` as soon as the signal is aborted; a later result is discarded. */
async function abortable<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  requireNotAborted(signal);
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(new PaydeskError('cancelled', 'Rereading was stopped'));
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

export function createProofRepository(deps: ProofRepositoryDeps): ProofRepository {
  const { library, reader, rereader, clock, store } = deps;

  /** Increments the persistent counter of openings. A full disk does not prevent the opening. */
  async function beginOpening(item: string): Promise<void> {
    const mayOpen = await store
      .run(tables.beginOpening, { item, max: maxReadings })
      .catch((thrown: unknown) => {
        if (toPaydeskError(thrown).code === 'disk-full') return true;
        throw thrown;
      });
    if (!mayOpen) throw unreadableProof();
  }

  async function endOpenings(items: readonly string[]): Promise<void> {
    await store.run(tables.endOpenings, { items: [...items] }).catch(() => undefined);
  }

  /** Serializes openings: concurrent ones would be counted together. */
  let queue: Promise<void> = Promise.resolve();

  /** Runs `work` and resets the counter that {@link beginOpening} incremented. */
  async function countOpening<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work();
      await endOpenings([id]);
      return result;
    } catch (thrown) {
      // An abort at the end of Paydesk does not count against the proof.
      if (toPaydeskError(thrown).code !== 'proof-unreadable') await endOpenings([id]);
      else deps.onUnreadable();
      throw thrown;
    }
  }

  async function open({ id, kind }: Pick<ProofVersion, 'id' | 'kind'>, form: ContentForm): Promise<Content> {
    const body = await library.readAll(id);
    if (kind === 'unreadable') return { bytes: body, mediaType: 'text/plain; charset=utf-8' };
    return countOpening(id, () => reader.content(body, form, () => beginOpening(id)));
  }

  /** Search text items of a proof. */
  async function textsOf(id: string): Promise<Entry[]> {
    const texts = await library.list(proofTextItemKind);
    return texts.filter(({ about }) => textMetadataSchema.safeParse(about).data?.of === id);
  }

  async function readAgain(
    { about, version: { id } }: StoredProof,
    signal: AbortSignal,
  ): Promise<StoredProof> {
    const body = await library.readAll(id);
    const reading = await countOpening(rereadingKey(id), () =>
      abortable(signal, () =>
        rereader.read(body, async () => {
          requireNotAborted(signal);
          await beginOpening(rereadingKey(id));
        }),
      ),
    );
    if (reading === null) throw answerNotUnderstood();
    const former = await textsOf(id);
    const longText = reading.text.length > maxInlineTextLength;
    // The text first: if Paydesk ends in between, the proof either has its text or is read again.
    if (longText) await library.seal(proofTextItemKind, { of: id }, [Buffer.from(reading.text)]);
    const next: ProofMetadata = {
      ...about,
      reading: longText ? { ...reading, text: '' } : reading,
      longText,
    };
    const entry = await library.describe(id, next);
    for (const text of former) await library.remove(text.id);
    return toStoredProof(entry, reading.text);
  }

  return {
    async store({ profileId, reference }, body, newest, beginReading) {
      const reading = await readOrMarkUnreadable(reader, body, beginReading);
      if (reading === null) throw answerNotUnderstood();
      if (newest?.about.reading.identity === reading.identity) return null;
      const longText = reading.text.length > maxInlineTextLength;
      const about: ProofMetadata = {
        profileId,
        reference,
        fetchedAt: clock.now(),
        reading: longText ? { ...reading, text: '' } : reading,
        longText,
      };
      const entry = await library.seal(proofItemKind, about, [body]);
      if (longText) await library.seal(proofTextItemKind, { of: entry.id }, [Buffer.from(reading.text)]);
      return toStoredProof(entry, reading.text);
    },
    async load(profileId) {
      const byReference = new Map<string, StoredProof[]>();
      const byId = new Map<string, StoredProof>();
      const found = await store.run(tables.unreadableItems, { max: maxReadings });
      const unreadableItems = new Set(found.map(({ item }) => item));
      for (const entry of await library.list(proofItemKind)) {
        const read = parseStoredProof(entry);
        if (read?.about.profileId !== profileId) continue;
        const isUnreadable = unreadableItems.has(entry.id) || unreadableItems.has(rereadingKey(entry.id));
        const kept = isUnreadable ? markUnreadable(read) : read;
        byId.set(entry.id, kept);
        const { reference } = kept.about;
        const others = byReference.get(reference);
        if (others === undefined) byReference.set(reference, [kept]);
        else others.push(kept);
      }
      for (const entry of await library.list(proofTextItemKind)) {
        const kept = byId.get(textMetadataSchema.safeParse(entry.about).data?.of ?? '');
        // An interrupted reading may have left the text of an earlier one.
        if (kept?.about.longText !== true) continue;
        // Without its text a proof can still be found by its other fields.
        const text = await library.readAll(entry.id).catch(() => null);
        if (text !== null) kept.searchText = new TextDecoder().decode(text);
      }
      return byReference;
    },
    async removeProfile(profileId) {
      const textItems = (await library.list(proofItemKind)).filter(
        (entry) => parseStoredProof(entry)?.about.profileId === profileId,
      );
      const ids = new Set(textItems.map(({ id }) => id));
      const texts = (await library.list(proofTextItemKind)).filter(({ about }) =>
        ids.has(textMetadataSchema.safeParse(about).data?.of ?? ''),
      );
      // The texts first: the owner of a text is known only through its proof.
      for (const { id } of [...texts, ...textItems]) await library.remove(id);
      await endOpenings([...ids, ...[...ids].map(rereadingKey)]);
    },
    content(version, form) {
      const opened = queue.then(() => open(version, form));
      queue = opened.then(
        () => undefined,
        () => undefined,
      );
      return opened;
    },
    readAgain,
  };
}
