import { memo } from 'react';
import { t } from '../../../../shared/messages/index.ts';
import type { BatchSummary } from '../../../../shared/model/documents/batch.ts';
import { offersBatchAction } from '../../../../shared/model/documents/batch-machine.ts';
import { navigate } from '../../../app/routes.ts';
import { toastSaved } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import { Button, type ButtonProps } from '../../../components/actions/Button.tsx';
import { IconButton } from '../../../components/actions/IconButton.tsx';
import { Menu } from '../../../components/actions/Menu.tsx';
import type { AsyncAction } from '../../../components/actions/use-async-action.ts';
import { PageHead } from '../../../components/layout/Page.tsx';
import { Time } from '../../../components/layout/Time.tsx';
import { Message } from '../../../components/messages/Message.tsx';
import styles from '../Batch.module.css';
import { openDialog } from '../dialogs.ts';
import { undoLastAssignment } from '../list/undo-toasts.ts';
import { reviewBlockerMessage } from '../review/review-blocker-message.ts';
import { BatchSwitcher } from './BatchSwitcher.tsx';
import { countOf, findReviewBlocker, phaseOf } from './batch-numbers.ts';
import { ReceiptMenu } from './ReceiptMenu.tsx';
import { Steps } from './Steps.tsx';
import { dismissBatch } from './shown-batch.ts';

interface BatchHeadProps {
  readonly batch: BatchSummary;
  readonly batches: readonly BatchSummary[];
  readonly asyncAction: AsyncAction;
}

function BatchOrigin({ batch, batches }: Omit<BatchHeadProps, 'asyncAction'>) {
  const time = <Time value={batch.createdAt} form="sentence" />;
  return (
    <span className={styles.dropped}>
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

function MoreActions({ batch, asyncAction }: Pick<BatchHeadProps, 'batch' | 'asyncAction'>) {
  const { id: batchId, lastMapping } = batch;
  const undo = () => void asyncAction.runQueued(() => undoLastAssignment(batchId));
  return (
    <Menu
      label={t('documentsMapping.more')}
      placement="bottom end"
      trigger={<IconButton icon="more" label={t('documentsMapping.more')} variant="default" size="medium" />}
      entries={[
        {
          id: 'pattern',
          label: t('documentsMapping.byName'),
          detail: t('documentsMapping.byNameMore'),
          icon: 'file',
          onAction: () => openDialog({ kind: 'pattern', batchId }),
        },
        {
          id: 'manifest',
          label: t('documentsMapping.byList'),
          detail: t('documentsMapping.byListMore'),
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
            : {
                detail: t(`documentsMapping.undoMore.${lastMapping.way}`, { count: lastMapping.documents }),
              }),
          onAction: undo,
        },
        {
          id: 'discard',
          label: t('documentsScreen.head.discard'),
          icon: 'trash',
          separated: true,
          danger: true,
          onAction: () => openDialog({ kind: 'discard', batchId }),
        },
      ]}
    />
  );
}

/**
 * The next step comes first and is primary. It stays one button element, so that the focus is on the review once all
 * documents are assigned.
 */
function PreparingActions({ batch, asyncAction }: Pick<BatchHeadProps, 'batch' | 'asyncAction'>) {
  const blocker = findReviewBlocker(batch);
  const assign: ButtonProps = {
    onPress: () => openDialog({ kind: 'folders', batchId: batch.id }),
    children: t('documentsScreen.head.byFolder'),
  };
  const review: ButtonProps = {
    disabledReason: reviewBlockerMessage(blocker),
    onPress: () => navigate('documents', { view: 'review', batchId: batch.id }),
    children: t('documentsScreen.steps.review.now'),
  };
  const isAssignmentNext = blocker?.kind === 'unassigned' && batch.folders > 0;
  const [next, other] = isAssignmentNext ? [assign, review] : [review, assign];
  return (
    <>
      <Button variant="primary" {...next} />
      <Button {...other} />
      <MoreActions batch={batch} asyncAction={asyncAction} />
    </>
  );
}

interface StartedActionsProps {
  readonly batchId: number;
  readonly state: BatchSummary['state'];
  /** Documents with an unknown outcome. */
  readonly unknown: number;
  readonly asyncAction: AsyncAction;
}

/** Memoized, so that it does not render with every count that changes during uploads. */
const StartedActions = memo(({ batchId, state, unknown, asyncAction }: StartedActionsProps) => {
  const isOver = phaseOf(state) === 'over';
  const canPause = offersBatchAction('pause', state);
  const pauseOrResume = () =>
    void asyncAction.run(async () => {
      await call('documents.batch', { action: canPause ? 'pause' : 'resume', batchId });
    });
  const exportResult = () =>
    void asyncAction.run(async () => {
      toastSaved((await call('documents.export', { batchId })).savedAs);
    });
  const beginNewBatch = () => {
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
      <ReceiptMenu
        batchId={batchId}
        documentId={null}
        size="medium"
        attempt={(task) => void asyncAction.run(task)}
      />
      {offersBatchAction('cancel', state) && (
        <Button variant="quiet-danger" onPress={() => openDialog({ kind: 'cancel', batchId })}>
          {t('documentsScreen.head.cancel')}
        </Button>
      )}
      {offersBatchAction('close', state) && (
        <Button
          variant="quiet-danger"
          disabledReason={unknown === 0 ? null : t('documentsFrame.close.unknown', { count: unknown })}
          onPress={() => openDialog({ kind: 'close', batchId })}
        >
          {t('documentsScreen.head.close')}
        </Button>
      )}
      {(canPause || offersBatchAction('resume', state)) && (
        // One button element for pause and resume, so that the focus stays when the label changes.
        <Button icon={canPause ? 'pause' : 'play'} onPress={pauseOrResume}>
          {canPause ? t('documentsScreen.head.pause') : t('documentsScreen.head.resume')}
        </Button>
      )}
      {isOver && (
        <Button icon="plus" onPress={beginNewBatch}>
          {t('documentsScreen.head.newBatch')}
        </Button>
      )}
    </>
  );
});

export function BatchHead({ batch, batches, asyncAction }: BatchHeadProps) {
  const isPreparing = phaseOf(batch.state) === 'preparing';
  const blocker = findReviewBlocker(batch);
  const isFileCheckOver = blocker === null || blocker.kind === 'unassigned' || blocker.kind === 'nothing';
  // The steps are 1 check, 2 assign, 3 review.
  const currentStep = !isFileCheckOver ? 1 : blocker === null ? 3 : 2;
  return (
    <PageHead
      title={t('documentsScreen.earlier.documents')}
      actions={
        isPreparing ? (
          <PreparingActions batch={batch} asyncAction={asyncAction} />
        ) : (
          <StartedActions
            batchId={batch.id}
            state={batch.state}
            unknown={countOf(batch, 'unknown')}
            asyncAction={asyncAction}
          />
        )
      }
    >
      <BatchOrigin batch={batch} batches={batches} />
      {isPreparing && <Steps current={currentStep} />}
    </PageHead>
  );
}
