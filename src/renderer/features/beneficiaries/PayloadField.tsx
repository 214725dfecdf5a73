import { beneficiaryScreenWords } from '../../../shared/words/beneficiaries-screen.ts';
import { TextArea } from '../../components/TextField.tsx';
import { checkPayload } from './payload.ts';

const words = beneficiaryScreenWords.draftDialog;
const rows = 12;
/** The limit of the command. */
const maxLength = 1_000_000;

export interface PayloadFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly loading: boolean;
}

/** The field for the JSON object, validated while typing. */
export function PayloadField({ value, onChange, loading }: PayloadFieldProps) {
  const check = checkPayload(value);
  return (
    <TextArea
      label={words.payload}
      face="raw"
      rows={rows}
      value={value}
      onChange={onChange}
      placeholder={loading ? words.loading : words.placeholder}
      disabled={loading}
      maxLength={maxLength}
      hint={check.kind === 'wrong' ? undefined : check.words}
      error={check.kind === 'wrong' ? check.words : null}
    />
  );
}
