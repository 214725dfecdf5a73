import { t } from '../../../shared/messages/index.ts';
import { isOpenBatch } from '../../../shared/model/documents/batch.ts';
import { useSamples } from '../../app/samples.ts';
import { useTopicPart } from '../../bridge.ts';
import { Button } from '../../components/actions/Button.tsx';
import { useAsyncAction } from '../../components/actions/use-async-action.ts';
import { DropZone } from '../../components/files/DropZone.tsx';
import { Icon } from '../../components/layout/Icon.tsx';
import { PageHead } from '../../components/layout/Page.tsx';
import { DocumentsIllustration, Empty, NumberedSteps } from '../../components/messages/Empty.tsx';
import { Notice } from '../../components/messages/Notice.tsx';
import { addFiles, addSamples, chooseFiles, showBatch, showEarlierBatches } from './add-files.ts';
import styles from './Batch.module.css';
import { sumNeedClerk } from './batches/batch-numbers.ts';
import { useBatches } from './frame.ts';
import { ActionError } from './list/ActionError.tsx';

const steps = ['check', 'assign', 'review'] as const;
/** Ways to prepare files so that they are assigned without the clerk, each with an example that is not translated. */
const methods = [
  { id: 'folder', icon: 'folder', example: 'Ahlström Konepaja\\scan 1.pdf' },
  { id: 'recipientId', icon: 'people', example: 'rcp_20c7714e\\invoice.pdf' },
  { id: 'addressBook', icon: 'ledger', example: 'recipientId,label' },
] as const;
const noMoreBatches = { batches: 0, needClerk: 0 };

function AssignmentMethods() {
  return (
    <ul className={styles.assignMethods}>
      {methods.map(({ id, icon, example }) => (
        <li key={id}>
          <Icon name={icon} />
          <span>
            <b>{t(`documentsScreen.empty.methods.${id}`)}</b>
            <span className="raw faint">{example}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Reminder of the open batches, on the screen that starts a new batch. */
function OpenBatches() {
  const openBatches = useBatches().filter(isOpenBatch);
  const { batches: moreBatches, needClerk: moreNeedClerk } = useTopicPart(
    'moreBatches',
    (value) => value,
    noMoreBatches,
  );
  const [firstBatch] = openBatches;
  if (firstBatch === undefined) return null;
  const count = openBatches.length + moreBatches;
  const needClerkCount = sumNeedClerk(openBatches) + moreNeedClerk;
  return (
    <div className={styles.notices}>
      <Notice
        title={
          needClerkCount === 0
            ? t('documentsScreen.empty.open', { batches: count })
            : t('documentsScreen.empty.openNeedYou', { batches: count, count: needClerkCount })
        }
        actionsAt="end"
        actions={
          <Button size="small" onPress={count === 1 ? () => showBatch(firstBatch.id) : showEarlierBatches}>
            {t('documentsScreen.empty.goToOpen', { count, number: firstBatch.number })}
          </Button>
        }
      />
    </div>
  );
}

/** Empty state: a drop zone and what happens next. */
export function EmptyScreen() {
  const asyncAction = useAsyncAction();
  const samples = useSamples();
  return (
    <>
      <PageHead
        title={t('documentsScreen.earlier.documents')}
        actions={
          <Button variant="quiet" icon="clock" onPress={showEarlierBatches}>
            {t('documentsScreen.earlier.title')}
          </Button>
        }
      />
      <ActionError asyncAction={asyncAction} />
      <OpenBatches />
      <div className={styles.empty}>
        <DropZone onFiles={(files) => void asyncAction.runQueued(() => addFiles(files))}>
          <Empty
            drawing={<DocumentsIllustration />}
            title={t('documentsScreen.empty.title')}
            lead={t('documentsScreen.empty.lead')}
            actions={
              <>
                <Button
                  variant="primary"
                  onPress={() => void asyncAction.run(() => chooseFiles('files'))}
                  startsFocused
                >
                  {t('documentsScreen.empty.chooseFiles')}
                </Button>
                <Button onPress={() => void asyncAction.run(() => chooseFiles('folder'))}>
                  {t('documentsScreen.empty.chooseFolder')}
                </Button>
                {samples?.documents === true && (
                  <Button onPress={() => void asyncAction.run(addSamples)}>{t('samples.documents')}</Button>
                )}
              </>
            }
            foot={t('documentsScreen.empty.accepted')}
          />
        </DropZone>
        <section className={styles.next}>
          <h3>{t('documentsScreen.empty.next')}</h3>
          <NumberedSteps
            steps={steps.map((step) => ({
              title: t(`documentsScreen.empty.steps.${step}.title`),
              text: t(`documentsScreen.empty.steps.${step}.text`),
            }))}
          />
        </section>
        <section className={styles.next}>
          <h3>{t('documentsScreen.empty.faster')}</h3>
          <AssignmentMethods />
        </section>
      </div>
    </>
  );
}
