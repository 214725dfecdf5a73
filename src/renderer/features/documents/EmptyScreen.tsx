import { isOpenBatch } from '../../../shared/model/batch.ts';
import { documentsScreenWords } from '../../../shared/words/documents-screen.ts';
import { samplesWords } from '../../../shared/words/samples.ts';
import { useSamples } from '../../app/samples.ts';
import { useTopicPart } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { DropZone } from '../../components/DropZone.tsx';
import { DocumentsIllustration, Empty, NumberedSteps } from '../../components/Empty.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PageHead } from '../../components/Page.tsx';
import { useAsyncAction } from '../../components/use-async-action.ts';
import { addSamples, choose, showBatch, showEarlier, takeIn } from './add-files.ts';
import { needClerkOnRail } from './batch-numbers.ts';
import { useBatches } from './contributions.ts';
import { WorkProblem } from './WorkProblem.tsx';

const words = documentsScreenWords.empty;
const nothingMore = { batches: 0, needClerk: 0 };

function Ways() {
  return (
    <ul className="batch-ways">
      {words.ways.map(({ icon, title, example }) => (
        <li key={title}>
          <Icon name={icon} />
          <span>
            <b>{title}</b>
            <span className="raw faint">{example}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What is open is not forgotten while another batch is begun. */
function OpenBatches() {
  const open = useBatches().filter(isOpenBatch);
  const { batches: more, needClerk: moreNeed } = useTopicPart('moreBatches', (value) => value, nothingMore);
  const [first] = open;
  if (first === undefined) return null;
  const count = open.length + more;
  return (
    <div className="batch-notices">
      <Notice
        title={words.open(count, needClerkOnRail(open) + moreNeed)}
        actionsAt="end"
        actions={
          <Button size="small" onPress={count === 1 ? () => showBatch(first.id) : showEarlier}>
            {count === 1 ? words.goToBatch(first.number) : words.goToOpen}
          </Button>
        }
      />
    </div>
  );
}

/** No batch is shown: one place to drop, and what happens next. */
export function EmptyScreen() {
  const work = useAsyncAction();
  const samples = useSamples();
  return (
    <>
      <PageHead
        title={documentsScreenWords.word}
        actions={
          <Button variant="quiet" icon="clock" onPress={showEarlier}>
            {words.earlier}
          </Button>
        }
      />
      <WorkProblem work={work} />
      <OpenBatches />
      <div className="batch-empty">
        <DropZone onFiles={(files) => void work.runInTurn(() => takeIn(files))}>
          <Empty
            drawing={<DocumentsIllustration />}
            title={words.title}
            lead={words.lead}
            actions={
              <>
                <Button variant="primary" onPress={() => void work.run(() => choose('files'))} startsFocused>
                  {words.chooseFiles}
                </Button>
                <Button onPress={() => void work.run(() => choose('folder'))}>{words.chooseFolder}</Button>
                {samples?.documents === true && (
                  <Button onPress={() => void work.run(addSamples)}>{samplesWords.documents}</Button>
                )}
              </>
            }
            foot={words.accepted}
          />
        </DropZone>
        <section className="batch-next" data-tour="next">
          <h3>{words.next}</h3>
          <NumberedSteps steps={words.steps} />
        </section>
        <section className="batch-next" data-tour="ways">
          <h3>{words.faster}</h3>
          <Ways />
        </section>
      </div>
    </>
  );
}
