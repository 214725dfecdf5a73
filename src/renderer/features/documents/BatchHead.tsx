import { memo } from 'react';
import { t } from '../../../shared/messages/index.ts';
import type { BatchSummary } from '../../../shared/model/batch.ts';
import { navigate } from '../../app/routes.ts';
import { toastSaved } from '../../app/toasts.ts';
import { call } from '../../bridge.ts';
import { Button, IconButton } from '../../components/Button.tsx';
import { Menu } from '../../components/Menu.tsx';
import { Message } from '../../components/Message.tsx';
import { PageHead } from '../../components/Page.tsx';
import { Time } from '../../components/Time.tsx';
import type { AsyncAction } from '../../components/use-async-action.ts';
import { BatchSwitcher } from './BatchSwitcher.tsx';
import { countOf, notReady, phaseOf } from './batch-numbers.ts';
import { openDialog } from './dialogs.ts';
import { Steps } from './Steps.tsx';
import { dismissBatch } from './shown-batch.ts';
import { undoLastAssignment } from './undo-toasts.ts';
import { whyNotReview } from './why-not-review.ts';

export interface BatchHeadProps {
  readonly batch: BatchSummary;
  readonly batches: readonly BatchSummary[];
  readonly work: AsyncAction;
}

function Dropped({ batch, batches }: Omit<BatchHeadProps, 'work'>) {
  const time = <Time value={batch.createdAt} form="sentence" />;
  return (
    <span className="batch-dropped">
      <BatchSwitcher batch={batch} batches={batches} />
      <span className="cut">
        {batches.length < 2 && ', '}
        {batch.folders === 0 ? (
          <Message id="documentsScreen.head.dropped" values={{ time }} />
        ) : (
          <Message id="documentsScreen.head.droppedFrom" values={{ time, folders: batch.folders }} />
        )}
      </span>
    </span>
  );
}

/** Menu of further ways to assign, with undo. */
function MoreAssignActions({ batch, work }: Pick<BatchHeadProps, 'batch' | 'work'>) {
  const { id: batchId, lastMapping } = batch;
  const undo = () => void work.runQueued(() => undoLastAssignment(batchId));
  return (
    <Menu
      label={t('documentsMapping.more')}
      placement="bottom end"
      trigger={<IconButton icon="more" label={t('documentsMapping.more')} variant="default" size="medium" />}
      entries={[
        {
          id: 'pattern',
          label: t('documentsMapping.byName'),
          more: t('documentsMapping.byNameMore'),
          icon: 'file',
          onAction: () => openDialog({ kind: 'pattern', batchId }),
        },
        {
          id: 'manifest',
          label: t('documentsMapping.byList'),
          more: t('documentsMapping.byListMore'),
          icon: 'columns',
          onAction: () => openDialog({ kind: 'manifest', batchId }),
        },
        {
          id: 'undo',
          label: t('documentsMapping.undo'),
          icon: 'retry',
          separated: true,
          disabled: lastMapping === null,
          ...(lastMapping === null
            ? {}
            : { more: t(`documentsMapping.undoMore.${lastMapping.way}`, { count: lastMapping.documents }) }),
          onAction: undo,
        },
      ]}
    />
  );
}

function PreparingActions({ batch, work }: Pick<BatchHeadProps, 'batch' | 'work'>) {
  const reason = notReady(batch);
  // The only primary button is the next step.
  const assignsNext = reason?.kind === 'unassigned' && batch.folders > 0;
  return (
    <>
      <Button variant="quiet-danger" onPress={() => openDialog({ kind: 'discard', batchId: batch.id })}>
        {t('documentsScreen.head.discard')}
      </Button>
      <Button
        icon="folder"
        tourStop="assign"
        variant={assignsNext ? 'primary' : 'default'}
        onPress={() => openDialog({ kind: 'folders', batchId: batch.id })}
      >
        {t('documentsScreen.head.byFolder')}
      </Button>
      <MoreAssignActions batch={batch} work={work} />
      <Button
        tourStop="review"
        variant={assignsNext ? 'default' : 'primary'}
        disabledReason={whyNotReview(reason)}
        onPress={() => navigate('documents', { view: 'review', batchId: batch.id })}
      >
        {t('documentsScreen.steps.review.now')}
      </Button>
    </>
  );
}

interface StartedActionsProps {
  readonly batchId: number;
  readonly state: BatchSummary['state'];
  /** Documents with an unknown outcome. */
  readonly unknown: number;
  readonly work: AsyncAction;
}

/** Memoized, so that it does not render with every count that changes during uploads. */
const StartedActions = memo(({ batchId, state, unknown, work }: StartedActionsProps) => {
  const over = phaseOf(state) === 'over';
  const running = state === 'running';
  const command = (name: 'documents.pause' | 'documents.resume') =>
    void work.run(async () => {
      await call(name, { batchId });
    });
  const exportResult = () =>
    void work.run(async () => {
      toastSaved((await call('documents.export', { batchId })).savedAs);
    });
  const beginNew = () => {
    dismissBatch(batchId);
    navigate('documents', { view: 'new', batchId: null });
  };
  return (
    <>
      <IconButton
        icon="clock"
        label={t('documentsScreen.earlier.title')}
        size="medium"
        onPress={() => navigate('documents', { view: 'earlier', batchId: null })}
      />
      <Button icon="download" onPress={exportResult}>
        {t('documentsScreen.head.export')}
      </Button>
      {!over && (
        <Button variant="quiet-danger" onPress={() => openDialog({ kind: 'cancel', batchId })}>
          {t('documentsScreen.head.cancel')}
        </Button>
      )}
      {state === 'done-with-problems' && (
        <Button
          variant="quiet-danger"
          disabledReason={unknown === 0 ? null : t('documentsFrame.close.unknown', { count: unknown })}
          onPress={() => openDialog({ kind: 'close', batchId })}
        >
          {t('documentsScreen.head.close')}
        </Button>
      )}
      {(running || state === 'paused') && (
        // One button for both, so that it keeps the focus.
        <Button
          icon={running ? 'pause' : 'play'}
          onPress={() => command(running ? 'documents.pause' : 'documents.resume')}
        >
          {running ? t('documentsScreen.head.pause') : t('documentsScreen.head.resume')}
        </Button>
      )}
      {over && (
        <Button icon="plus" onPress={beginNew}>
          {t('documentsScreen.head.newBatch')}
        </Button>
      )}
    </>
  );
});

/** Header of a batch: number, state, and actions. */
export function BatchHead({ batch, batches, work }: BatchHeadProps) {
  const preparing = phaseOf(batch.state) === 'preparing';
  const reason = notReady(batch);
  const isChecked = reason === null || reason.kind === 'unassigned' || reason.kind === 'nothing';
  const current = !isChecked ? 1 : reason === null ? 3 : 2;
  return (
    <PageHead
      title={t('documentsScreen.earlier.documents')}
      actions={
        preparing ? (
          <PreparingActions batch={batch} work={work} />
        ) : (
          <StartedActions
            batchId={batch.id}
            state={batch.state}
            unknown={countOf(batch, 'unknown')}
            work={work}
          />
        )
      }
    >
      <Dropped batch={batch} batches={batches} />
      {preparing && <Steps current={current} />}
    </PageHead>
  );
}
