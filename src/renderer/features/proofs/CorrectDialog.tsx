import { useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import type { ProofRow } from '../../../shared/model/proofs/proof.ts';
import { isReference, maxReferenceLength } from '../../../shared/model/proofs/references.ts';
import { FormDialog } from '../../components/dialogs/FormDialog.tsx';
import { TextField } from '../../components/fields/TextField.tsx';
import { correctReference } from './proof-actions.ts';

/** Dialog that replaces a mistyped reference. */
export function CorrectDialog({ row, onClose }: { readonly row: ProofRow; readonly onClose: () => void }) {
  const [text, setText] = useState(row.reference);
  const [knownReference, setKnownReference] = useState<string | null>(null);
  const reference = text.trim();
  const canSubmit = isReference(reference) && reference !== row.reference && reference !== knownReference;
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('proofs.correct.title')}
      lead={t('proofs.correct.lead', { reference: row.reference })}
      cancelLabel={t('proofs.cancel')}
      submitLabel={t('proofs.correct.confirm')}
      disabledReason={canSubmit ? null : t('proofs.correct.disabled')}
      onSubmit={async () => {
        if (await correctReference(row.id, reference)) onClose();
        else setKnownReference(reference);
      }}
    >
      <TextField
        label={t('proofs.column.reference')}
        value={text}
        onChange={setText}
        face="id"
        startsFocused
        maxLength={maxReferenceLength}
        error={knownReference !== null && reference === knownReference ? t('proofs.correct.known') : null}
      />
    </FormDialog>
  );
}
