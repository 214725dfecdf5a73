import { Fragment, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './Facts.module.css';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';
import { Time } from './Time.tsx';

export interface FactsProps {
  readonly facts: readonly {
    readonly term: string;
    readonly value: ReactNode;
    /** CSS class of the value: a number, an identifier or raw text. */
    readonly face?: 'num' | 'id' | 'raw';
  }[];
}

/** Facts about one item, in two columns. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={styles.facts} data-part="facts">
      {facts.map((fact) => (
        <Fragment key={fact.term}>
          <dt>{fact.term}</dt>
          <dd className={classNames('selectable', fact.face)}>{fact.value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

interface SumsProps {
  readonly lines: readonly { readonly term: string; readonly value: ReactNode; readonly total?: boolean }[];
}

/** Numbers and their total, which has a line above. */
export function Sums({ lines }: SumsProps) {
  return (
    <dl className={styles.sum}>
      {lines.map((line) => (
        <Fragment key={line.term}>
          <dt className={classNames(line.total === true && styles.total)}>{line.term}</dt>
          <dd className={classNames(line.total === true && styles.total)}>{line.value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

export interface HistoryLine {
  readonly key: string | number;
  readonly icon: IconName;
  readonly text: ReactNode;
  /** ISO 8601 UTC. */
  readonly occurredAt: string;
  readonly tone?: 'danger' | 'warning' | 'ok';
}

/** The history of one item, newest first. */
export function History({ lines }: { readonly lines: readonly HistoryLine[] }) {
  return (
    <ol className={styles.history}>
      {lines.map((line) => (
        <li key={line.key} data-tone={line.tone}>
          <Icon name={line.icon} size="sm" />
          <span className="break-anywhere">{line.text}</span>
          <Time value={line.occurredAt} form="seconds" />
        </li>
      ))}
    </ol>
  );
}
