import type { ReactNode } from 'react';
import { TextArea as AriaTextArea, TextField as AriaTextField, Group, Input } from 'react-aria-components';
import { startFocus } from '../dialogs/start-focus.ts';
import { classNames } from '../layout/class-names.ts';
import { Icon } from '../layout/Icon.tsx';
import type { IconName } from '../layout/icons.ts';
import { ExplainedLabel } from './ExplainedLabel.tsx';
import styles from './Field.module.css';
import { ariaFieldProps, FieldNotes, type FieldProps } from './FieldNotes.tsx';

interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly placeholder?: string;
  readonly icon?: IconName;
  /** Content at the end of the box, such as an {@link IconButton} or a note. */
  readonly end?: ReactNode;
  /** `id` for identifiers (slashed zero), `raw` for the fixed-width face. */
  readonly face?: 'text' | 'id' | 'raw';
  readonly type?: 'text' | 'email' | 'url';
  readonly readOnly?: boolean;
  readonly startsFocused?: boolean;
  readonly maxLength?: number;
}

/** One line of text with its label, hint and error. The browser neither stores nor corrects the text. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, value, onChange, placeholder, icon, end, face = 'text' } = props;
  return (
    <AriaTextField
      {...ariaFieldProps(props)}
      value={value}
      onChange={onChange}
      type={props.type ?? 'text'}
      isReadOnly={props.readOnly === true}
      autoComplete="off"
      spellCheck="false"
      {...startFocus(props.startsFocused)}
      {...(props.onBlur === undefined ? {} : { onBlur: props.onBlur })}
      {...(props.maxLength === undefined ? {} : { maxLength: props.maxLength })}
    >
      <ExplainedLabel explanation={props.explanation}>{label}</ExplainedLabel>
      <Group className={classNames(styles.input, face !== 'text' && face)} data-part="box">
        {icon !== undefined && <Icon name={icon} />}
        <Input
          className={classNames(styles.inputText)}
          data-part="input"
          {...(placeholder === undefined ? {} : { placeholder })}
        />
        {end}
      </Group>
      <FieldNotes hint={hint} error={error} />
    </AriaTextField>
  );
}

interface TextAreaProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly rows?: number;
  readonly face?: 'text' | 'raw';
  readonly startsFocused?: boolean;
  readonly maxLength?: number;
}

export function TextArea(props: TextAreaProps) {
  const { label, hint, error, value, onChange, placeholder, rows = 5, face = 'text' } = props;
  return (
    <AriaTextField
      {...ariaFieldProps(props)}
      value={value}
      onChange={onChange}
      spellCheck="false"
      {...startFocus(props.startsFocused)}
      {...(props.maxLength === undefined ? {} : { maxLength: props.maxLength })}
    >
      <ExplainedLabel>{label}</ExplainedLabel>
      <Group className={classNames(styles.input, styles.inputArea, face !== 'text' && face)} data-part="box">
        <AriaTextArea
          className={classNames(styles.inputText)}
          data-part="input"
          rows={rows}
          {...(placeholder === undefined ? {} : { placeholder })}
        />
      </Group>
      <FieldNotes hint={hint} error={error} />
    </AriaTextField>
  );
}
