import { useState } from 'react';
import { labelSchema, recipientIdSchema } from '../../../shared/model/beneficiary.ts';
import { beneficiaryScreenWords } from '../../../shared/words/beneficiaries-screen.ts';
import { recipientIdProblem } from '../../app/recipient-id.ts';
import { navigate } from '../../app/routes.ts';
import { toast } from '../../app/toasts.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog, DialogCancel } from '../../components/Dialog.tsx';
import { DialogForm } from '../../components/DialogForm.tsx';
import { TextField } from '../../components/TextField.tsx';
import { useAsyncAction } from '../../components/use-async-action.ts';
import { BookError } from './BookError.tsx';
import { labelProblem } from './label-problem.ts';

const words = beneficiaryScreenWords.addDialog;
const fields = beneficiaryScreenWords.fields;

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Adds a beneficiary that exists at the service, and opens it. */
export function AddDialog({ open, onClose }: DialogProps) {
  const [recipientId, setRecipientId] = useState('');
  const [label, setLabel] = useState('');
  const { busy, error, run } = useAsyncAction();
  const parsed = {
    label: labelSchema.safeParse(label),
    recipientId: recipientIdSchema.safeParse(recipientId),
  };
  const missing =
    !parsed.recipientId.success && !parsed.label.success
      ? fields.bothMissing
      : !parsed.recipientId.success
        ? fields.recipientIdMissing
        : !parsed.label.success
          ? fields.labelMissing
          : null;

  const add = async () => {
    if (!parsed.label.success || !parsed.recipientId.success) return;
    const added = { label: parsed.label.data, recipientId: parsed.recipientId.data };
    await run(async () => {
      const { id } = await call('beneficiaries.add', added);
      toast({ sentence: words.said(added.label) });
      onClose();
      navigate('beneficiaries', { beneficiaryId: id });
    });
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={words.title}
      lead={words.lead}
      size="small"
      dismissable={!busy}
      actions={
        <>
          <DialogCancel disabled={busy}>{beneficiaryScreenWords.cancel}</DialogCancel>
          <Button variant="primary" disabled={busy} disabledReason={missing} onPress={() => void add()}>
            {words.act}
          </Button>
        </>
      }
    >
      <DialogForm onSubmit={() => void add()}>
        <TextField
          label={fields.recipientId}
          face="id"
          value={recipientId}
          onChange={setRecipientId}
          hint={fields.recipientIdHint}
          error={recipientIdProblem(recipientId)}
          startsFocused
        />
        <TextField
          label={fields.label}
          value={label}
          onChange={setLabel}
          hint={fields.labelHint}
          error={labelProblem(label)}
        />
      </DialogForm>
      {error !== null && <BookError error={error} onOpened={onClose} />}
    </Dialog>
  );
}
