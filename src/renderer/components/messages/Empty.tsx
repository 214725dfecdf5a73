import type { ReactNode } from 'react';
import { Icon } from '../layout/Icon.tsx';
import type { IconName } from '../layout/icons.ts';
import styles from './Empty.module.css';

/** The illustration of an empty document list: three sheets of paper and an arrow. */
export function DocumentsIllustration() {
  return (
    <svg className={styles.art} viewBox="0 0 96 64" aria-hidden="true" focusable="false">
      <g className={styles.paper}>
        <rect x="16" y="13" width="30" height="40" rx="2" transform="rotate(-12 31 33)" />
        <rect x="50" y="13" width="30" height="40" rx="2" transform="rotate(12 65 33)" />
        <path d="M33 4.5h19.5l10.5 10.5v42a2 2 0 0 1-2 2H33a2 2 0 0 1-2-2v-50.5a2 2 0 0 1 2-2z" />
        <path d="M52.5 4.5v8.5a2 2 0 0 0 2 2H63" />
      </g>
      <path className={styles.arrow} d="M47 47V28M40 34.5l7-7 7 7" />
    </svg>
  );
}

interface EmptyProps {
  /** {@link DocumentsIllustration}; without it, the icon is shown. */
  readonly drawing?: ReactNode;
  readonly icon?: IconName;
  readonly title: string;
  readonly lead?: ReactNode;
  /** The first action, with `startsFocused` on its button. */
  readonly actions?: ReactNode;
  readonly foot?: ReactNode;
}

/** The empty state of a screen: its purpose and the first action. */
export function Empty({ drawing, icon, title, lead, actions, foot }: EmptyProps) {
  return (
    <div className={styles.empty}>
      {drawing}
      {drawing === undefined && icon !== undefined && (
        <span className={styles.icon}>
          <Icon name={icon} size="lg" />
        </span>
      )}
      <h2>{title}</h2>
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      {foot !== undefined && <p className="sm faint">{foot}</p>}
    </div>
  );
}

interface NumberedStepsProps {
  readonly steps: readonly { readonly title: string; readonly text: ReactNode }[];
}

/** What happens next, in order. */
export function NumberedSteps({ steps }: NumberedStepsProps) {
  return (
    <ol className={styles.numbered}>
      {steps.map((step, index) => (
        <li key={step.title}>
          <span className={styles.no} aria-hidden="true">
            {index + 1}
          </span>
          <b>{step.title}</b>
          <p>{step.text}</p>
        </li>
      ))}
    </ol>
  );
}

interface NoResultsProps {
  /** Names the filter: *No document matches “Zollamt” in Problem*. */
  readonly title: string;
  readonly children?: ReactNode;
}

/** The empty state of a filter that hides everything: the reason and one link. */
export function NoResults({ title, children }: NoResultsProps) {
  return (
    <div className={styles.none} role="status">
      <Icon name="search" size="lg" />
      <div>
        <b>{title}</b>
        {children !== undefined && <p className="sm dim">{children}</p>}
      </div>
    </div>
  );
}
