/** @file Puts proofs into the library and takes them out again. */
import { createHash } from 'node:crypto';
import { PaydeskError } from '../../../shared/errors.ts';
import { noFacts, type ProofVersion } from '../../../shared/model/proofs/proof.ts';
import type { Library } from '../../library/library.ts';
import type { Clock } from '../../platform.ts';
import {
  type About,
  type KeptProof,
  keptProof,
  proofEntry,
  shortText,
  textAboutSchema,
  textEntry,
} from './about.ts';
import { type Reader, unreadableProof } from './reading/reader.ts';
import type { Reading } from './reading/reading.ts';

/** Kept proofs. */
export interface ProofKeeper {
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
   * The document of a version, or its `pop` as received; the whole answer of one that is unreadable. Rejects with
   * `proof-unreadable`, and like the library.
   */
  content(
    version: Pick<ProofVersion, 'id' | 'kind'>,
    form: 'document' | 'received',
  ): Promise<{ bytes: Uint8Array<ArrayBuffer>; mediaType: string }>;
}

/** What is known of an answer that cannot be read. Its bytes alone tell whether it has changed. */
function unreadable(body: Uint8Array): Reading {
  return {
    kind: 'unreadable',
    type: null,
    extension: 'json',
    notes: [],
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

/** Creates the keeper. */
export function createProofKeeper(library: Library, reader: Reader, clock: Clock): ProofKeeper {
  return {
    async keep({ profileId, reference }, body, newest, beginReading) {
      const reading = await readOrGiveUp(reader, body, beginReading);
      if (reading === null) {
        throw new PaydeskError('answer-not-understood', 'The answer is not a JSON object', {
          details: { missing: 'pop', fields: [], contentType: 'application/json' },
        });
      }
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
      const kept = keptProof(entry);
      if (kept === null)
        throw new PaydeskError('unexpected', 'A proof was kept in a form that cannot be read');
      kept.searchText = reading.text;
      return kept;
    },
    async load(profileId) {
      const byReference = new Map<string, KeptProof[]>();
      const byId = new Map<string, KeptProof>();
      for (const entry of await library.list(proofEntry)) {
        const kept = keptProof(entry);
        if (kept?.about.profileId !== profileId) continue;
        byId.set(entry.id, kept);
        const { reference } = kept.about;
        const others = byReference.get(reference);
        if (others === undefined) byReference.set(reference, [kept]);
        else others.push(kept);
      }
      for (const entry of await library.list(textEntry)) {
        const kept = byId.get(textAboutSchema.safeParse(entry.about).data?.of ?? '');
        // Without its text a proof is found by everything else.
        const text = kept === undefined ? null : await library.readAll(entry.id).catch(() => null);
        if (kept !== undefined && text !== null) kept.searchText = new TextDecoder().decode(text);
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
    },
    async content({ id, kind }, form) {
      const body = await library.readAll(id);
      if (kind === 'unreadable') return { bytes: body, mediaType: 'text/plain; charset=utf-8' };
      return reader.content(body, form);
    },
  };
}
