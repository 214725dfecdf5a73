/** @file The columns of the list of earlier batches. */

import type { EarlierBatch } from '../../../../shared/contract/documents.ts';
import { formatNumber, t } from '../../../../shared/messages/index.ts';
import type { BatchState } from '../../../../shared/model/documents/batch.ts';
import type { Column } from '../../../components/data-grid/columns.ts';
import type { IconName } from '../../../components/layout/icons.ts';
import { Time } from '../../../components/layout/Time.tsx';
import { Badge, State, Tag } from '../../../components/messages/State.tsx';

const stateLooks: Readonly<
  Record<BatchState, { readonly icon: IconName; readonly tone: 'plain' | 'run' | 'ok' }>
> = {
  draft: { icon: 'file', tone: 'plain' },
  checking: { icon: 'search', tone: 'run' },
  running: { icon: 'up', tone: 'run' },
  paused: { icon: 'hold', tone: 'plain' },
  done: { icon: 'check-circle', tone: 'ok' },
  'done-with-problems': { icon: 'alert', tone: 'plain' },
  cancelled: { icon: 'minus', tone: 'plain' },
};

function StateOfBatch({ state }: { readonly state: BatchState }) {
  const { icon, tone } = stateLooks[state];
  if (state === 'done-with-problems') {
    return (
      <Badge icon={icon} tone="warning">
        {t(`documentsScreen.earlier.states.${state}`)}
      </Badge>
    );
  }
  return (
    <State icon={icon} tone={tone}>
      {t(`documentsScreen.earlier.states.${state}`)}
    </State>
  );
}

/** Column of a count; zero is dimmed. */
function countColumn(
  id: 'attached' | 'stored' | 'waiting' | 'problems' | 'unknown' | 'leftOut',
  width: number,
): Column<EarlierBatch> {
  return {
    id,
    label: t(`documentsScreen.earlier.${id}`),
    width,
    align: 'right',
    cell: (batch) => <span className={batch[id] === 0 ? 'faint' : undefined}>{formatNumber(batch[id])}</span>,
  };
}

/** The columns that show whether a batch is finished come first, so that they are visible in a narrow window too. */
function createColumns(): readonly Column<EarlierBatch>[] {
  return [
    {
      id: 'number',
      label: t('documentsScreen.earlier.number'),
      width: 172,
      cell: ({ number, open }) => (
        <span className="row gap-2">
          <b className="medium num">{t('documentsScreen.batch', { number })}</b>
          {open && <Tag>{t('documentsScreen.earlier.open')}</Tag>}
        </span>
      ),
    },
    {
      id: 'state',
      label: t('documentsScreen.earlier.state'),
      width: 128,
      cell: ({ state }) => <StateOfBatch state={state} />,
    },
    {
      id: 'documents',
      label: t('documentsScreen.earlier.documents'),
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
      label: t('documentsScreen.earlier.dropped'),
      width: 152,
      face: 'dim',
      cell: ({ createdAt }) => <Time value={createdAt} form="moment" />,
    },
    {
      id: 'by',
      label: t('documentsScreen.earlier.by'),
      width: 'rest',
      face: 'dim',
      cell: ({ droppedBy }) => <bdi>{droppedBy}</bdi>,
      title: ({ droppedBy }) => droppedBy,
    },
  ];
}

let columns: readonly Column<EarlierBatch>[] | null = null;

/** The columns of the list of earlier batches; a stable array. */
export function earlierColumns(): readonly Column<EarlierBatch>[] {
  columns ??= createColumns();
  return columns;
}
