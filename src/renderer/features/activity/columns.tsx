import { formatBytes, t } from '../../../shared/messages/index.ts';
import type { ActivityEntry } from '../../../shared/model/activity.ts';
import type { Column } from '../../components/data-grid/columns.ts';
import { FileName } from '../../components/FileName.tsx';
import { Time } from '../../components/Time.tsx';
import { describeSubject } from './entry-text.ts';
import { Outcome } from './Outcome.tsx';

export const columns: readonly Column<ActivityEntry>[] = [
  {
    id: 'at',
    get label() {
      return t('activity.field.time');
    },
    width: 148,
    cell: (entry) => <Time value={entry.at} form="moment" />,
  },
  {
    id: 'kind',
    get label() {
      return t('activity.field.kind');
    },
    width: 176,
    cell: (entry) => t(`activity.kind.${entry.kind}`),
  },
  {
    id: 'subject',
    get label() {
      return t('activity.field.subject');
    },
    width: 'rest',
    cell: (entry) => <FileName name={describeSubject(entry)} />,
  },
  {
    id: 'outcome',
    get label() {
      return t('activity.field.outcome');
    },
    width: 116,
    cell: (entry) => <Outcome outcome={entry.outcome} />,
  },
  {
    id: 'profile',
    get label() {
      return t('activity.field.profile');
    },
    width: 144,
    cell: (entry) => entry.profile ?? '',
    title: (entry) => entry.profile ?? '',
    face: 'dim',
  },
  {
    id: 'bytes',
    get label() {
      return t('activity.field.sent');
    },
    width: 92,
    align: 'right',
    cell: (entry) => (entry.bytesSent === 0 ? '' : formatBytes(entry.bytesSent)),
    face: 'dim',
  },
];
