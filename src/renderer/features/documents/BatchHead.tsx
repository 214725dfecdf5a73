import { memo } from 'react';
import type { BatchSummary } from '../../../shared/model/batch.ts';
import { documentsFrameWords } from '../../../shared/words/documents-frame.ts';
import { mappingWords } from '../../../shared/words/documents-mapping-screen.ts';
import { documentsScreenWords } from '../../../shared/words/documents-screen.ts';
import { navigate } from '../../app/routes.ts';
import { toastSaved } from '../../app/toasts.ts';
import { call } from '../../bridge.ts';
import { Button, IconButton } from '../../components/Button.tsx';
import { Menu } from '../../components/Menu.tsx';
import { PageHead } from '../../components/Page.tsx';
import { Time } from '../../components/Time.tsx';
import type { AsyncAction } from '../../components/use-async-action.ts';
import { undoLastAssignment } from './answers.ts';
import { BatchSwitcher } from './BatchSwitcher.tsx';
import { countOf, notReady, phaseOf } from './batch-numbers.ts';
import { ask } from './dialogs.ts';
import { Steps } from './Steps.tsx';
import { putAway } from './shown-batch.ts';
import { whyNotReview } from './why-not-review.ts';

const words = documentsScreenWords.head;
const closeWords = documentsFrameWords.close;

/** Props of {@link BatchHead}. */
export interface BatchHeadProps {
  readonly batch: BatchSummary;
  readonly batches: readonly BatchSummary[];
  readonly work: AsyncAction;
}

function Dropped({ batch, batches }: Omit<BatchHeadProps, 'work'>) {
  return (
    <span className="batch-dropped">
      <BatchSwitcher batch={batch} batches={batches} />
      <span className="cut">
        {batches.length < 2 && ', '}
        {words.dropped} <Time value={batch.createdAt} form="sentence" />
        {words.from(batch.folders)}
      </span>
    </span>
  );
}

/** Ways to assign besides the usual one, and the way back. */
function MoreWays({ batch, work }: Pick<BatchHeadProps, 'batch' | 'work'>) {
  const { id: batchId, lastMapping } = batch;
  const undo = () => void work.runInTurn(() => undoLastAssignment(batchId));
  return (
    <Menu
      label={mappingWords.more}
      placement="bottom end"
      trigger={<IconButton icon="more" label={mappingWords.more} variant="default" size="medium" />}
      entries={[
        {
          id: 'pattern',
          word: mappingWords.byName,
          more: mappingWords.byNameMore,
          icon: 'file',
          onAction: () => ask({ kind: 'pattern', batchId }),
        },
        {
          id: 'manifest',
          word: mappingWords.byList,
          more: mappingWords.byListMore,
          icon: 'columns',
          onAction: () => ask({ kind: 'manifest', batchId }),
        },
        {
          id: 'undo',
          word: mappingWords.undo,
          icon: 'retry',
          separated: true,
          disabled: lastMapping === null,
          ...(lastMapping === null
            ? {}
            : { more: mappingWords.undoMore(lastMapping.way, lastMapping.documents) }),
          onAction: undo,
        },
      ]}
    />
  );
}

function PreparingActions({ batch, work }: Pick<BatchHeadProps, 'batch' | 'work'>) {
  const reason = notReady(batch);
  // The one primary button of the screen is what comes next.
  const assignsNext = reason?.kind === 'unassigned' && batch.folders > 0;
  return (
    <>
      <Button variant="quiet-danger" onPress={() => ask({ kind: 'discard', batchId: batch.id })}>
        {words.discard}
      </Button>
      <Button
        icon="folder"
        tourStop="assign"
        variant={assignsNext ? 'primary' : 'default'}
        onPress={() => ask({ kind: 'folders', batchId: batch.id })}
      >
        {words.byFolder}
      </Button>
      <MoreWays batch={batch} work={work} />
      <Button
        tourStop="review"
        variant={assignsNext ? 'default' : 'primary'}
        disabledReason={whyNotReview(reason)}
        onPress={() => navigate('documents', { view: 'review', batchId: batch.id })}
      >
        {words.review}
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

/** Drawn anew only in another state, and not with every number that moves while documents are sent. */
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
    putAway(batchId);
    navigate('documents', { view: 'new', batchId: null });
  };
  return (
    <>
      <IconButton
        icon="clock"
        label={words.earlier}
        size="medium"
        onPress={() => navigate('documents', { view: 'earlier', batchId: null })}
      />
      <Button icon="download" onPress={exportResult}>
        {words.export}
      </Button>
      {!over && (
        <Button variant="quiet-danger" onPress={() => ask({ kind: 'cancel', batchId })}>
          {words.cancel}
        </Button>
      )}
      {state === 'done-with-problems' && (
        <Button
          variant="quiet-danger"
          disabledReason={unknown === 0 ? null : closeWords.unknown(unknown)}
          onPress={() => ask({ kind: 'close', batchId })}
        >
          {words.close}
        </Button>
      )}
      {(running || state === 'paused') && (
        // One button, so that the focus stays with it.
        <Button
          icon={running ? 'pause' : 'play'}
          onPress={() => command(running ? 'documents.pause' : 'documents.resume')}
        >
          {running ? words.pause : words.resume}
        </Button>
      )}
      {over && (
        <Button icon="plus" onPress={beginNew}>
          {words.newBatch}
        </Button>
      )}
    </>
  );
});

/** Which batch it is, where it stands, and what can be done with all of it. */
export function BatchHead({ batch, batches, work }: BatchHeadProps) {
  const preparing = phaseOf(batch.state) === 'preparing';
  const reason = notReady(batch);
  const isChecked = reason === null || reason.kind === 'unassigned' || reason.kind === 'nothing';
  const current = !isChecked ? 1 : reason === null ? 3 : 2;
  return (
    <PageHead
      title={documentsScreenWords.word}
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
