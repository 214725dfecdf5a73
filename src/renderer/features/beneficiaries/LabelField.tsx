import { t } from '../../../shared/messages/index.ts';
import { TextField } from '../../components/fields/TextField.tsx';
import { labelProblem } from './label-problem.ts';

interface LabelFieldProps {
  readonly value: string;
  readonly onChange: (label: string) => void;
  readonly startsFocused?: boolean;
}

export function LabelField(props: LabelFieldProps) {
  return (
    <TextField
      label={t('beneficiaries.list.columns.label')}
      hint={t('beneficiaries.fields.labelHint')}
      error={labelProblem(props.value)}
      {...props}
    />
  );
}
