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
import { t } from '../../shared/messages/index.ts';
import { FieldNotes, type FieldProps, isInvalid } from './FieldNotes.tsx';
import { Icon } from './Icon.tsx';
import { startFocus } from './start-focus.ts';
import { useMaxListHeight } from './use-max-list-height.ts';

/** A match of the search. */
export interface ComboBoxItem {
  readonly id: number;
  readonly label: string;
  /** A second line, such as an identifier. */
  readonly detail?: string;
}

interface ComboBoxProps extends FieldProps {
  readonly value: ComboBoxItem | null;
  readonly onChange: (matches: ComboBoxItem | null) => void;
  /** Loads the matches of a text; the empty text loads the first ones. A late response is dropped. */
  readonly load: (text: string) => Promise<readonly ComboBoxItem[]>;
  readonly placeholder?: string;
  /** The label is for screen readers only, because an element beside the field shows the same text. */
  readonly labelHidden?: boolean;
  readonly startsFocused?: boolean;
}

const loadDelayMs = 120;

/** Loads the matches of a text; `isLoading` until they have arrived. A failed search counts as no matches. */
function useMatches(
  load: ComboBoxProps['load'],
  text: string,
): { matches: readonly ComboBoxItem[]; isLoading: boolean } {
  const [searchResult, setSearchResult] = useState<{ text: string | null; matches: readonly ComboBoxItem[] }>(
    {
      text: null,
      matches: [],
    },
  );
  const latestLoad = useRef(load);
  useEffect(() => {
    latestLoad.current = load;
  });
  useEffect(() => {
    let isCurrent = true;
    const timer = window.setTimeout(() => {
      latestLoad.current(text).then(
        (matches) => isCurrent && setSearchResult({ text, matches }),
        () => isCurrent && setSearchResult({ text, matches: [] }),
      );
    }, loadDelayMs);
    return () => {
      isCurrent = false;
      window.clearTimeout(timer);
    };
  }, [text]);
  return { matches: searchResult.matches, isLoading: searchResult.text !== text };
}

function emptyMessage(searchText: string, isLoading: boolean): string {
  if (isLoading) return t('components.searching');
  return searchText === '' ? t('components.noEntries') : t('components.noResults', { text: searchText });
}

/** A combo box: chooses one of many entries by typing a part of it. */
export function ComboBox(props: ComboBoxProps) {
  const { label, hint, error, value, onChange, load, placeholder } = props;
  const maxListHeight = useMaxListHeight();
  const [text, setText] = useState(value?.label ?? '');
  const [displayedValue, setDisplayedValue] = useState(value);
  if (value?.id !== displayedValue?.id) {
    setDisplayedValue(value);
    setText(value?.label ?? '');
  }
  const searchText = value !== null && text === value.label ? '' : text;
  const { matches, isLoading } = useMatches(load, searchText);
  // The chosen item stays in the list until another search, so that it is marked there.
  const isMissing = value !== null && searchText === '' && !matches.some((item) => item.id === value.id);
  const items = isMissing ? [value, ...matches] : matches;
  const changeText = (next: string) => {
    setText(next);
    if (next === '' && value !== null) onChange(null);
  };
  // On blur the field shows the chosen item again, also when the typed text matches another one.
  const choose = (key: Key | null) => {
    const chosen = key === value?.id ? value : (items.find((item) => item.id === key) ?? null);
    setText(chosen?.label ?? '');
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
      <Popover className="popover" offset={4} maxHeight={maxListHeight}>
        <ListBox
          className="options"
          renderEmptyState={() => <p className="options-note">{emptyMessage(searchText, isLoading)}</p>}
        >
          {(item: ComboBoxItem) => (
            <ListBoxItem className="option" id={item.id} textValue={item.label}>
              <span className="text">
                {item.label}
                {item.detail !== undefined && <span className="more id">{item.detail}</span>}
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
