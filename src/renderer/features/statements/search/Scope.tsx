import { Icon } from '../../../components/layout/Icon.tsx';
import type { IconName } from '../../../components/layout/icons.ts';
import styles from './Scope.module.css';

export interface ScopeSentence {
  readonly sentence: string;
  /** The sentence names something that is left out. */
  readonly isLeftOut: boolean;
}

interface ScopeProps {
  /** What was found, before the sentences. */
  readonly results?: readonly string[];
  readonly sentences: readonly ScopeSentence[];
}

/** How files were compared, and what was left out. */
export function Scope({ results = [], sentences }: ScopeProps) {
  const item = (icon: IconName, text: string) => (
    <li key={text}>
      <Icon name={icon} size="xs" />
      <span>{text}</span>
    </li>
  );
  return (
    <ul className={styles.scope}>
      {results.map((text) => item('check', text))}
      {sentences.map(({ sentence, isLeftOut }) => item(isLeftOut ? 'alert' : 'info', sentence))}
    </ul>
  );
}
