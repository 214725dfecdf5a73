import { useState } from 'react';
import { t } from '../../../../shared/messages/index.ts';
import { FormDialog } from '../../../components/dialogs/FormDialog.tsx';
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
  readonly count: number;
  readonly onClose: () => void;
  /** Assigns the documents. When it rejects, the dialog stays open and shows the error. */
  readonly onAssign: (beneficiaryId: number, label: string) => Promise<void>;
  readonly fallbackFocus: () => HTMLElement | null;
}

/** Dialog that assigns documents to a beneficiary of the address book, or to a new beneficiary that it adds. */
export function AssignDialog({ open, count, onClose, onAssign, fallbackFocus }: AssignDialogProps) {
  const [choice, setChoice] = useState<Choice>(noChoice);
  const assign = async () => {
    const beneficiary = await resolveChoice(choice);
    if (beneficiary === null) return;
    // The beneficiary is in the address book now: a second attempt must not add it again.
    if (choice.kind === 'new') {
      setChoice({ kind: 'known', item: { id: beneficiary.id, label: beneficiary.label } });
    }
    await onAssign(beneficiary.id, beneficiary.label);
    onClose();
  };
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('documentsAssign.dialog.title', { count })}
      lead={t('documentsAssign.dialog.lead')}
      fallbackFocus={fallbackFocus}
      cancelLabel={t('documentsAssign.dialog.cancel')}
      submitLabel={
        choice.kind === 'new'
          ? t('documentsAssign.dialog.addAndAssign', { count })
          : t('documentsAssign.dialog.assignKnown', { count })
      }
      disabledReason={missingChoiceMessage(choice)}
      onSubmit={assign}
    >
      {(busy) => (
        <BeneficiaryChoice choice={choice} onChange={setChoice} load={findBeneficiaries} disabled={busy} />
      )}
    </FormDialog>
  );
}
