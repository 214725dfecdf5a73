import { SearchField as AriaSearchField, Button, Input } from 'react-aria-components';
import { componentWords } from '../../shared/words/components.ts';
import { Icon } from './Icon.tsx';
import { startFocus } from './start-focus.ts';

export interface SearchFieldProps {
  /** What is searched, for screen readers. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  /** The most characters that can be typed or pasted. */
  readonly maxLength?: number;
  /** Width in pixels; the whole room when left out. */
  readonly width?: number;
  /** See {@link startFocus}. */
  readonly startsFocused?: boolean;
  /** Enter; `back` with Shift. */
  readonly onEnter?: (back: boolean) => void;
}

/** Finds in the list of a screen. Escape empties it; Ctrl or Cmd and F lead to it. */
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
      className="input input-sm"
      {...(width === undefined ? {} : { style: { width } })}
    >
      <Icon name="search" />
      <Input className="input-text" data-find="" {...(placeholder === undefined ? {} : { placeholder })} />
      {value !== '' && (
        <Button className="btn btn-icon btn-quiet btn-tiny" aria-label={componentWords.clear}>
          <Icon name="close" size="xs" />
        </Button>
      )}
    </AriaSearchField>
  );
}
