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
  findBeneficiaries,
  missingChoiceMessage,
  noChoice,
  resolveChoice,
} from './beneficiary-choice.ts';

interface AssignDialogProps {
  readonly open: boolean;
  /** Number of documents to be assigned. */
  readonly count: number;
  readonly onClose: () => void;
  /** Assigns the documents. When it rejects, the dialog stays open and shows the error. */
  readonly onAssign: (beneficiaryId: number, label: string) => Promise<void>;
  readonly fallbackFocus: () => HTMLElement | null;
}

/** Dialog that assigns documents to a beneficiary of the address book, or to a new beneficiary that it adds. */
export function AssignDialog({ open, count, onClose, onAssign, fallbackFocus }: AssignDialogProps) {
  const [choice, setChoice] = useState<Choice>(noChoice);
  const { busy, error, run } = useAsyncAction();
  const problem = missingChoiceMessage(choice);
  const assign = async () => {
    if (problem !== null) return;
    await run(async () => {
      const beneficiary = await resolveChoice(choice);
      if (beneficiary === null) return;
      // The beneficiary is in the address book now: a second attempt must not add it again.
      if (choice.kind === 'new') {
        setChoice({ kind: 'known', item: { id: beneficiary.id, label: beneficiary.label } });
      }
      await onAssign(beneficiary.id, beneficiary.label);
      onClose();
    });
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('documentsAssign.dialog.title', { count })}
      lead={t('documentsAssign.dialog.lead')}
      dismissable={!busy}
      fallbackFocus={fallbackFocus}
      actions={
        <>
          <DialogCancel disabled={busy}>{t('documentsAssign.dialog.cancel')}</DialogCancel>
          <Button variant="primary" disabled={busy} disabledReason={problem} onPress={() => void assign()}>
            {choice.kind === 'new'
              ? t('documentsAssign.dialog.addAndAssign', { count })
              : t('documentsAssign.dialog.assignKnown', { count })}
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
