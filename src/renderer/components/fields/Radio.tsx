import type { ReactNode } from 'react';
import { RadioButton, RadioField, RadioGroup } from 'react-aria-components';
import { classNames } from '../layout/class-names.ts';
import { Icon } from '../layout/Icon.tsx';
import type { IconName } from '../layout/icons.ts';
import { ExplainedLabel } from './ExplainedLabel.tsx';
import fieldStyles from './Field.module.css';
import { FieldNotes, isInvalid } from './FieldNotes.tsx';
import styles from './Radio.module.css';

interface Choice<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly icon?: IconName;
  readonly disabled?: boolean;
}

interface GroupProps<Id extends string> {
  readonly label: string;
  /** The label is for screen readers only, because an element beside the field shows the same text. */
  readonly labelHidden?: boolean;
  readonly value: Id | null;
  readonly onChange: (id: Id) => void;
  readonly hint?: ReactNode;
  /** A button beside the label that explains it. */
  readonly explanation?: ReactNode;
  readonly error?: string | null;
  readonly disabled?: boolean;
}

interface SegmentedControlProps<Id extends string> extends GroupProps<Id> {
  readonly choices: readonly Choice<Id>[];
  readonly size?: 'small' | 'medium';
}

/** Two to four short choices side by side; exactly one is on. Arrow keys choose. */
export function SegmentedControl<Id extends string>(props: SegmentedControlProps<Id>) {
  const { choices, size = 'medium', onChange } = props;
  return (
    <Choices
      {...props}
      className={classNames(fieldStyles.field)}
      onChoose={(id) => choose(choices, id, onChange)}
      horizontal
    >
      <div className={classNames(styles.segments, size === 'small' && styles.smallSegments)}>
        {choices.map((choice) => (
          <RadioField
            key={choice.id}
            className={classNames(styles.segmentItem)}
            value={choice.id}
            isDisabled={choice.disabled === true}
          >
            <RadioButton className={classNames(styles.segment)}>
              {choice.icon !== undefined && <Icon name={choice.icon} />}
              {choice.label}
            </RadioButton>
          </RadioField>
        ))}
      </div>
    </Choices>
  );
}

interface CardChoice<Id extends string> extends Choice<Id> {
  readonly detail: ReactNode;
}

interface RadioCardsProps<Id extends string> extends GroupProps<Id> {
  readonly choices: readonly CardChoice<Id>[];
}

/** Radio buttons as cards, each with its consequence. */
export function RadioCards<Id extends string>(props: RadioCardsProps<Id>) {
  const { choices, onChange } = props;
  return (
    <Choices
      {...props}
      className={classNames(styles.choices)}
      onChoose={(id) => choose(choices, id, onChange)}
    >
      {choices.map((choice) => (
        <RadioField key={choice.id} value={choice.id} isDisabled={choice.disabled === true}>
          <RadioButton className={classNames(styles.choice)}>
            <b className="medium">{choice.label}</b>
            <span className={styles.more}>{choice.detail}</span>
          </RadioButton>
        </RadioField>
      ))}
    </Choices>
  );
}

function choose<Id extends string>(
  choices: readonly Choice<Id>[],
  id: string,
  onChange: (id: Id) => void,
): void {
  const chosen = choices.find((choice) => choice.id === id);
  if (chosen !== undefined) onChange(chosen.id);
}

interface ChoicesProps {
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly value: string | null;
  readonly onChoose: (id: string) => void;
  readonly hint?: ReactNode;
  readonly explanation?: ReactNode;
  readonly error?: string | null;
  readonly disabled?: boolean;
  readonly horizontal?: boolean;
  readonly className: string;
  readonly children: ReactNode;
}

function Choices(props: ChoicesProps) {
  const { label, labelHidden = false, value, onChoose, hint, error, horizontal = false } = props;
  return (
    <RadioGroup
      className={props.className}
      data-part="field"
      value={value}
      onChange={onChoose}
      orientation={horizontal ? 'horizontal' : 'vertical'}
      isInvalid={isInvalid(error)}
      isDisabled={props.disabled === true}
      validationBehavior="aria"
    >
      <ExplainedLabel explanation={props.explanation} hidden={labelHidden}>
        {label}
      </ExplainedLabel>
      {props.children}
      <FieldNotes hint={hint} error={error} />
    </RadioGroup>
  );
}
