import type { ReactNode } from 'react';
import { CheckboxButton, CheckboxField, SwitchButton, SwitchField, Text } from 'react-aria-components';
import { classNames } from './class-names.ts';
import { Icon } from './Icon.tsx';

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
    <span className={classNames('check', mixed ? 'mixed' : checked && 'on')} aria-hidden="true">
      {mixed ? (
        <svg className="i" viewBox="0 0 16 16" aria-hidden="true">
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
    <CheckboxField className="checkbox" isSelected={checked} onChange={onChange} isDisabled={disabled}>
      <CheckboxButton className="checkbox-part">
        {({ isSelected, isIndeterminate }) => (
          <>
            <CheckMark checked={isSelected} mixed={isIndeterminate} />
            <span>{children}</span>
          </>
        )}
      </CheckboxButton>
      {hint !== undefined && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
    </CheckboxField>
  );
}

/** A switch: takes effect immediately. */
export function Switch({ children, checked, onChange, hint, disabled = false }: ToggleProps) {
  return (
    <SwitchField className="switch" isSelected={checked} onChange={onChange} isDisabled={disabled}>
      <SwitchButton className="switch-part">
        <span className="switch-track" />
        <span>{children}</span>
      </SwitchButton>
      {hint !== undefined && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
    </SwitchField>
  );
}
