import { useState } from 'react';
import { ComboBox as AriaComboBox, Group, Input, type Key, ListBox } from 'react-aria-components';
import { t } from '../../../shared/messages/index.ts';
import menuStyles from '../actions/Menu.module.css';
import { OptionItem, OptionsPopover } from '../actions/OptionItem.tsx';
import { startFocus } from '../dialogs/start-focus.ts';
import { classNames } from '../layout/class-names.ts';
import { Icon } from '../layout/Icon.tsx';
import { useQuery } from '../layout/use-query.ts';
import { ExplainedLabel } from './ExplainedLabel.tsx';
import fieldStyles from './Field.module.css';
import { FieldButton } from './FieldButton.tsx';
import { ariaFieldProps, FieldNotes, type FieldProps } from './FieldNotes.tsx';
import { useDebouncedValue } from './use-debounced-value.ts';

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
  const searchedText = useDebouncedValue(text, loadDelayMs);
  const { value, error } = useQuery({
    queryKey: searchedText,
    load: async () => ({ searchedText, matches: await load(searchedText) }),
    keepsPrevious: true,
  });
  const isSearched = error !== null || value?.searchedText === searchedText;
  return { matches: value?.matches ?? [], isLoading: text !== searchedText || !isSearched };
}

function emptyMessage(searchText: string, isLoading: boolean): string {
  if (isLoading) return t('components.searching');
  return searchText === '' ? t('components.noEntries') : t('components.noResults', { text: searchText });
}

/** A combo box: chooses one of many entries by typing a part of it. */
export function ComboBox(props: ComboBoxProps) {
  const { label, hint, error, value, onChange, load, placeholder } = props;
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
      {...ariaFieldProps(props)}
      items={items}
      value={value?.id ?? null}
      inputValue={text}
      onInputChange={changeText}
      onChange={choose}
      menuTrigger="focus"
      allowsEmptyCollection
      {...startFocus(props.startsFocused)}
    >
      <ExplainedLabel hidden={props.labelHidden}>{label}</ExplainedLabel>
      <Group className={classNames(fieldStyles.input)} data-part="box">
        <Icon name="search" />
        <Input
          className={classNames(fieldStyles.inputText)}
          data-part="input"
          {...(placeholder === undefined ? {} : { placeholder })}
        />
        <FieldButton icon="chevron-down" />
      </Group>
      <FieldNotes hint={hint} error={error} />
      <OptionsPopover>
        <ListBox
          className={classNames(menuStyles.options)}
          renderEmptyState={() => (
            <p className={menuStyles.optionsNote}>{emptyMessage(searchText, isLoading)}</p>
          )}
        >
          {(item: ComboBoxItem) => <OptionItem {...item} face="id" />}
        </ListBox>
      </OptionsPopover>
    </AriaComboBox>
  );
}
