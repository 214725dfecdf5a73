import { documentsScreenWords } from '../../../shared/words/documents-screen.ts';
import { samplesWords } from '../../../shared/words/samples.ts';
import { go } from '../../app/routes.ts';
import { useSamples } from '../../app/samples.ts';
import { Button } from '../../components/Button.tsx';
import { DropZone } from '../../components/DropZone.tsx';
import { Empty, NumberedSteps, PapersDrawing } from '../../components/Empty.tsx';
import { Icon } from '../../components/Icon.tsx';
import { PageHead } from '../../components/Page.tsx';
import { useWork } from '../../components/use-work.ts';
import { addSamples, choose, takeIn } from './take-in.ts';
import { WorkProblem } from './WorkProblem.tsx';

const words = documentsScreenWords.empty;

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

/** No batch yet: one place to drop, and what happens next. */
export function EmptyScreen() {
  const work = useWork();
  const samples = useSamples();
  return (
    <>
      <PageHead
        title={documentsScreenWords.word}
        actions={
          <Button
            variant="quiet"
            icon="clock"
            onPress={() => go('documents', { view: 'earlier', batchId: null })}
          >
            {words.earlier}
          </Button>
        }
      />
      <WorkProblem work={work} />
      <div className="batch-empty">
        <DropZone onFiles={(files) => void work.run(() => takeIn(files))}>
          <Empty
            drawing={<PapersDrawing />}
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
        <section className="batch-next">
          <h3>{words.next}</h3>
          <NumberedSteps steps={words.steps} />
        </section>
        <section className="batch-next">
          <h3>{words.faster}</h3>
          <Ways />
        </section>
      </div>
    </>
  );
}
