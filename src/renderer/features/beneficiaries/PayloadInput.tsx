import { useState } from 'react';
import { checkPayload } from '../../../shared/json-object/check-payload.ts';
import { formatPlainList, t } from '../../../shared/messages/index.ts';
import { Button } from '../../components/actions/Button.tsx';
import { Checkbox } from '../../components/fields/Checkbox.tsx';
import { TextArea, TextField } from '../../components/fields/TextField.tsx';
import styles from './Beneficiaries.module.css';
import { createPayloadDraft, type PayloadDraft } from './draft-input.ts';
import {
  isJsonNumber,
  listPayloadFields,
  type PayloadForm,
  type PayloadFormField,
  replaceFieldValue,
} from './payload-fields.ts';

const rows = 12;
/** Maximum length that `beneficiaries.draft` accepts, in UTF-16 code units. */
const maxPayloadLength = 1_000_000;

interface PayloadFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isLoading: boolean;
}

/** The field for the JSON object, validated while typing. */
function PayloadField({ value, onChange, isLoading }: PayloadFieldProps) {
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

/** A value of this length or with line breaks gets several lines. */
const maxLineLength = 120;

interface FormProps {
  readonly form: PayloadForm;
  readonly draft: PayloadDraft;
  readonly onChange: (draft: PayloadDraft) => void;
}

function FormField({ field, draft, onChange }: Omit<FormProps, 'form'> & { field: PayloadFormField }) {
  const { [field.id]: invalidNumber, ...otherNumbers } = draft.invalidNumbers;
  const change = (typed: string) =>
    onChange(
      field.kind === 'number' && !isJsonNumber(typed)
        ? { text: draft.text, invalidNumbers: { ...otherNumbers, [field.id]: typed } }
        : { text: replaceFieldValue(draft.text, field, typed), invalidNumbers: otherNumbers },
    );
  if (field.kind === 'flag') {
    return (
      <Checkbox checked={field.value === 'true'} onChange={(checked) => change(String(checked))}>
        {field.label}
      </Checkbox>
    );
  }
  const fieldProps = {
    label: field.label,
    value: invalidNumber ?? field.value,
    onChange: change,
    required: field.placeholder !== null,
    error: invalidNumber === undefined ? null : t('beneficiaries.payload.form.number'),
  };
  const isLong = field.value.length > maxLineLength || field.value.includes('\n');
  return isLong ? <TextArea {...fieldProps} rows={3} /> : <TextField {...fieldProps} />;
}

function PayloadFormFields({ form, draft, onChange }: FormProps) {
  return (
    <fieldset className={styles.payloadForm}>
      <legend className="sr">{t('beneficiaries.payload.form.label')}</legend>
      {form.fields.map((field) => (
        <FormField key={field.id} field={field} draft={draft} onChange={onChange} />
      ))}
      {form.fixed.length > 0 && (
        <p className="sm dim">
          {t('beneficiaries.payload.form.fixed', {
            count: form.fixed.length,
            names: formatPlainList(form.fixed),
          })}
        </p>
      )}
    </fieldset>
  );
}

interface PayloadInputProps {
  readonly draft: PayloadDraft;
  /** The template that the data was started from; its placeholders name the fields. */
  readonly template: string | null;
  readonly isLoading: boolean;
  readonly onChange: (draft: PayloadDraft) => void;
}

/** The data of a new beneficiary as a form made from its JSON object, or as JSON. Both edit the same text. */
export function PayloadInput({ draft, template, isLoading, onChange }: PayloadInputProps) {
  const [showsJson, setShowsJson] = useState(false);
  const isObject = checkPayload(draft.text).kind === 'good';
  const form = isObject ? listPayloadFields(draft.text, template) : null;
  if (form !== null && !showsJson) {
    return (
      <>
        <PayloadFormFields form={form} draft={draft} onChange={onChange} />
        <div>
          <Button size="small" icon="pencil" onPress={() => setShowsJson(true)}>
            {t('beneficiaries.payload.form.editJson')}
          </Button>
        </div>
      </>
    );
  }
  return (
    <>
      <PayloadField
        value={draft.text}
        onChange={(text) => {
          // The form would replace the text field while the clerk is typing in it.
          setShowsJson(true);
          onChange(createPayloadDraft(text));
        }}
        isLoading={isLoading}
      />
      {isObject && (
        <div>
          <Button
            size="small"
            disabledReason={form === null ? t('beneficiaries.payload.form.tooLarge') : null}
            onPress={() => setShowsJson(false)}
          >
            {t('beneficiaries.payload.form.editForm')}
          </Button>
        </div>
      )}
    </>
  );
}
