import { t } from '../../../shared/messages/index.ts';

import { TextArea } from '../../components/fields/TextField.tsx';
import { checkPayload } from './check-payload.ts';

const rows = 12;
/** Maximum length that `beneficiaries.draft` accepts, in UTF-16 code units. */
const maxPayloadLength = 1_000_000;

interface PayloadFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isLoading: boolean;
}

/** The field for the JSON object, validated while typing. */
export function PayloadField({ value, onChange, isLoading }: PayloadFieldProps) {
  const check = checkPayload(value);
  return (
    <TextArea
      label={t('beneficiaries.draftDialog.payload')}
      face="raw"
      rows={rows}
      value={value}
      onChange={onChange}
      placeholder={
        isLoading ? t('beneficiaries.draftDialog.loading') : t('beneficiaries.draftDialog.placeholder')
      }
      disabled={isLoading}
      maxLength={maxPayloadLength}
      hint={check.kind === 'wrong' ? undefined : check.message}
      error={check.kind === 'wrong' ? check.message : null}
    />
  );
}
