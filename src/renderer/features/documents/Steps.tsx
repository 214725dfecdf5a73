import { documentsScreenWords } from '../../../shared/words/documents-screen.ts';
import { Icon } from '../../components/Icon.tsx';

const words = documentsScreenWords.steps;
const names = ['check', 'assign', 'review'] as const;

/** The three steps before a batch starts; `current` counts from 1, and what lies before it is done. */
export function Steps({ current }: { readonly current: 1 | 2 | 3 }) {
  return (
    <ol className="batch-steps" aria-label={words.label}>
      {names.map((name, index) => {
        const number = index + 1;
        if (number < current) {
          return (
            <li key={name} className="done">
              <Icon name="check" />
              <span className="sr">{words.done}</span>
              <span className="word">{words[name].done}</span>
            </li>
          );
        }
        const isCurrent = number === current;
        return (
          <li key={name} {...(isCurrent ? { 'aria-current': 'step' } : {})}>
            <span className="no">{number}</span>
            <span className="word">{isCurrent ? words[name].now : words[name].coming}</span>
          </li>
        );
      })}
    </ol>
  );
}
