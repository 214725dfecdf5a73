import { useEffect, useRef, useState } from 'react';
import {
  ComboBox as AriaComboBox,
  Button,
  Group,
  Input,
  type Key,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components';
import { componentWords } from '../../shared/words/components.ts';
import { FieldNotes, type FieldProps, isInvalid } from './FieldNotes.tsx';
import { Icon } from './Icon.tsx';
import { maxListHeight } from './list-height.ts';
import { startFocus } from './start-focus.ts';

/** Something found. */
export interface Found {
  readonly id: number;
  readonly word: string;
  /** A second line, such as an identifier. */
  readonly more?: string;
}

export interface ComboBoxProps extends FieldProps {
  readonly value: Found | null;
  readonly onChange: (found: Found | null) => void;
  /** Finds what fits a text; the empty text asks for the first ones. An answer that comes too late is dropped. */
  readonly load: (text: string) => Promise<readonly Found[]>;
  readonly placeholder?: string;
  /** The label is for screen readers only, because something beside it says the same. */
  readonly labelHidden?: boolean;
  /** See {@link startFocus}. */
  readonly startsFocused?: boolean;
}

const loadDelayMs = 120;

/** What `load` found for a text, and whether it still looks. A failed look-up counts as nothing found. */
function useFound(
  load: ComboBoxProps['load'],
  text: string,
): { found: readonly Found[]; isLoading: boolean } {
  const [answer, setAnswer] = useState<{ text: string | null; found: readonly Found[] }>({
    text: null,
    found: [],
  });
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  useEffect(() => {
    let isCurrent = true;
    const timer = window.setTimeout(() => {
      latest.current(text).then(
        (found) => isCurrent && setAnswer({ text, found }),
        () => isCurrent && setAnswer({ text, found: [] }),
      );
    }, loadDelayMs);
    return () => {
      isCurrent = false;
      window.clearTimeout(timer);
    };
  }, [text]);
  return { found: answer.found, isLoading: answer.text !== text };
}

/** Chooses one of many by typing a part of it. */
export function ComboBox(props: ComboBoxProps) {
  const { label, hint, error, value, onChange, load, placeholder } = props;
  const [text, setText] = useState(value?.word ?? '');
  const [named, setNamed] = useState(value);
  if (value?.id !== named?.id) {
    setNamed(value);
    setText(value?.word ?? '');
  }
  const searched = value !== null && text === value.word ? '' : text;
  const { found, isLoading } = useFound(load, searched);
  // What is chosen stays in the list while nothing else is searched for, so that it is marked there.
  const isMissing = value !== null && searched === '' && !found.some((item) => item.id === value.id);
  const items = isMissing ? [value, ...found] : found;
  const changeText = (next: string) => {
    setText(next);
    if (next === '' && value !== null) onChange(null);
  };
  // Leaving the field names the present choice again: it then stands, also when what was typed fits something else.
  const choose = (key: Key | null) => {
    const chosen = key === value?.id ? value : (items.find((item) => item.id === key) ?? null);
    setText(chosen?.word ?? '');
    if (chosen !== value) onChange(chosen);
  };
  return (
    <AriaComboBox
      className="field"
      items={items}
      value={value?.id ?? null}
      inputValue={text}
      onInputChange={changeText}
      onChange={choose}
      menuTrigger="focus"
      allowsEmptyCollection
      isInvalid={isInvalid(error)}
      isDisabled={props.disabled === true}
      isRequired={props.required === true}
      validationBehavior="aria"
      {...startFocus(props.startsFocused)}
    >
      <Label className={props.labelHidden === true ? 'sr' : 'label'}>{label}</Label>
      <Group className="input">
        <Icon name="search" />
        <Input className="input-text" {...(placeholder === undefined ? {} : { placeholder })} />
        <Button className="btn btn-icon btn-quiet btn-tiny">
          <Icon name="chevron-down" size="xs" />
        </Button>
      </Group>
      <FieldNotes hint={hint} error={error ?? null} />
      <Popover className="popover" offset={4} maxHeight={maxListHeight()}>
        <ListBox
          className="options"
          renderEmptyState={() => (
            <p className="options-note">
              {isLoading ? componentWords.looking : componentWords.nothingFits(searched)}
            </p>
          )}
        >
          {(item: Found) => (
            <ListBoxItem className="option" id={item.id} textValue={item.word}>
              <span className="words">
                {item.word}
                {item.more !== undefined && <span className="more id">{item.more}</span>}
              </span>
              <span className="tick">
                <Icon name="check" />
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}
