/** @file What the library keeps beside a proof, sealed with it. */
import { z } from 'zod';
import { noFacts, type ProofVersion } from '../../../shared/model/proofs/proof.ts';
import type { Entry } from '../../library/manifest.ts';
import { readingSchema, readingVersion } from './reading/reading.ts';

/** The kind of a proof in the library. Its content is the answer of the service, byte for byte. */
export const proofEntry = 'proof';
/** The kind of a long text for the search; `about` names the proof that it belongs to. */
export const textEntry = 'proof-text';
/** The most characters of text that stand in the list itself. */
export const shortText = 8_000;

/** See {@link proofEntry}. */
export const aboutSchema = z.object({
  profileId: z.string(),
  reference: z.string(),
  /** Milliseconds since 1970. */
  fetchedAt: z.number(),
  reading: readingSchema,
  /** The text is an item of its own. */
  longText: z.boolean(),
});

/** See {@link aboutSchema}. */
export type About = z.infer<typeof aboutSchema>;

/** See {@link textEntry}. */
export const textAboutSchema = z.object({ of: z.string() });

/** One kept version with everything that is known of it. */
export interface KeptProof {
  readonly about: About;
  readonly version: ProofVersion;
  /** Folded, everything by which it is found. */
  searchText: string;
}

/** Reads an entry of the library; `null` when it is not one that this Paydesk understands. */
export function keptProof(entry: Entry): KeptProof | null {
  const parsed = aboutSchema.safeParse(entry.about);
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
