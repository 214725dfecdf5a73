import { sessionScreenWords } from '../../../shared/words/session-screen.ts';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';

const words = sessionScreenWords.first;

export interface FirstRunProps {
  /** `null` without a practice company. */
  readonly onExplore: (() => void) | null;
  readonly exploring: boolean;
  readonly onAdd: () => void;
}

/** The sign-in screen without profiles: explore the practice company, or add a profile. */
export function FirstRun({ onExplore, exploring, onAdd }: FirstRunProps) {
  return (
    <div className="card first-run">
      <div className="first-head">
        <h1>{words.title}</h1>
        <p className="dim">{words.lead}</p>
      </div>
      <div className="first-ways">
        {onExplore !== null && (
          <section className="first-way" aria-labelledby="first-practice">
            <Icon name="flask" size="lg" />
            <h2 id="first-practice">{words.practice}</h2>
            <p>{words.practiceDetail}</p>
            <Button variant="primary" size="wide" onPress={onExplore} startsFocused>
              {exploring ? sessionScreenWords.practice.starting : words.explore}
            </Button>
          </section>
        )}
        <section className="first-way" aria-labelledby="first-own">
          <Icon name="bank" size="lg" />
          <h2 id="first-own">{words.own}</h2>
          <div className="first-words">
            <p>{words.ownDetail}</p>
            <ul className="first-needs">
              {words.needs.map((need) => (
                <li key={need}>{need}</li>
              ))}
            </ul>
            <p>{words.managed}</p>
          </div>
          <Button size="wide" icon="plus" onPress={onAdd} startsFocused={onExplore === null}>
            {words.add}
          </Button>
        </section>
      </div>
      <div className="signin-calm first-calm">
        <Icon name="info" />
        <p>{sessionScreenWords.form.deprecation}</p>
      </div>
    </div>
  );
}
