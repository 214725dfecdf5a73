import { NumberField as AriaNumberField, Button, Group, Input, Label } from 'react-aria-components';
import { FieldNotes, type FieldProps, isInvalid } from './FieldNotes.tsx';
import { Icon } from './Icon.tsx';

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
      className="field"
      value={value}
      onChange={(nextValue) => {
        if (!Number.isNaN(nextValue)) onChange(nextValue);
      }}
      isInvalid={isInvalid(error)}
      isDisabled={props.disabled === true}
      isRequired={props.required === true}
      validationBehavior="aria"
      {...(minimum === undefined ? {} : { minValue: minimum })}
      {...(maximum === undefined ? {} : { maxValue: maximum })}
      {...(step === undefined ? {} : { step })}
    >
      <Label className="label">{label}</Label>
      <Group className="input num">
        <Input className="input-text" />
        {unit !== undefined && <span className="input-note">{unit}</span>}
        <span className="number-steppers">
          <Button slot="decrement" className="btn btn-icon btn-quiet btn-tiny">
            <Icon name="chevron-down" size="xs" />
          </Button>
          <Button slot="increment" className="btn btn-icon btn-quiet btn-tiny">
            <Icon name="chevron-up" size="xs" />
          </Button>
        </span>
      </Group>
      <FieldNotes hint={hint} error={error ?? null} />
    </AriaNumberField>
  );
}
