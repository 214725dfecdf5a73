import { useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog, DialogCancel } from '../../components/Dialog.tsx';
import { DialogForm } from '../../components/DialogForm.tsx';
import { ErrorNotice } from '../../components/Notice.tsx';
import { useAsyncAction } from '../../components/use-async-action.ts';
import { BeneficiaryChoice } from './BeneficiaryChoice.tsx';
import {
  type Choice,
  choiceProblem,
  findBeneficiaries,
  noChoice,
  settleChoice,
} from './beneficiary-choice.ts';

/** Props of {@link AssignDialog}. */
export interface AssignDialogProps {
  readonly open: boolean;
  /** Documents that are to be assigned. */
  readonly count: number;
  readonly onClose: () => void;
  /** Does it. When it rejects, the dialog stays and says why. */
  readonly onAssign: (beneficiaryId: number, label: string) => Promise<void>;
  /** See `Dialog`. */
  readonly otherwiseFocus: () => HTMLElement | null;
}

/** Asks whose documents they are. A new beneficiary is added on the way, and only asked for once. */
export function AssignDialog({ open, count, onClose, onAssign, otherwiseFocus }: AssignDialogProps) {
  const [choice, setChoice] = useState<Choice>(noChoice);
  const { busy, error, run } = useAsyncAction();
  const problem = choiceProblem(choice);
  const assign = async () => {
    if (problem !== null) return;
    await run(async () => {
      const beneficiary = await settleChoice(choice);
      if (beneficiary === null) return;
      // It is in the address book now: a second try must not add it again.
      if (choice.kind === 'new') {
        setChoice({ kind: 'known', found: { id: beneficiary.id, word: beneficiary.label } });
      }
      await onAssign(beneficiary.id, beneficiary.label);
      onClose();
    });
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={count === 1 ? t('documentsAssign.dialog.one') : t('documentsAssign.dialog.actKnown', { count })}
      lead={t('documentsAssign.dialog.lead')}
      dismissable={!busy}
      fallbackFocus={otherwiseFocus}
      actions={
        <>
          <DialogCancel disabled={busy}>{t('documentsAssign.dialog.cancel')}</DialogCancel>
          <Button variant="primary" disabled={busy} disabledReason={problem} onPress={() => void assign()}>
            {choice.kind === 'new'
              ? t('documentsAssign.dialog.actNew', { count })
              : t('documentsAssign.dialog.actKnown', { count })}
          </Button>
        </>
      }
    >
      <DialogForm onSubmit={() => void assign()}>
        <BeneficiaryChoice choice={choice} onChange={setChoice} load={findBeneficiaries} disabled={busy} />
      </DialogForm>
      {error !== null && <ErrorNotice error={error} />}
    </Dialog>
  );
}
