import { useState } from 'react';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { labelSchema } from '../../../shared/model/beneficiary.ts';
import { beneficiaryScreenWords } from '../../../shared/words/beneficiaries-screen.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { DialogForm } from '../../components/DialogForm.tsx';
import { ErrorNotice } from '../../components/Notice.tsx';
import { TextField } from '../../components/TextField.tsx';
import type { QuestionProps } from './AddDialog.tsx';
import { labelProblem } from './label.ts';
import type { Named } from './questions.ts';

const words = beneficiaryScreenWords.renameDialog;
const fields = beneficiaryScreenWords.fields;

/** Changes what the clerk calls a beneficiary. */
export function RenameDialog({
  beneficiary,
  open,
  onClose,
}: QuestionProps & { readonly beneficiary: Named }) {
  const [label, setLabel] = useState(beneficiary.label);
  const [renaming, setRenaming] = useState(false);
  const [error, setError] = useState<PaydeskError | null>(null);
  const given = labelSchema.safeParse(label);

  const rename = async () => {
    if (!given.success || renaming) return;
    setRenaming(true);
    setError(null);
    try {
      await call('beneficiaries.rename', { id: beneficiary.id, label: given.data });
      onClose();
    } catch (thrown) {
      setError(toPaydeskError(thrown));
    } finally {
      setRenaming(false);
    }
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={words.title(beneficiary.label)}
      lead={words.lead}
      size="small"
      dismissable={!renaming}
      actions={
        <>
          <Button onPress={onClose} disabled={renaming}>
            {beneficiaryScreenWords.cancel}
          </Button>
          <Button
            variant="primary"
            disabled={renaming}
            disabledReason={given.success ? null : fields.labelMissing}
            onPress={() => void rename()}
          >
            {words.act}
          </Button>
        </>
      }
    >
      <DialogForm onSubmit={() => void rename()}>
        <TextField
          label={fields.label}
          value={label}
          onChange={setLabel}
          hint={fields.labelHint}
          error={labelProblem(label)}
          startsFocused
        />
      </DialogForm>
      {error !== null && <ErrorNotice error={error} />}
    </Dialog>
  );
}
