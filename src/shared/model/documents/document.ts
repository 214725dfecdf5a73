/**
 * @file One document: a file that a clerk wants attached. It has a state, a reason and a history.
 *
 * found -> checking -> ready | rejected | duplicate -> linking -> sending -> stored -> attaching -> attached, and in
 * addition waiting-for-file, waiting-to-retry, attach-unknown, failed, excluded and cancelled.
 */
import { z } from 'zod';
import { trimCharactersAtEnd } from '../../trim-characters.ts';
import type { Attention } from './attention.ts';

/** The file types that the service accepts (specification, section 2.3), by extension. */
export const mimeTypeOfExtension = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
} as const;

/** An allowed extension, in lower case. */
export type AllowedExtension = keyof typeof mimeTypeOfExtension;

/** The extension of a file name in lower case; empty when there is none. A leading dot starts a name, not an extension. */
export function extensionOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return dot <= 0 ? '' : fileName.slice(dot + 1).toLowerCase();
}

/** True for the extensions of specification section 2.3. Expects lower case. */
export function isAllowedExtension(extension: string): extension is AllowedExtension {
  return Object.hasOwn(mimeTypeOfExtension, extension);
}

/**
 * Returns the name under which a file is sent: in Unicode form NFC, and without spaces and dots after an allowed
 * extension. Some file systems keep these and others remove them, and the service would see another extension
 * (specification, section 2.3).
 */
export function nameToSend(fileName: string): string {
  const name = fileName.normalize('NFC');
  const trimmed = trimCharactersAtEnd(name, '. \u00a0\u2007\u202f\u3000');
  return isAllowedExtension(extensionOf(trimmed)) ? trimmed : name;
}

/** Every state a document can be in. */
export const documentStates = [
  'found',
  'checking',
  'ready',
  'rejected',
  'duplicate',
  'linking',
  'sending',
  'stored',
  'attaching',
  'attached',
  'waiting-for-file',
  'waiting-to-retry',
  'attach-unknown',
  'failed',
  'excluded',
  'cancelled',
] as const;

/**
 * States of finished documents. A duplicate is final because the clerk started the batch without it; while a batch is
 * prepared this does not matter, because that batch is open anyway.
 */
export const finalDocumentStates = [
  'attached',
  'rejected',
  'duplicate',
  'excluded',
  'cancelled',
] as const satisfies readonly (typeof documentStates)[number][];

/** A state of a document. */
export const documentStateSchema = z.enum(documentStates);

export type DocumentState = z.infer<typeof documentStateSchema>;

/** Reasons of document states. Each code has a message with `facts` as arguments. */
export const documentReasonCodes = [
  // rejected: the file itself
  'extension-missing',
  'extension-not-allowed',
  'content-differs',
  'empty-file',
  'is-folder',
  'empty-folder',
  'link-loop',
  'not-a-file',
  'temporary-copy',
  'name-not-allowed',
  'svg-not-drawing',
  'svg-active',
  'unreadable',
  'check-failed',
  // duplicate
  'same-in-batch',
  'same-in-other-batch',
  'attached-earlier',
  // waiting for the file
  'file-locked',
  'file-missing',
  'drive-away',
  'drive-not-responding',
  'cloud-only',
  // failed
  'file-changed',
  'link-refused',
  'link-unusable',
  'attach-refused',
  'service-refused',
  'answer-not-understood',
  'too-many-tries',
  'attach-not-created',
  // waiting to retry
  'service-busy',
  'no-answer',
  'connection-lost',
  'host-unreachable',
  // unknown
  'answer-lost',
  // excluded and cancelled
  'excluded-by-clerk',
  'system-file',
  'folder-repeated',
  'list-of-beneficiaries',
  'list-of-files',
  'cancelled-by-clerk',
  'closed-by-clerk',
] as const;

/** A reason of a state: a code, and the facts for its message. */
export const documentReasonSchema = z.object({
  code: z.enum(documentReasonCodes),
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
});

export type DocumentReasonCode = (typeof documentReasonCodes)[number];

/** A reason with the facts for its message. */
export type DocumentReason = z.infer<typeof documentReasonSchema>;

/** File type as detected from the content. */
export const contentKindSchema = z.enum(['pdf', 'jpeg', 'png', 'svg', 'other']);

export type ContentKind = z.infer<typeof contentKindSchema>;

/** How a document got its beneficiary. */
export const assignedBySchema = z.enum(['hand', 'folder', 'pattern', 'manifest']);

