/** @file The columns of the list of earlier batches. */
import type { EarlierBatch } from '../../../shared/contract/documents.ts';
import type { BatchState } from '../../../shared/model/batch.ts';
import { documentsScreenWords } from '../../../shared/words/documents-screen.ts';
import type { Column } from '../../components/data-grid/columns.ts';
import { formatCount } from '../../components/format.ts';
import type { IconName } from '../../components/icons.ts';
import { Badge, State } from '../../components/State.tsx';
import { Time } from '../../components/Time.tsx';

const words = documentsScreenWords.earlier;

const looks: Readonly<
  Record<BatchState, { readonly icon: IconName; readonly tone: 'plain' | 'run' | 'ok' }>
> = {
  draft: { icon: 'file', tone: 'plain' },
  checking: { icon: 'search', tone: 'run' },
  review: { icon: 'file', tone: 'plain' },
  running: { icon: 'up', tone: 'run' },
  paused: { icon: 'hold', tone: 'plain' },
  done: { icon: 'check-circle', tone: 'ok' },
  'done-with-problems': { icon: 'alert', tone: 'plain' },
  cancelled: { icon: 'minus', tone: 'plain' },
};

function StateOfBatch({ state }: { readonly state: BatchState }) {
  const { icon, tone } = looks[state];
  if (state === 'done-with-problems') {
    return (
      <Badge icon={icon} tone="warning">
        {words.states[state]}
      </Badge>
    );
  }
  return (
    <State icon={icon} tone={tone}>
      {words.states[state]}
    </State>
  );
}

/** See the file's header. */
export const earlierColumns: readonly Column<EarlierBatch>[] = [
  {
    id: 'number',
    word: words.number,
    width: 128,
    cell: ({ number }) => <b className="earlier-number num">{documentsScreenWords.batch(number)}</b>,
  },
  {
    id: 'dropped',
    word: words.dropped,
    width: 168,
    face: 'dim',
    cell: ({ createdAt }) => <Time value={createdAt} form="moment" />,
  },
  {
    id: 'by',
    word: words.by,
    width: 'rest',
    face: 'dim',
    cell: ({ droppedBy }) => <bdi>{droppedBy}</bdi>,
    title: ({ droppedBy }) => droppedBy,
  },
  {
    id: 'documents',
    word: words.documents,
    width: 100,
    align: 'right',
    cell: ({ documents }) => formatCount(documents),
  },
  {
    id: 'attached',
    word: words.attached,
    width: 92,
    align: 'right',
    face: 'dim',
    cell: ({ attached }) => formatCount(attached),
  },
  {
    id: 'problems',
    word: words.problems,
    width: 92,
    align: 'right',
    face: 'dim',
    cell: ({ problems }) => formatCount(problems),
  },
  {
    id: 'state',
    word: words.state,
    width: 216,
    cell: ({ state }) => <StateOfBatch state={state} />,
  },
];
