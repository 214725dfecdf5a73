import { useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import { labelSchema } from '../../../shared/model/beneficiary.ts';

import { toast } from '../../app/toasts/toasts.ts';
import { call } from '../../bridge.ts';
import { FormDialog } from '../../components/dialogs/FormDialog.tsx';
import type { DialogProps } from './AddDialog.tsx';
import type { BeneficiaryRef } from './dialogs.ts';
import { LabelField } from './LabelField.tsx';

/** Shows a toast that offers to undo the rename. The undo has no effect once the label has changed again. */
function announceRename({ id, label: previousLabel }: BeneficiaryRef, newLabel: string): void {
  const undoRename = async () => {
    if ((await call('beneficiaries.get', { id })).label !== newLabel) return t('toasts.notUndone');
    await call('beneficiaries.change', { action: 'rename', id, label: previousLabel });
    return t('beneficiaries.renameDialog.undone', { label: previousLabel });
  };
  toast({
    sentence: t('beneficiaries.renameDialog.done', { before: previousLabel, after: newLabel }),
    undo: { scope: `beneficiary ${id}`, run: undoRename },
  });
}

export function RenameDialog({
  beneficiary,
  open,
  onClose,
}: DialogProps & { readonly beneficiary: BeneficiaryRef }) {
  const [label, setLabel] = useState(beneficiary.label);
  const parsed = labelSchema.safeParse(label);

  const rename = async () => {
    if (!parsed.success) return;
    await call('beneficiaries.change', { action: 'rename', id: beneficiary.id, label: parsed.data });
    announceRename(beneficiary, parsed.data);
    onClose();
  };

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('beneficiaries.renameDialog.title', { label: beneficiary.label })}
      lead={t('beneficiaries.renameDialog.lead')}
      size="small"
      cancelLabel={t('beneficiaries.cancel')}
      submitLabel={t('beneficiaries.renameDialog.action')}
      disabledReason={parsed.success ? null : t('beneficiaries.fields.labelMissing')}
      onSubmit={rename}
    >
      <LabelField value={label} onChange={setLabel} startsFocused />
    </FormDialog>
  );
}
