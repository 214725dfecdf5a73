/** @file The history of a document in words. */
import type { DocumentDetail, DocumentEvent } from '../../../shared/contract/documents.ts';
import { reasonWords } from '../../../shared/words/documents.ts';
import { documentPanelWords } from '../../../shared/words/documents-panel.ts';
import type { HistoryLine } from '../../components/Facts.tsx';
import type { IconName } from '../../components/icons.ts';

const words = documentPanelWords.history;
const { contents } = documentPanelWords.panel;

interface LineLook {
  readonly icon: IconName;
  readonly tone?: 'danger' | 'warning' | 'ok';
}

const looks: Readonly<Record<DocumentEvent['kind'], LineLook>> = {
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

/** What gave the beneficiary, where it was no person. */
function assignedWords(by: string | null): string | null {
  switch (by) {
    case 'folder':
      return words.byFolder;
    case 'pattern':
      return words.byPattern;
    case 'manifest':
      return words.byManifest;
    default:
      return null;
  }
}

/** Files of the system and lists are left out by Paydesk itself. */
function excludedWords(event: DocumentEvent, by: string): string {
  switch (event.reason?.code) {
    case 'system-file':
      return words.systemFile;
    case 'list-of-beneficiaries':
    case 'list-of-files':
      return words.usedAsList;
    default:
      return words.excluded(by);
  }
}

/** Who did it; an event that nobody signed was the clerk's. */
function wordsOf(event: DocumentEvent, kind: DocumentDetail['kind']): string {
  const why = event.reason === null ? '' : reasonWords(event.reason).short;
  const by = event.by ?? words.somebody;
  switch (event.kind) {
    case 'dropped':
      return words.dropped(by);
    case 'checked':
      return words.checked(kind === null ? '' : contents[kind]);
    case 'rejected':
      return words.rejected(why);
    case 'duplicate':
      return words.duplicate(why);
    case 'assigned':
      return assignedWords(event.by) ?? words.assigned(by);
    case 'unassigned':
      return words.unassigned(by);
    case 'excluded':
      return excludedWords(event, by);
    case 'included':
      return words.included(event.by ?? '');
    case 'queued':
      return words.queued;
    case 'sending':
      return words.sending;
    case 'stored':
      return words.stored;
    case 'attaching':
      return words.attaching(by);
    case 'attached':
      return words.attached;
    case 'unknown':
      return words.unknown;
    case 'settled':
      return words.settled(by);
    case 'waiting':
      return words.waiting(why);
    case 'retrying':
      return words.retrying(why);
    case 'failed':
      return words.failed(why);
    case 'cancelled':
      return event.reason?.code === 'closed-by-clerk' ? words.closed(by) : words.cancelled(event.by ?? '');
    case 'interrupted':
      return words.interrupted;
  }
}

/** The lines of a document's history, newest first. */
export function historyOf({ history, kind }: Pick<DocumentDetail, 'history' | 'kind'>): HistoryLine[] {
  return history.map((event, index) => {
    const { icon, tone } = looks[event.kind];
    return {
      key: history.length - index,
      icon,
      words: wordsOf(event, kind),
      at: event.at,
      ...(tone === undefined ? {} : { tone }),
    };
  });
}
