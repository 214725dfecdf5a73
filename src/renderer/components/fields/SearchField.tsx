import { SearchField as AriaSearchField, Input } from 'react-aria-components';
import { t } from '../../../shared/messages/index.ts';
import { startFocus } from '../dialogs/start-focus.ts';
import { classNames } from '../layout/class-names.ts';
import { Icon } from '../layout/Icon.tsx';
import fieldStyles from './Field.module.css';
import { FieldButton } from './FieldButton.tsx';

interface SearchFieldProps {
  /** The searched content, for screen readers. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly maxLength?: number;
  /** Width in pixels; all available space when omitted. */
  readonly width?: number;
  readonly startsFocused?: boolean;
  /** Called on Enter; `isBackward` is true while Shift is held. */
  readonly onEnter?: (isBackward: boolean) => void;
}

/** The search field of a list. Escape clears it; Ctrl or Cmd and F focus it. */
export function SearchField(props: SearchFieldProps) {
  const { label, value, onChange, placeholder, maxLength, width, startsFocused, onEnter } = props;
  return (
    <AriaSearchField
      aria-label={label}
      value={value}
      onChange={onChange}
      autoComplete="off"
      onKeyDown={(event) => {
        if (event.key === 'Enter') onEnter?.(event.shiftKey);
        else event.continuePropagation();
      }}
      {...(maxLength === undefined ? {} : { maxLength })}
      {...startFocus(startsFocused)}
      className={classNames(fieldStyles.input, fieldStyles.smallInput)}
      data-part="box"
      {...(width === undefined ? {} : { style: { width } })}
    >
      <Icon name="search" />
      <Input
        className={classNames(fieldStyles.inputText)}
        data-part="input"
        data-find=""
        {...(placeholder === undefined ? {} : { placeholder })}
      />
      {value !== '' && <FieldButton icon="close" label={t('components.clear')} />}
    </AriaSearchField>
  );
}
