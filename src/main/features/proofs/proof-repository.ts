/** @file Puts proofs into the library and takes them out again. */
import { createHash } from 'node:crypto';
import { PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { noFacts, type ProofVersion } from '../../../shared/model/proofs/proof.ts';
import type { Library } from '../../library/library.ts';
import type { Entry } from '../../library/manifest.ts';
import type { Clock } from '../../platform.ts';
import type { Store } from '../../store/store.ts';
import {
  type About,
  type KeptProof,
  keptProof,
  proofEntry,
  shortText,
  textAboutSchema,
  textEntry,
} from './about.ts';
import type { ContentForm } from './reading/messages.ts';
import { maxReadings, type Reader, unreadableProof } from './reading/reader.ts';
import { type Reading, readingVersion } from './reading/reading.ts';
import * as tables from './tables.ts';

/** What is opened, with the media type under which it is loaded. */
interface Content {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
}

/** Kept proofs. */
export interface ProofRepository {
  /**
   * Reads an answer and seals it; one that cannot be read is sealed as it is. `beginReading` runs before each try, and
   * with `false` there is none. Gives `null` when the same was kept before as `newest`. Rejects with
   * `answer-not-understood` when it is not a proof, and like the library.
   */
  keep(
    proof: { readonly profileId: string; readonly reference: string },
    body: Uint8Array<ArrayBuffer>,
    newest: KeptProof | undefined,
    beginReading: () => Promise<boolean>,
  ): Promise<KeptProof | null>;
  /** Everything that is kept of a profile, by reference, oldest first. Rejects like the library. */
  load(profileId: string): Promise<Map<string, KeptProof[]>>;
  /** Takes everything that is kept of a profile out of the library. Rejects like the library. */
  removeProfile(profileId: string): Promise<void>;
  /**
   * A form of a version; the whole answer, whatever the form, of one that is unreadable. Rejects with
   * `proof-unreadable`, and like the library.
   */
  content(version: Pick<ProofVersion, 'id' | 'kind'>, form: ContentForm): Promise<Content>;
  /**
   * Reads a version again and keeps what was read in the place of what an older Paydesk read. The content of the version
   * stays as it is. Rejects with `proof-unreadable`, with `cancelled` once the signal is aborted, and like the library.
   */
  readAgain(kept: KeptProof, signal: AbortSignal): Promise<KeptProof>;
}

/** What is known of an answer that cannot be read. Its bytes alone tell whether it has changed. */
function unreadable(body: Uint8Array): Reading {
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

async function readOrGiveUp(
  reader: Reader,
  body: Uint8Array<ArrayBuffer>,
  beginReading: () => Promise<boolean>,
): Promise<Reading | null> {
  try {
    return await reader.read(body, async () => {
      if (!(await beginReading())) throw unreadableProof();
    });
  } catch (thrown) {
    if (thrown instanceof PaydeskError && thrown.code === 'proof-unreadable') return unreadable(body);
    throw thrown;
  }
}

/** What the keeper works with. */
export interface ProofRepositoryDeps {
  readonly library: Library;
  readonly reader: Reader;
  /** A thread of its own reads kept proofs again, so that nobody waits for that who opens or fetches one. */
  readonly rereader: Reader;
  readonly clock: Clock;
  readonly store: Store;
  /** A kept proof is unreadable from now on. */
  readonly onUnreadable: () => void;
}

/** A proof that was read when it was kept, and ends the thread that opens it. */
function asUnreadable(kept: KeptProof): KeptProof {
  return { ...kept, version: { ...kept.version, kind: 'unreadable', isOutdated: false } };
}

/** What was kept just now, found by its whole text. */
function keptFrom(entry: Entry, searchText: string): KeptProof {
  const kept = keptProof(entry);
  if (kept === null) throw new PaydeskError('unexpected', 'A proof was kept in a form that cannot be read');
  return { ...kept, searchText };
}

/** Under which name the reading of a kept proof is counted again, beside its openings. */
function rereadingOf(id: string): string {
  return `${id} again`;
}

function requireNotAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new PaydeskError('cancelled', 'Proofs are no longer read again');
}

/** Does work, and rejects with `cancelled` as soon as the signal is aborted; what the work gives later is dropped. */
async function beforeAbort<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  requireNotAborted(signal);
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(new PaydeskError('cancelled', 'Proofs are no longer read again'));
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work(), promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function notUnderstood(): PaydeskError {
  return new PaydeskError('answer-not-understood', 'The answer is not a JSON object', {
    details: { missing: 'pop', fields: [], contentType: 'application/json' },
  });
}

/** Creates the keeper. */
export function createProofRepository(deps: ProofRepositoryDeps): ProofRepository {
  const { library, reader, rereader, clock, store } = deps;

  /** Counts openings on the disk; what cannot be written down for want of room is opened all the same. */
  async function beginOpening(item: string): Promise<void> {
    const mayOpen = await store
      .run(tables.beginOpening, { item, most: maxReadings })
      .catch((thrown: unknown) => {
        if (toPaydeskError(thrown).code === 'disk-full') return true;
        throw thrown;
      });
    if (!mayOpen) throw unreadableProof();
  }

  async function endOpenings(items: readonly string[]): Promise<void> {
    await store.run(tables.endOpenings, { items: [...items] }).catch(() => undefined);
  }

  /** One at a time: openings that run at the same time would be counted together. */
  let turn: Promise<void> = Promise.resolve();

  /** Ends the count of a reading of a kept proof that {@link beginOpening} began. */
  async function counted<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work();
      await endOpenings([id]);
      return result;
    } catch (thrown) {
      // The end of Paydesk says nothing of the proof either.
      if (toPaydeskError(thrown).code !== 'proof-unreadable') await endOpenings([id]);
      else deps.onUnreadable();
      throw thrown;
    }
  }

  async function open({ id, kind }: Pick<ProofVersion, 'id' | 'kind'>, form: ContentForm): Promise<Content> {
    const body = await library.readAll(id);
    if (kind === 'unreadable') return { bytes: body, mediaType: 'text/plain; charset=utf-8' };
    return counted(id, () => reader.content(body, form, () => beginOpening(id)));
  }

  /** Items with texts of a proof. */
  async function textsOf(id: string): Promise<Entry[]> {
    const texts = await library.list(textEntry);
    return texts.filter(({ about }) => textAboutSchema.safeParse(about).data?.of === id);
  }

  async function readAgain({ about, version: { id } }: KeptProof, signal: AbortSignal): Promise<KeptProof> {
    const body = await library.readAll(id);
    const reading = await counted(rereadingOf(id), () =>
      beforeAbort(signal, () =>
        rereader.read(body, async () => {
          requireNotAborted(signal);
          await beginOpening(rereadingOf(id));
        }),
      ),
    );
    if (reading === null) throw notUnderstood();
    const former = await textsOf(id);
    const longText = reading.text.length > shortText;
    // The text first: wherever Paydesk ends in between, the proof has its text, or is read again.
    if (longText) await library.seal(textEntry, { of: id }, [Buffer.from(reading.text)]);
    const next: About = { ...about, reading: longText ? { ...reading, text: '' } : reading, longText };
    const entry = await library.describe(id, next);
    for (const text of former) await library.remove(text.id);
    return keptFrom(entry, reading.text);
  }

  return {
    async keep({ profileId, reference }, body, newest, beginReading) {
      const reading = await readOrGiveUp(reader, body, beginReading);
      if (reading === null) throw notUnderstood();
      if (newest?.about.reading.identity === reading.identity) return null;
      const longText = reading.text.length > shortText;
      const about: About = {
        profileId,
        reference,
        fetchedAt: clock.now(),
        reading: longText ? { ...reading, text: '' } : reading,
        longText,
      };
      const entry = await library.seal(proofEntry, about, [body]);
      if (longText) await library.seal(textEntry, { of: entry.id }, [Buffer.from(reading.text)]);
      return keptFrom(entry, reading.text);
    },
    async load(profileId) {
      const byReference = new Map<string, KeptProof[]>();
      const byId = new Map<string, KeptProof>();
      const found = await store.run(tables.unreadableItems, { most: maxReadings });
      const unreadableItems = new Set(found.map(({ item }) => item));
      for (const entry of await library.list(proofEntry)) {
        const read = keptProof(entry);
        if (read?.about.profileId !== profileId) continue;
        const isUnreadable = unreadableItems.has(entry.id) || unreadableItems.has(rereadingOf(entry.id));
        const kept = isUnreadable ? asUnreadable(read) : read;
        byId.set(entry.id, kept);
        const { reference } = kept.about;
        const others = byReference.get(reference);
        if (others === undefined) byReference.set(reference, [kept]);
        else others.push(kept);
      }
      for (const entry of await library.list(textEntry)) {
        const kept = byId.get(textAboutSchema.safeParse(entry.about).data?.of ?? '');
        // A reading that was cut off may have left the text of another one.
        if (kept?.about.longText !== true) continue;
        // Without its text a proof is found by everything else.
        const text = await library.readAll(entry.id).catch(() => null);
        if (text !== null) kept.searchText = new TextDecoder().decode(text);
      }
      return byReference;
    },
    async removeProfile(profileId) {
      const theirs = (await library.list(proofEntry)).filter(
        (entry) => keptProof(entry)?.about.profileId === profileId,
      );
      const ids = new Set(theirs.map(({ id }) => id));
      const texts = (await library.list(textEntry)).filter(({ about }) =>
        ids.has(textAboutSchema.safeParse(about).data?.of ?? ''),
      );
      // The texts first: without its proof nobody knows whose a text is.
      for (const { id } of [...texts, ...theirs]) await library.remove(id);
      await endOpenings([...ids, ...[...ids].map(rereadingOf)]);
    },
    content(version, form) {
      const opened = turn.then(() => open(version, form));
      turn = opened.then(
        () => undefined,
        () => undefined,
      );
      return opened;
    },
    readAgain,
  };
}
