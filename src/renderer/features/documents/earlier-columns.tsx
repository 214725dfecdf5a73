/** @file The columns of the list of earlier batches. */
import type { EarlierBatch } from '../../../shared/contract/documents.ts';
import { formatNumber } from '../../../shared/messages/index.ts';
import type { BatchState } from '../../../shared/model/batch.ts';
import { documentsScreenWords } from '../../../shared/words/documents-screen.ts';
import type { Column } from '../../components/data-grid/columns.ts';
import type { IconName } from '../../components/icons.ts';
import { Badge, State, Tag } from '../../components/State.tsx';
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

/** A number that is part of all documents of a batch; none is not worth looking at. */
function countColumn(
  id: 'attached' | 'stored' | 'waiting' | 'problems' | 'unknown' | 'leftOut',
  width: number,
): Column<EarlierBatch> {
  return {
    id,
    word: words[id],
    width,
    align: 'right',
    cell: (batch) => <span className={batch[id] === 0 ? 'faint' : undefined}>{formatNumber(batch[id])}</span>,
  };
}

/**
 * See the file's header. What says whether a batch is finished stands first, so that it is seen in a narrow window too.
 */
export const earlierColumns: readonly Column<EarlierBatch>[] = [
  {
    id: 'number',
    word: words.number,
    width: 148,
    cell: ({ number, open }) => (
      <span className="earlier-batch">
        <b className="earlier-number num">{documentsScreenWords.batch(number)}</b>
        {open && <Tag>{words.open}</Tag>}
      </span>
    ),
  },
  {
    id: 'state',
    word: words.state,
    width: 128,
    cell: ({ state }) => <StateOfBatch state={state} />,
  },
  {
    id: 'documents',
    word: words.documents,
    width: 88,
    align: 'right',
    cell: ({ documents }) => formatNumber(documents),
  },
  countColumn('attached', 80),
  countColumn('stored', 92),
  countColumn('waiting', 92),
  countColumn('problems', 80),
  countColumn('unknown', 80),
  countColumn('leftOut', 72),
  {
    id: 'dropped',
    word: words.dropped,
    width: 152,
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
];
