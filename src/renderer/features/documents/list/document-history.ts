/** @file Messages of the history of a document. */

import type { DocumentDetail, DocumentEvent } from '../../../../shared/contract/documents.ts';
import { reasonMessage } from '../../../../shared/document-reason-message.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { HistoryLine } from '../../../components/layout/Facts.tsx';
import type { IconName } from '../../../components/layout/icons.ts';

interface LineLook {
  readonly icon: IconName;
  readonly tone?: 'danger' | 'warning' | 'ok';
}

const eventLooks: Readonly<Record<DocumentEvent['kind'], LineLook>> = {
  dropped: { icon: 'plus' },
  checked: { icon: 'check-circle', tone: 'ok' },
  rejected: { icon: 'ended', tone: 'danger' },
  duplicate: { icon: 'copy', tone: 'warning' },
  assigned: { icon: 'people' },
  unassigned: { icon: 'people' },
  excluded: { icon: 'minus' },
  included: { icon: 'plus' },
  queued: { icon: 'queued' },
  sending: { icon: 'up' },
  stored: { icon: 'stored' },
  attaching: { icon: 'up' },
  attached: { icon: 'check-circle', tone: 'ok' },
  unknown: { icon: 'help', tone: 'warning' },
  settled: { icon: 'check' },
  waiting: { icon: 'hourglass', tone: 'warning' },
  retrying: { icon: 'retry' },
  failed: { icon: 'problem', tone: 'danger' },
  cancelled: { icon: 'minus' },
  interrupted: { icon: 'retry' },
};

/** Describes an assignment by a rule; `null` for an assignment by a person. */
function assignedMessage(by: string | null): string | null {
  switch (by) {
    case 'folder':
      return t('documentsPanel.history.byFolder');
    case 'pattern':
      return t('documentsPanel.history.byPattern');
    case 'manifest':
      return t('documentsPanel.history.byManifest');
    default:
      return null;
  }
}

/** Describes an exclusion; Paydesk itself excludes system files and lists. */
function excludedMessage(event: DocumentEvent, by: string): string {
  switch (event.reason?.code) {
    case 'system-file':
      return t('documentsPanel.history.systemFile');
    case 'list-of-beneficiaries':
    case 'list-of-files':
      return t('documentsPanel.history.usedAsList');
    default:
      return t('documentsPanel.history.excluded', { by });
  }
}

/** Describes an event. An event without a user was caused by the clerk. */
function describeEvent(event: DocumentEvent, kind: DocumentDetail['kind']): string {
  const reason = event.reason === null ? '' : reasonMessage(event.reason).short;
  // The name of the user; for `attaching`, the recipient.
  const by = event.by ?? t('documentsPanel.history.you');
  switch (event.kind) {
    case 'dropped':
      return t('documentsPanel.history.dropped', { by });
    case 'checked':
      return kind === null
        ? t('documentsPanel.history.checked')
        : t('documentsPanel.history.checkedAs', { kind: t(`documentsPanel.panel.contents.${kind}`) });
    case 'rejected':
      return t('documentsPanel.history.rejected', { reason });
    case 'duplicate':
      return t('documentsPanel.history.duplicate', { reason });
    case 'assigned':
      return assignedMessage(event.by) ?? t('documentsPanel.history.assigned', { by });
    case 'unassigned':
      return t('documentsPanel.history.unassigned', { by });
    case 'excluded':
      return excludedMessage(event, by);
    case 'included':
      return event.by === null
        ? t('documentsPanel.history.included')
        : t('documentsPanel.history.includedBy', { by });
    case 'queued':
      return t('documentsPanel.history.queued');
    case 'sending':
      return t('documentsPanel.history.sending');
    case 'stored':
      return t('documentsPanel.history.stored');
    case 'attaching':
      return t('documentsPanel.history.attaching', { to: by });
    case 'attached':
      return t('documentsPanel.history.attached');
    case 'unknown':
      return t('documentsPanel.history.unknown');
    case 'settled':
      return t('documentsPanel.history.settled', { by });
    case 'waiting':
      return t('documentsPanel.history.waiting', { reason });
    case 'retrying':
      return reason === '' ? t('documentsPanel.history.retrying') : reason;
    case 'failed':
      return t('documentsPanel.history.failed', { reason });
    case 'cancelled':
      if (event.reason?.code === 'closed-by-clerk') return t('documentsPanel.history.closed', { by });
      return event.by === null
        ? t('documentsPanel.history.cancelled')
        : t('documentsPanel.history.cancelledBy', { by });
    case 'interrupted':
      return t('documentsPanel.history.interrupted');
  }
}

/** The lines of a document's history, newest first. */
export function historyOf({ history, kind }: Pick<DocumentDetail, 'history' | 'kind'>): HistoryLine[] {
  return history.map((event, index) => {
    const { icon, tone } = eventLooks[event.kind];
    return {
      key: history.length - index,
      icon,
      text: describeEvent(event, kind),
      occurredAt: event.at,
      ...(tone === undefined ? {} : { tone }),
    };
  });
}
