import type { ReactNode } from 'react';
import { FieldError, Text } from 'react-aria-components';
import { Icon } from './Icon.tsx';

/** What every field has besides its value. */
export interface FieldProps {
  readonly label: string;
  /** One line beneath; gives way to the error. */
  readonly hint?: ReactNode;
  /** What is wrong and how to put it right; empty or `null` when nothing is. */
  readonly error?: string | null;
  readonly disabled?: boolean;
  readonly required?: boolean;
}

/** True when a field has something wrong to say. */
export function isInvalid(error: string | null | undefined): boolean {
  return error !== undefined && error !== null && error !== '';
}

/** The line beneath a field: what is wrong, or else the hint. */
export function FieldNotes({ hint, error }: Pick<FieldProps, 'hint' | 'error'>) {
  if (isInvalid(error)) {
    return (
      <FieldError className="field-error">
        <Icon name="problem" size="sm" />
        <span>{error}</span>
      </FieldError>
    );
  }
  if (hint === undefined || hint === null || hint === '') return null;
  return (
    <Text slot="description" className="hint">
      {hint}
    </Text>
  );
}
