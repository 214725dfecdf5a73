import { NumberField as AriaNumberField, Group, Input } from 'react-aria-components';
import { classNames } from '../layout/class-names.ts';
import { ExplainedLabel } from './ExplainedLabel.tsx';
import fieldStyles from './Field.module.css';
import { FieldButton } from './FieldButton.tsx';
import { ariaFieldProps, FieldNotes, type FieldProps } from './FieldNotes.tsx';

interface NumberFieldProps extends FieldProps {
  readonly value: number;
  /** Called with a number within the bounds when the input is committed, not while typing. */
  readonly onChange: (value: number) => void;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly step?: number;
  /** Unit shown at the end, such as `MB`. */
  readonly unit?: string;
}

/** A whole or decimal number; arrow keys step. */
export function NumberField(props: NumberFieldProps) {
  const { label, hint, error, value, onChange, minimum, maximum, step, unit } = props;
  return (
    <AriaNumberField
      {...ariaFieldProps(props)}
      value={value}
      onChange={(nextValue) => {
        if (!Number.isNaN(nextValue)) onChange(nextValue);
      }}
      {...(minimum === undefined ? {} : { minValue: minimum })}
      {...(maximum === undefined ? {} : { maxValue: maximum })}
      {...(step === undefined ? {} : { step })}
    >
      <ExplainedLabel>{label}</ExplainedLabel>
      <Group className={classNames(fieldStyles.input, 'num')} data-part="box">
        <Input className={classNames(fieldStyles.inputText)} data-part="input" />
        {unit !== undefined && <span className="flex-none xs faint">{unit}</span>}
        <span className={fieldStyles.numberSteppers}>
          <FieldButton slot="decrement" icon="chevron-down" />
          <FieldButton slot="increment" icon="chevron-up" />
        </span>
      </Group>
      <FieldNotes hint={hint} error={error} />
    </AriaNumberField>
  );
}
