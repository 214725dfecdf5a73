import { formatBytes } from '../../../shared/messages/index.ts';
import type { ActivityEntry } from '../../../shared/model/activity.ts';
import { activityWords } from '../../../shared/words/activity.ts';
import { activityScreenWords } from '../../../shared/words/activity-screen.ts';
import type { Column } from '../../components/data-grid/columns.ts';
import { FileName } from '../../components/FileName.tsx';
import { Time } from '../../components/Time.tsx';
import { Outcome } from './Outcome.tsx';
import { subjectText } from './subject.ts';

const words = activityScreenWords.columns;

export const columns: readonly Column<ActivityEntry>[] = [
  { id: 'at', word: words.at, width: 148, cell: (entry) => <Time value={entry.at} form="moment" /> },
  { id: 'kind', word: words.kind, width: 176, cell: (entry) => activityWords.kinds[entry.kind] },
  {
    id: 'subject',
    word: words.subject,
    width: 'rest',
    cell: (entry) => <FileName name={subjectText(entry)} />,
  },
  { id: 'outcome', word: words.outcome, width: 116, cell: (entry) => <Outcome outcome={entry.outcome} /> },
  {
    id: 'profile',
    word: words.profile,
    width: 144,
    cell: (entry) => entry.profile ?? '',
    title: (entry) => entry.profile ?? '',
    face: 'dim',
  },
  {
    id: 'bytes',
    word: words.bytes,
    width: 92,
    align: 'right',
    cell: (entry) => (entry.bytesSent === 0 ? '' : formatBytes(entry.bytesSent)),
    face: 'dim',
  },
];
