/** @file What the panel says about a document, before it is drawn. */
import type { DocumentDetail } from '../../../shared/contract/documents.ts';
import { reasonWords } from '../../../shared/words/documents.ts';
import { documentPanelWords } from '../../../shared/words/documents-panel.ts';

const words = documentPanelWords.panel;

/** What happened to the document, in sentences. */
export function sentenceOf(
  document: Pick<DocumentDetail, 'state' | 'group' | 'reason' | 'beneficiary' | 'attachesAfter'>,
): string {
  const { states } = words;
  if (document.group === 'on-hold') return states.onHold;
  if (document.reason !== null) return reasonWords(document.reason).full;
  switch (document.state) {
    case 'found':
      return states.found;
    case 'checking':
      return states.checking;
    case 'ready':
      if (document.group === 'queued') return states.queued;
      return document.beneficiary === null ? states.unassigned : states.assigned;
    case 'linking':
    case 'sending':
      return states.uploading;
    case 'stored':
      return (document.attachesAfter ?? 0) > 0 ? states.stored : states.storedNext;
    case 'attaching':
      return states.attaching;
    case 'attached':
      return states.attached;
    case 'excluded':
      return states.excluded;
    case 'cancelled':
      return states.cancelled;
    default:
      return '';
  }
}

/** What the bytes are, and whether the name says the same. */
export function contentWords({ kind, reason }: Pick<DocumentDetail, 'kind' | 'reason'>): string {
  if (kind === null) return words.unknown;
  const content = words.contents[kind];
  return reason?.code === 'content-differs' || kind === 'other'
    ? words.fitsNot(content)
    : words.fits(content);
}

/** `9c1f04…e77b2a`: enough of a hash to tell it from another. */
export function shortHash(hash: string): string {
  return `${hash.slice(0, 6)}…${hash.slice(-6)}`;
}

/** The folder of a path of any operating system. */
export function folderOf(path: string): string {
  const end = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return end <= 0 ? path : path.slice(0, end);
}
