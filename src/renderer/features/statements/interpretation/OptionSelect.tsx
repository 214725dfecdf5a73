import { t } from '../../../../shared/messages/index.ts';
import { type Option, Select } from '../../../components/fields/Select.tsx';

/** The choice that leaves the decision to Paydesk. */
const foundId = 'found';

/** Returns the label of a choice that Paydesk found in the file. */
export function foundLabel(word: string): string {
  return t('statementInterpretation.found', { word });
}

interface OptionSelectProps<Id extends string> {
  readonly label: string;
  readonly hint?: string;
  /** The first choice, which leaves the decision to Paydesk. */
  readonly found: string;
  readonly options: readonly Option<Id>[];
  /** `undefined` for the first choice. */
  readonly value: Id | undefined;
  readonly onChange: (id: Id | undefined) => void;
  readonly startsFocused?: boolean;
  /** Small, with its label for screen readers only. */
  readonly inTable?: boolean;
}

/** Chooses one way to read the file, or leaves the decision to Paydesk. */
export function OptionSelect<Id extends string>(props: OptionSelectProps<Id>) {
  const { label, hint, found, options, value, onChange, startsFocused = false, inTable = false } = props;
  return (
    <Select
      label={label}
      hint={hint}
      labelHidden={inTable}
      size={inTable ? 'small' : 'medium'}
      startsFocused={startsFocused}
      options={[{ id: foundId, label: found }, ...options]}
      value={value ?? foundId}
      onChange={(id) => onChange(options.find((option) => option.id === id)?.id)}
    />
  );
}
