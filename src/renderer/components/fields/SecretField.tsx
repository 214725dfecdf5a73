import { useState } from 'react';
import { TextField as AriaTextField, Group, Input } from 'react-aria-components';
import { t } from '../../../shared/messages/index.ts';
import { startFocus } from '../dialogs/start-focus.ts';
import { classNames } from '../layout/class-names.ts';
import { ExplainedLabel } from './ExplainedLabel.tsx';
import styles from './Field.module.css';
import { ariaFieldProps, FieldNotes, type FieldProps } from './FieldNotes.tsx';

interface SecretFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly startsFocused?: boolean;
}

/**
 * A field for an API key: always masked, never shown again. The number of characters shows whether the whole key
 * arrived. Spaces and line breaks around a pasted key are removed.
 */
export function SecretField(props: SecretFieldProps) {
  const { label, hint, error, value, onChange } = props;
  const [isPasted, setIsPasted] = useState(false);
  const change = (nextValue: string) => {
    if (nextValue === '') setIsPasted(false);
    onChange(nextValue);
  };
  return (
    <AriaTextField
      {...ariaFieldProps(props)}
      value={value}
      onChange={change}
      type="password"
      autoComplete="off"
      autoCorrect="off"
      spellCheck="false"
      {...startFocus(props.startsFocused)}
    >
      <ExplainedLabel>{label}</ExplainedLabel>
      <Group className={classNames(styles.input)} data-part="box">
        <Input
          className={classNames(styles.inputText)}
          data-part="input"
          onPaste={(event) => {
            const text = event.clipboardData.getData('text');
            if (text.trim() === '') return;
            event.preventDefault();
            const input = event.currentTarget;
            const start = input.selectionStart ?? value.length;
            const end = input.selectionEnd ?? value.length;
            setIsPasted(true);
            onChange(value.slice(0, start) + text.trim() + value.slice(end));
          }}
        />
        {value !== '' && (
          <span className="flex-none xs faint" role="status">
            {t(isPasted ? 'components.secret.pasted' : 'components.secret.typed', { count: value.length })}
          </span>
        )}
      </Group>
      <FieldNotes hint={hint} error={error} />
    </AriaTextField>
  );
}
