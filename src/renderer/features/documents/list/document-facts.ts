/** @file Texts of the document panel. */

import type { DocumentDetail } from '../../../../shared/contract/documents.ts';
import { reasonMessage } from '../../../../shared/document-reason-message.ts';
import { t } from '../../../../shared/messages/index.ts';

/** Describes the state of a document in sentences. */
export function describeState(
  document: Pick<DocumentDetail, 'state' | 'group' | 'reason' | 'beneficiary' | 'attachesAfter'>,
): string {
  if (document.group === 'on-hold') return t('documentsPanel.panel.states.onHold');
  if (document.reason !== null) return reasonMessage(document.reason).full;
  switch (document.state) {
    case 'found':
      return t('documentsPanel.panel.states.found');
    case 'checking':
      return t('documentsPanel.panel.states.checking');
    case 'ready':
      if (document.group === 'queued') return t('documentsPanel.panel.states.queued');
      return document.beneficiary === null
        ? t('documentsPanel.panel.states.unassigned')
        : t('documentsPanel.panel.states.assigned');
    case 'linking':
    case 'sending':
      return t('documentsPanel.panel.states.uploading');
    case 'stored':
      return (document.attachesAfter ?? 0) > 0
        ? t('documentsPanel.panel.states.stored')
        : t('documentsPanel.panel.states.storedNext');
    case 'attaching':
      return t('documentsPanel.panel.states.attaching');
    case 'attached':
      return t('documentsPanel.panel.states.attached');
    case 'excluded':
      return t('documentsPanel.panel.states.excluded');
    case 'cancelled':
      return t('documentsPanel.panel.states.cancelled');
    default:
      return '';
  }
}

/** Describes the content and whether it matches the extension. */
export function contentMessage({ kind, reason }: Pick<DocumentDetail, 'kind' | 'reason'>): string {
  if (kind === null) return t('documentsPanel.panel.unknown');
  const content = t(`documentsPanel.panel.contents.${kind}`);
  return reason?.code === 'content-differs' || kind === 'other'
    ? t('documentsPanel.panel.typeMismatch', { kind: content })
    : t('documentsPanel.panel.fits', { kind: content });
}

/** Returns the first and last six digits of a hash, such as `9c1f04…e77b2a`. */
export function shortHash(hash: string): string {
  return `${hash.slice(0, 6)}…${hash.slice(-6)}`;
}

/** Returns the folder of a path of any operating system; a path without a folder is returned whole. */
export function folderOf(path: string): string {
  const end = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return end <= 0 ? path : path.slice(0, end);
}
