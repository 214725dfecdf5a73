/** @file Metadata that the library seals together with a proof. */
import { z } from 'zod';
import { noFacts, type ProofVersion } from '../../../shared/model/proofs/proof.ts';
import type { Entry } from '../../storage/library/items.ts';
import { extractionSchema, extractionVersion } from './extraction/extraction.ts';

/** Item kind of a proof in the library. The content is the service's response, byte for byte. */
export const proofItemKind = 'proof';
/** Item kind of a long search text; its metadata names the proof that it belongs to. */
export const proofTextItemKind = 'proof-text';
/** Maximum length of a search text in the metadata, in characters; a longer text is a separate item. */
export const maxInlineTextLength = 8_000;

export const proofMetadataSchema = z.object({
  profileId: z.string(),
  reference: z.string(),
  /** Milliseconds since 1970. */
  fetchedAt: z.number(),
  reading: extractionSchema,
  /** True when the search text is stored as a separate item. */
  longText: z.boolean(),
});

export type ProofMetadata = z.infer<typeof proofMetadataSchema>;

export const textMetadataSchema = z.object({ of: z.string() });

/** One stored version of a proof, with its metadata. */
export interface StoredProofVersion {
  readonly metadata: ProofMetadata;
  readonly version: ProofVersion;
  /** Case-folded text that the search matches. */
  searchText: string;
}

/** Parses a library entry; `null` when its metadata has a form that this version of Paydesk does not know. */
export function parseStoredVersion(entry: Entry): StoredProofVersion | null {
  const parsed = proofMetadataSchema.safeParse(entry.about);
  if (!parsed.success) return null;
  const metadata = parsed.data;
  const { kind, extension, type, receivedBytes, contentBytes, facts, notes, attachments, link, text } =
    metadata.reading;
  // Unreadable responses are not reread automatically, by any version.
  const isOutdated = metadata.reading.version < extractionVersion && kind !== 'unreadable';
  const fetchedAt = new Date(metadata.fetchedAt).toISOString();
  return {
    metadata,
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
