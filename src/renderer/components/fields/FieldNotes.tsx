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

interface FieldNotesProps {
  readonly hint: ReactNode;
  readonly error?: string | null | undefined;
}

export function isInvalid(error: string | null | undefined): boolean {
  return error !== undefined && error !== null && error !== '';
}

/** The props that every field passes to React Aria. */
export function ariaFieldProps({ error, disabled = false, required = false }: FieldProps) {
  return {
    className: classNames(styles.field),
    'data-part': 'field',
    isInvalid: isInvalid(error),
    isDisabled: disabled,
    isRequired: required,
    validationBehavior: 'aria',
  } as const;
}

/** The line beneath a field: its error, or else its hint. */
export function FieldNotes({ hint, error }: FieldNotesProps) {
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
