import { useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import { type Beneficiary, recipientIdSchema } from '../../../shared/model/beneficiary.ts';

import { recipientIdProblem } from '../../app/recipient-id.ts';
import { toast } from '../../app/toasts/toasts.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/actions/Button.tsx';
import { useAsyncAction } from '../../components/actions/use-async-action.ts';
import { DialogForm } from '../../components/dialogs/DialogForm.tsx';
import { TextField } from '../../components/fields/TextField.tsx';
import { PanelSection } from '../../components/layout/Panel.tsx';
import { Notice } from '../../components/messages/Notice.tsx';
import { BookError } from './BookError.tsx';

/** The form for the recipient ID of a created beneficiary, when the answer to its creation contained no ID. */
export function RecipientIdForm({ beneficiary }: { readonly beneficiary: Pick<Beneficiary, 'id'> }) {
  const [typedId, setTypedId] = useState('');
  const { busy, error, run, dismiss } = useAsyncAction();
  const parsedId = recipientIdSchema.safeParse(typedId);
  const save = async () => {
    if (!parsedId.success) return;
    await run(async () => {
      await call('beneficiaries.change', {
        action: 'setRecipientId',
        id: beneficiary.id,
        recipientId: parsedId.data,
      });
      toast({ sentence: t('beneficiaries.panel.idNeeded.saved', { recipientId: parsedId.data }) });
    });
  };
  return (
    <PanelSection>
      <DialogForm onSubmit={() => void save()}>
        <Notice tone="warning" icon="key" title={t('beneficiaries.panel.idNeeded.title')}>
          {t('beneficiaries.panel.idNeeded.detail')}
        </Notice>
        <TextField
          label={t('beneficiaries.list.columns.recipientId')}
          face="id"
          value={typedId}
          onChange={setTypedId}
          hint={t('beneficiaries.fields.recipientIdHint')}
          error={recipientIdProblem(typedId)}
        />
        <div>
          <Button
            variant="primary"
            size="small"
            disabled={busy}
            disabledReason={parsedId.success ? null : t('beneficiaries.fields.recipientIdMissing')}
            onPress={() => void save()}
          >
            {t('beneficiaries.panel.idNeeded.save')}
          </Button>
        </div>
        {error !== null && <BookError error={error} onOpened={dismiss} />}
      </DialogForm>
    </PanelSection>
  );
}