export type AssignedBy = z.infer<typeof assignedBySchema>;

/** Warnings that do not prevent sending. */
export const documentWarningSchema = z.enum([
  'pdf-password',
  'pdf-unopenable',
  'pdf-cut-short',
  'image-damaged',
  'image-cut-short',
  'large',
  'name-direction',
  'name-hidden',
  'name-long',
]);

export type DocumentWarning = z.infer<typeof documentWarningSchema>;

/** The groups by which a clerk filters. Each document is in exactly one group, so that the counts add up. */
export const documentGroups = [
  'checking',
  'rejected',
  'duplicate',
  'waiting-for-file',
  'unassigned',
  'assigned',
  'problem',
  'unknown',
  'uploading',
  'queued',
  'stored',
  'attached',
  'on-hold',
  'excluded',
  'cancelled',
] as const;

/** A group by which a list can be filtered. */
export const documentGroupSchema = z.enum(documentGroups);

export type DocumentGroup = z.infer<typeof documentGroupSchema>;

/** Facts that determine a document's group together with its state. */
export interface GroupContext {
  /** The batch has been started; it may have ended since. */
  readonly started: boolean;
  readonly assigned: boolean;
  /** The beneficiary has an attach operation with an unknown outcome. */
  readonly held: boolean;
}

/** Returns the group of a document. */
export function groupOf(state: DocumentState, context: GroupContext): DocumentGroup {
  switch (state) {
    case 'found':
    case 'checking':
      return 'checking';
    case 'rejected':
      return 'rejected';
    case 'duplicate':
      return 'duplicate';
    case 'waiting-for-file':
      return 'waiting-for-file';
    case 'ready':
    case 'waiting-to-retry':
      if (!context.started) return context.assigned ? 'assigned' : 'unassigned';
      return context.held ? 'on-hold' : 'queued';
    case 'linking':
    case 'sending':
      return 'uploading';
    case 'stored':
      return context.held ? 'on-hold' : 'stored';
    case 'attaching':
      return 'stored';
    case 'attached':
      return 'attached';
    case 'attach-unknown':
      return 'unknown';
    case 'failed':
      return 'problem';
    case 'excluded':
      return 'excluded';
    case 'cancelled':
      return 'cancelled';
  }
}

const flags = [true, false] as const;
const unfinishedStates = documentStates.filter(
  (state) => !finalDocumentStates.some((final) => final === state),
);

/** Groups of documents that are not in one of {@link finalDocumentStates}. */
export const unfinishedGroups: readonly DocumentGroup[] = documentGroups.filter((group) =>
  unfinishedStates.some((state) =>
    flags.some((started) =>
      flags.some((assigned) => flags.some((held) => groupOf(state, { started, assigned, held }) === group)),
    ),
  ),
);

/** Phase of the batch: prepared by the clerk, being sent, ended, or cancelled. */
export type BatchPhase = 'preparing' | 'sending' | 'resting' | 'cancelled';

/** Facts that determine who advances a document, together with its state. */
interface DocumentSituation {
  readonly phase: BatchPhase;
  /**
   * The document is withheld: its beneficiary has an unknown outcome or no recipient ID, or the set is incomplete
   * without the clerk's consent.
   */
  readonly withheld: boolean;
}

/**
 * Returns who advances a document. Before the start, all documents of a batch wait for it; documents that were left
 * out at the start are finished.
 */
export function documentAttention(state: DocumentState, { phase, withheld }: DocumentSituation): Attention {
  const isStarted = phase === 'sending' || phase === 'resting';
  switch (state) {
    case 'found':
    case 'checking':
      return phase === 'cancelled' ? 'final' : 'moving';
    case 'rejected':
    case 'duplicate':
      return phase === 'preparing' ? 'needs-you' : 'final';
    case 'ready':
    case 'waiting-to-retry':
    case 'stored':
      if (phase === 'preparing') return 'needs-you';
      if (phase === 'cancelled') return 'final';
      return withheld || phase === 'resting' ? 'needs-you' : 'moving';
    case 'linking':
    case 'sending':
    case 'attaching':
      return 'moving';
    case 'waiting-for-file':
      return phase === 'cancelled' ? 'final' : 'needs-you';
    case 'failed':
      return isStarted ? 'needs-you' : 'final';
    case 'attach-unknown':
      return 'needs-you';
    case 'attached':
    case 'excluded':
    case 'cancelled':
      return 'final';
  }
}
