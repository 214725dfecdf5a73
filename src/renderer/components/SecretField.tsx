import { useState } from 'react';
import { TextField as AriaTextField, Group, Input, Label } from 'react-aria-components';
import { componentWords } from '../../shared/words/components.ts';
import { FieldNotes, type FieldProps, isInvalid } from './FieldNotes.tsx';
import { startFocus } from './start-focus.ts';

export interface SecretFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** See {@link startFocus}. */
  readonly startsFocused?: boolean;
}

/**
 * An API key: typed or pasted, always dots, never shown again. The number of characters says whether the whole key
 * arrived. Spaces and line ends around a pasted key are taken off.
 */
export function SecretField(props: SecretFieldProps) {
  const { label, hint, error, value, onChange } = props;
  const [pasted, setPasted] = useState(false);
  const change = (typed: string) => {
    if (typed === '') setPasted(false);
    onChange(typed);
  };
  return (
    <AriaTextField
      className="field"
      value={value}
      onChange={change}
      type="password"
      isInvalid={isInvalid(error)}
      isDisabled={props.disabled === true}
      isRequired={props.required === true}
      validationBehavior="aria"
      autoComplete="off"
      autoCorrect="off"
      spellCheck="false"
      {...startFocus(props.startsFocused)}
    >
      <Label className="label">{label}</Label>
      <Group className="input">
        <Input
          className="input-text"
          onPaste={(event) => {
            const text = event.clipboardData.getData('text');
            if (text.trim() === '') return;
            event.preventDefault();
            const box = event.currentTarget;
            const start = box.selectionStart ?? value.length;
            const end = box.selectionEnd ?? value.length;
            setPasted(true);
            onChange(value.slice(0, start) + text.trim() + value.slice(end));
          }}
        />
        {value !== '' && (
          <span className="input-note" role="status">
            {pasted ? componentWords.secret.pasted(value.length) : componentWords.secret.typed(value.length)}
          </span>
        )}
      </Group>
      <FieldNotes hint={hint} error={error ?? null} />
    </AriaTextField>
  );
}
