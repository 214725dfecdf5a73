/** @file What the library keeps beside a proof, sealed with it. */
import { z } from 'zod';
import { noFacts, type ProofVersion } from '../../../shared/model/proofs/proof.ts';
import type { Entry } from '../../library/manifest.ts';
import { readingSchema, readingVersion } from './reading/reading.ts';

/** The kind of a proof in the library. Its content is the answer of the service, byte for byte. */
export const proofItemKind = 'proof';
/** The kind of a long text for the search; `about` names the proof that it belongs to. */
export const proofTextItemKind = 'proof-text';
/** The most characters of text that stand in the list itself. */
export const maxInlineTextLength = 8_000;

/** See {@link proofItemKind}. */
export const proofMetadataSchema = z.object({
  profileId: z.string(),
  reference: z.string(),
  /** Milliseconds since 1970. */
  fetchedAt: z.number(),
  reading: readingSchema,
  /** The text is an item of its own. */
  longText: z.boolean(),
});

/** See {@link proofMetadataSchema}. */
export type ProofMetadata = z.infer<typeof proofMetadataSchema>;

/** See {@link proofTextItemKind}. */
export const textMetadataSchema = z.object({ of: z.string() });

/** One kept version with everything that is known of it. */
export interface StoredProof {
  readonly about: ProofMetadata;
  readonly version: ProofVersion;
  /** Folded, everything by which it is found. */
  searchText: string;
}

/** Reads an entry of the library; `null` when it is not one that this Paydesk understands. */
export function parseStoredProof(entry: Entry): StoredProof | null {
  const parsed = proofMetadataSchema.safeParse(entry.about);
  if (!parsed.success) return null;
  const about = parsed.data;
  const { kind, extension, type, receivedBytes, contentBytes, facts, notes, attachments, link, text } =
    about.reading;
  // What could not be read is not read again by itself, by no version.
  const isOutdated = about.reading.version < readingVersion && kind !== 'unreadable';
  const fetchedAt = new Date(about.fetchedAt).toISOString();
  return {
    about,
    version: {
      id: entry.id,
      kind,
      extension,
      type,
      fetchedAt,
      receivedBytes,
      contentBytes,
      isOutdated,
      sha256: entry.sha256,
      facts: isOutdated ? noFacts : facts,
      notes,
      attachments,
      link,
    },
    searchText: text,
  };
}
