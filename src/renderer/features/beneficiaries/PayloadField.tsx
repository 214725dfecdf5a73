import { t } from '../../../shared/messages/index.ts';

import { TextArea } from '../../components/TextField.tsx';
import { checkPayload } from './payload.ts';

const rows = 12;
/** The limit of the command. */
const maxLength = 1_000_000;

interface PayloadFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly loading: boolean;
}

/** The field for the JSON object, validated while typing. */
export function PayloadField({ value, onChange, loading }: PayloadFieldProps) {
  const check = checkPayload(value);
  return (
    <TextArea
      label={t('beneficiaries.draftDialog.payload')}
      face="raw"
      rows={rows}
      value={value}
      onChange={onChange}
      placeholder={
        loading ? t('beneficiaries.draftDialog.loading') : t('beneficiaries.draftDialog.placeholder')
      }
      disabled={loading}
      maxLength={maxLength}
      hint={check.kind === 'wrong' ? undefined : check.message}
      error={check.kind === 'wrong' ? check.message : null}
    />
  );
}
