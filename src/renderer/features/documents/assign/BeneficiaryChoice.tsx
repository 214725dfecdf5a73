import { t } from '../../../../shared/messages/index.ts';
import { LinkButton } from '../../../components/actions/Button.tsx';
import { ComboBox, type ComboBoxItem } from '../../../components/fields/ComboBox.tsx';
import { TextField } from '../../../components/fields/TextField.tsx';
import { type Choice, nameErrorMessage, newChoice, noChoice } from './beneficiary-choice.ts';

interface BeneficiaryChoiceProps {
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
  readonly load: (text: string) => Promise<readonly ComboBoxItem[]>;
  readonly disabled?: boolean;
}

export function BeneficiaryChoice({ choice, onChange, load, disabled = false }: BeneficiaryChoiceProps) {
  if (choice.kind === 'known') {
    return (
      <>
        <ComboBox
          label={t('documentsAssign.choice.label')}
          placeholder={t('documentsAssign.choice.placeholder')}
          value={choice.item}
          onChange={(item) => onChange({ kind: 'known', item })}
          load={load}
          disabled={disabled}
          startsFocused
        />
        <p className="sm dim">
          {t('documentsAssign.choice.notThere')}{' '}
          <LinkButton small disabled={disabled} onPress={() => onChange(newChoice)}>
            {t('documentsAssign.choice.add')}
          </LinkButton>
        </p>
      </>
    );
  }
  return (
    <>
      <TextField
        label={t('documentsAssign.choice.newLabel')}
        hint={t('documentsAssign.choice.newLabelHint')}
        value={choice.label}
        onChange={(label) => onChange({ ...choice, label })}
        error={nameErrorMessage(choice.label)}
        disabled={disabled}
        startsFocused={choice.label === ''}
      />
      <TextField
        label={t('documentsAssign.choice.newId')}
        hint={t('documentsAssign.choice.newIdHint')}
        face="id"
        value={choice.recipientId}
        onChange={(recipientId) => onChange({ ...choice, recipientId })}
        error={nameErrorMessage(choice.recipientId)}
        disabled={disabled}
        startsFocused={choice.label !== ''}
      />
      <p className="sm dim">
        <LinkButton small disabled={disabled} onPress={() => onChange(noChoice)}>
          {t('documentsAssign.choice.choose')}
        </LinkButton>
      </p>
    </>
  );
}
