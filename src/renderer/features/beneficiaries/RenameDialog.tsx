import { useState } from 'react';
import { labelSchema } from '../../../shared/model/beneficiary.ts';
import { beneficiaryScreenWords } from '../../../shared/words/beneficiaries-screen.ts';
import { toastWords } from '../../../shared/words/toasts.ts';
import { toast } from '../../app/toasts.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog, DialogCancel } from '../../components/Dialog.tsx';
import { DialogForm } from '../../components/DialogForm.tsx';
import { ErrorNotice } from '../../components/Notice.tsx';
import { TextField } from '../../components/TextField.tsx';
import { useAsyncAction } from '../../components/use-async-action.ts';
import type { QuestionProps } from './AddDialog.tsx';
import type { Named } from './dialogs.ts';
import { labelProblem } from './label.ts';

const words = beneficiaryScreenWords.renameDialog;
const fields = beneficiaryScreenWords.fields;

/** Answers that a beneficiary has another label; the one before can be given back while nobody has changed it again. */
function answerRename({ id, label: before }: Named, after: string): void {
  const run = async () => {
    if ((await call('beneficiaries.get', { id })).label !== after) return toastWords.nothingUndone;
    await call('beneficiaries.rename', { id, label: before });
    return words.undone(before);
  };
  toast({ sentence: words.said(before, after), undo: { scope: `beneficiary ${id}`, run } });
}

/** Changes what the clerk calls a beneficiary. */
export function RenameDialog({
  beneficiary,
  open,
  onClose,
}: QuestionProps & { readonly beneficiary: Named }) {
  const [label, setLabel] = useState(beneficiary.label);
  const { busy, error, run } = useAsyncAction();
  const given = labelSchema.safeParse(label);

  const rename = async () => {
    if (!given.success) return;
    await run(async () => {
      await call('beneficiaries.rename', { id: beneficiary.id, label: given.data });
      answerRename(beneficiary, given.data);
      onClose();
    });
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={words.title(beneficiary.label)}
      lead={words.lead}
      size="small"
      dismissable={!busy}
      actions={
        <>
          <DialogCancel disabled={busy}>{beneficiaryScreenWords.cancel}</DialogCancel>
          <Button
            variant="primary"
            disabled={busy}
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
