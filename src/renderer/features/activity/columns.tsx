import { t } from '../../../shared/messages/index.ts';
import { type ActivityEntry, toShownOutcome } from '../../../shared/model/activity.ts';
import type { Column } from '../../components/data-grid/columns.ts';
import { FileName } from '../../components/files/FileName.tsx';
import { Time } from '../../components/layout/Time.tsx';
import { describeEntry } from './entry-text.ts';
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
    id: 'sentence',
    get label() {
      return t('activity.field.sentence');
    },
    width: 'rest',
    cell: (entry) => <FileName name={describeEntry(entry)} />,
  },
  {
    id: 'outcome',
    get label() {
      return t('activity.field.outcome');
    },
    width: 116,
    cell: (entry) => <Outcome outcome={toShownOutcome(entry)} />,
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
];
