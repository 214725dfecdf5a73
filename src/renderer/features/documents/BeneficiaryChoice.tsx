import { assignWords } from '../../../shared/words/documents-assign.ts';
import { LinkButton } from '../../components/Button.tsx';
import { ComboBox, type Found } from '../../components/ComboBox.tsx';
import { TextField } from '../../components/TextField.tsx';
import { type Choice, nameProblem, newChoice, noChoice } from './beneficiary-choice.ts';

const words = assignWords.choice;

/** Props of {@link BeneficiaryChoice}. */
export interface BeneficiaryChoiceProps {
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
  readonly load: (text: string) => Promise<readonly Found[]>;
  /** What a new beneficiary is most likely called. */
  readonly likelyLabel?: string;
  readonly disabled?: boolean;
}

/** One beneficiary of the address book, or a new one, added in place. */
export function BeneficiaryChoice({
  choice,
  onChange,
  load,
  likelyLabel = '',
  disabled = false,
}: BeneficiaryChoiceProps) {
  if (choice.kind === 'known') {
    return (
      <>
        <ComboBox
          label={words.label}
          placeholder={words.placeholder}
          value={choice.found}
          onChange={(found) => onChange({ kind: 'known', found })}
          load={load}
          disabled={disabled}
          startsFocused
        />
        <p className="sm dim">
          {words.notThere}{' '}
          <LinkButton small disabled={disabled} onPress={() => onChange(newChoice(likelyLabel))}>
            {words.add}
          </LinkButton>
        </p>
      </>
    );
  }
  return (
    <>
      <TextField
        label={words.newLabel}
        hint={words.newLabelHint}
        value={choice.label}
        onChange={(label) => onChange({ ...choice, label })}
        error={nameProblem(choice.label)}
        disabled={disabled}
        startsFocused={choice.label === ''}
      />
      <TextField
        label={words.newId}
        hint={words.newIdHint}
        face="id"
        value={choice.recipientId}
        onChange={(recipientId) => onChange({ ...choice, recipientId })}
        error={nameProblem(choice.recipientId)}
        disabled={disabled}
        startsFocused={choice.label !== ''}
      />
      <p className="sm dim">
        <LinkButton small disabled={disabled} onPress={() => onChange(noChoice)}>
          {words.choose}
        </LinkButton>
      </p>
    </>
  );
}
