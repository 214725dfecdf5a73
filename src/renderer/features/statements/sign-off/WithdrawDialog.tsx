import { useState } from 'react';
import { t } from '../../../../shared/messages/index.ts';
import { maxExplanationLength } from '../../../../shared/model/statements/sign-off.ts';
import { toast } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import { FormDialog } from '../../../components/dialogs/FormDialog.tsx';
import { TextArea } from '../../../components/fields/TextField.tsx';
import { useViewer } from '../grid/state/viewer-context.ts';

interface WithdrawDialogProps {
  readonly statementId: number;
  readonly onClose: () => void;
}

export function WithdrawDialog({ statementId, onClose }: WithdrawDialogProps) {
  const { set } = useViewer();
  const [reason, setReason] = useState('');
  const withdraw = async () => {
    const { signOffs } = await call('viewer.annotations', {
      action: 'withdraw',
      statementId,
      reason: reason.trim(),
    });
    set({ signOffs });
    toast({ sentence: t('signOff.withdrawn') });
    onClose();
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      size="small"
      title={t('signOff.withdraw.title')}
      lead={t('signOff.withdraw.lead')}
      cancelLabel={t('signOff.cancel')}
      submitLabel={t('signOff.withdraw.submit')}
      disabledReason={reason.trim() === '' ? t('signOff.withdraw.missing') : null}
      onSubmit={withdraw}
    >
      <TextArea
        label={t('signOff.reason')}
        value={reason}
        onChange={setReason}
        rows={3}
        maxLength={maxExplanationLength}
        required
        startsFocused
      />
    </FormDialog>
  );
}
