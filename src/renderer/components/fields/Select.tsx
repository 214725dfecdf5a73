import { Select as AriaSelect, Button, Label, ListBox, Popover, SelectValue } from 'react-aria-components';
import menuStyles from '../actions/Menu.module.css';
import { OptionItem } from '../actions/OptionItem.tsx';
import { startFocus } from '../dialogs/start-focus.ts';
import { classNames } from '../layout/class-names.ts';
import { Icon } from '../layout/Icon.tsx';
import fieldStyles from './Field.module.css';
import { FieldNotes, type FieldProps, isInvalid } from './FieldNotes.tsx';
import { useMaxListHeight } from './use-max-list-height.ts';

export interface Option<Id extends string> {
  readonly id: Id;
  readonly label: string;
  /** A second line. */
  readonly detail?: string;
}

interface SelectProps<Id extends string> extends FieldProps {
  readonly options: readonly Option<Id>[];
  readonly value: Id | null;
  readonly onChange: (id: Id) => void;
  readonly placeholder?: string;
  /** The label is for screen readers only, because the context shows the same text, as in a toolbar. */
  readonly labelHidden?: boolean;
  readonly size?: 'small' | 'medium';
  readonly startsFocused?: boolean;
}

/** Chooses one of a few options. For many options, see {@link ComboBox}. */
export function Select<Id extends string>(props: SelectProps<Id>) {
  const { label, hint, error, options, value, onChange, placeholder, labelHidden = false } = props;
  const maxListHeight = useMaxListHeight();
  return (
    <AriaSelect
      className={classNames(fieldStyles.field)}
      data-part="field"
      value={value}
      onChange={(key) => {
        const chosen = options.find((option) => option.id === key);
        if (chosen !== undefined) onChange(chosen.id);
      }}
      isInvalid={isInvalid(error)}
      isDisabled={props.disabled === true}
      isRequired={props.required === true}
      validationBehavior="aria"
      {...startFocus(props.startsFocused)}
      {...(placeholder === undefined ? {} : { placeholder })}
    >
      <Label className={classNames(labelHidden ? 'sr' : fieldStyles.label)} data-part="label">
        {label}
      </Label>
      <Button
        className={classNames(
          fieldStyles.input,
          fieldStyles.inputButton,
          props.size === 'small' && fieldStyles.smallInput,
        )}
        data-part="box"
      >
        <SelectValue className={classNames(fieldStyles.value)}>
          {({ selectedText, defaultChildren }) => (selectedText === '' ? defaultChildren : selectedText)}
        </SelectValue>
        <Icon name="chevron-down" />
      </Button>
      <FieldNotes hint={hint} error={error ?? null} />
      <Popover
        className={classNames(menuStyles.popover)}
        data-part="popover"
        offset={4}
        maxHeight={maxListHeight}
      >
        <ListBox className={classNames(menuStyles.options)} items={options}>
          {(option) => <OptionItem {...option} />}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
