import type { ReactNode } from 'react';
import { Label } from 'react-aria-components';
import { classNames } from '../layout/class-names.ts';
import styles from './Field.module.css';

interface ExplainedLabelProps {
  readonly children: string;
  /** A button beside the label; it is not part of the name of the field. */
  readonly explanation?: ReactNode;
  /** The label is for screen readers only. */
  readonly hidden?: boolean | undefined;
}

export function ExplainedLabel({ children, explanation, hidden = false }: ExplainedLabelProps) {
  const label = (
    <Label className={classNames(hidden ? 'sr' : styles.label)} data-part="label">
      {children}
    </Label>
  );
  if (explanation === undefined) return label;
  return (
    <span className={styles.labelRow}>
      {label}
      {explanation}
    </span>
  );
}
