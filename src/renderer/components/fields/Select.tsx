import { Select as AriaSelect, Button, ListBox, SelectValue } from 'react-aria-components';
import menuStyles from '../actions/Menu.module.css';
import { OptionItem, OptionsPopover } from '../actions/OptionItem.tsx';
import { startFocus } from '../dialogs/start-focus.ts';
import { classNames } from '../layout/class-names.ts';
import { Icon } from '../layout/Icon.tsx';
import { ExplainedLabel } from './ExplainedLabel.tsx';
import fieldStyles from './Field.module.css';
import { ariaFieldProps, FieldNotes, type FieldProps } from './FieldNotes.tsx';

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
  return (
    <AriaSelect
      {...ariaFieldProps(props)}
      value={value}
      onChange={(key) => {
        const chosen = options.find((option) => option.id === key);
        if (chosen !== undefined) onChange(chosen.id);
      }}
      {...startFocus(props.startsFocused)}
      {...(placeholder === undefined ? {} : { placeholder })}
    >
      <ExplainedLabel hidden={labelHidden}>{label}</ExplainedLabel>
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
      <FieldNotes hint={hint} error={error} />
      <OptionsPopover>
        <ListBox className={classNames(menuStyles.options)} items={options}>
          {(option) => <OptionItem {...option} />}
        </ListBox>
      </OptionsPopover>
    </AriaSelect>
  );
}

interface LabelledSelectProps<Id extends string>
  extends Pick<SelectProps<Id>, 'options' | 'value' | 'onChange'> {
  readonly label: string;
  readonly className: string | undefined;
}

/** A small selection with its label in front, for a toolbar. */
export function LabelledSelect<Id extends string>({ label, className, ...select }: LabelledSelectProps<Id>) {
  return (
    <div className={className}>
      <span aria-hidden="true">{label}</span>
      <Select label={label} labelHidden size="small" {...select} />
    </div>
  );
}
