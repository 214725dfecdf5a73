import type { ReactNode } from 'react';
import { CheckboxButton, CheckboxField, SwitchButton, SwitchField } from 'react-aria-components';
import { classNames } from '../layout/class-names.ts';
import iconStyles from '../layout/Icon.module.css';
import { Icon } from '../layout/Icon.tsx';
import styles from './Checkbox.module.css';
import { FieldNotes } from './FieldNotes.tsx';

interface ToggleProps {
  readonly children: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
}

/** The box alone, for rows that expose their selection in another way. */
export function CheckMark({
  checked,
  mixed = false,
}: {
  readonly checked: boolean;
  readonly mixed?: boolean;
}) {
  return (
    <span
      className={classNames(styles.check, mixed ? styles.mixed : checked && styles.on)}
      aria-hidden="true"
    >
      {mixed ? (
        <svg className={iconStyles.icon} viewBox="0 0 16 16" aria-hidden="true">
          <path d="M4 8h8" />
        </svg>
      ) : (
        checked && <Icon name="check" size="xs" />
      )}
    </span>
  );
}

/** A check box: takes effect when its form is submitted. */
export function Checkbox({ children, checked, onChange, hint, disabled = false }: ToggleProps) {
  return (
    <CheckboxField
      className={classNames(styles.checkbox)}
      data-part="checkbox"
      isSelected={checked}
      onChange={onChange}
      isDisabled={disabled}
    >
      <CheckboxButton
        className={classNames(styles.checkboxPart)}
        data-small-target=""
        data-part="checkbox-part"
      >
        {({ isSelected, isIndeterminate }) => (
          <>
            <CheckMark checked={isSelected} mixed={isIndeterminate} />
            <span>{children}</span>
          </>
        )}
      </CheckboxButton>
      <FieldNotes hint={hint} />
    </CheckboxField>
  );
}

/** A switch: takes effect immediately. */
export function Switch({ children, checked, onChange, hint, disabled = false }: ToggleProps) {
  return (
    <SwitchField
      className={classNames(styles.switch)}
      data-part="switch"
      isSelected={checked}
      onChange={onChange}
      isDisabled={disabled}
    >
      <SwitchButton className={classNames(styles.switchPart)} data-small-target="" data-part="switch-part">
        <span className={styles.switchTrack} />
        <span>{children}</span>
      </SwitchButton>
      <FieldNotes hint={hint} />
    </SwitchField>
  );
}
