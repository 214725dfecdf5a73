import type { ReactNode } from 'react';
import { FieldError, Text } from 'react-aria-components';
import { classNames } from '../layout/class-names.ts';
import { Icon } from '../layout/Icon.tsx';
import styles from './Field.module.css';

export interface FieldProps {
  readonly label: string;
  /** The hint beneath the field; replaced by the error. */
  readonly hint?: ReactNode;
  /** The error and how to correct it; empty or `null` when there is none. */
  readonly error?: string | null;
  /** A button beside the label that explains it. */
  readonly explanation?: ReactNode;
  readonly disabled?: boolean;
  readonly required?: boolean;
}

export function isInvalid(error: string | null | undefined): boolean {
  return error !== undefined && error !== null && error !== '';
}

/** The line beneath a field: its error, or else its hint. */
export function FieldNotes({ hint, error }: Pick<FieldProps, 'hint' | 'error'>) {
  if (isInvalid(error)) {
    return (
      <FieldError className={classNames(styles.fieldError)} data-part="field-error">
        <Icon name="problem" size="sm" />
        <span>{error}</span>
      </FieldError>
    );
  }
  if (hint === undefined || hint === null || hint === '') return null;
  return (
    <Text slot="description" className="sm faint" data-part="hint">
      {hint}
    </Text>
  );
}
