import { useEffect, useState } from 'react';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import { labelSchema } from '../../../shared/model/beneficiary.ts';

import { navigate } from '../../app/routes.ts';
import { toast } from '../../app/toasts.ts';
import { useProfile } from '../../app/use-profile.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog, DialogCancel } from '../../components/Dialog.tsx';
import { DialogForm } from '../../components/DialogForm.tsx';
import { ErrorNotice } from '../../components/Notice.tsx';
import { TextField } from '../../components/TextField.tsx';
import type { DialogProps } from './AddDialog.tsx';
import { type BeneficiaryRef, openDialog } from './dialogs.ts';
import { labelProblem } from './label-problem.ts';
import { PayloadField } from './PayloadField.tsx';
import { checkPayload } from './payload.ts';
import { StartFrom } from './StartFrom.tsx';

interface Draft {
  readonly label: string;
  readonly payload: string;
}

/** Saves the draft and returns its ID. */
async function saveDraft(id: number | null, draft: Draft): Promise<number> {
  if (id === null) return (await call('beneficiaries.draft', { action: 'add', ...draft })).id;
  await call('beneficiaries.draft', { action: 'change', id, ...draft });
  return id;
}

/** Returns the message for missing input, or `null` when the input is complete. */
function describeMissingInput(label: string, payload: string): string | null {
  const hasLabel = labelSchema.safeParse(label).success;
  const hasPayload = checkPayload(payload).kind === 'good';
  if (!hasLabel && !hasPayload) return t('beneficiaries.draftDialog.missing');
  if (!hasLabel) return t('beneficiaries.fields.labelMissing');
  return hasPayload ? null : t('beneficiaries.draftDialog.payloadMissing');
}

interface DraftDialogProps extends DialogProps {
  /** The draft to edit; `null` for a new draft. */
  readonly draft: BeneficiaryRef | null;
}

/** Edits the data of a beneficiary that does not exist at the service yet. Saves a draft, or goes on to the creation. */
export function DraftDialog({ draft, open, onClose }: DraftDialogProps) {
  const environment = useProfile()?.environment ?? 'sandbox';
  const draftId = draft?.id ?? null;
  const [label, setLabel] = useState(draft?.label ?? '');
  const [payload, setPayload] = useState('');
  const [isLoading, setIsLoading] = useState(draft !== null);
  const [isSaving, setIsSaving] = useState(false);
  const [error, setError] = useState<PaydeskError | null>(null);
  const missingMessage = describeMissingInput(label, payload);

  useEffect(() => {
    if (draftId === null) return;
    call('beneficiaries.draft', { action: 'read', id: draftId }).then(
      (answer) => {
        setPayload(answer.payload);
        setIsLoading(false);
      },
      (thrown: unknown) => setError(toPaydeskError(thrown)),
    );
  }, [draftId]);

  const save = async (nextStep: 'close' | 'create') => {
    const parsed = labelSchema.safeParse(label);
    if (missingMessage !== null || !parsed.success || isSaving || isLoading) return;
    setIsSaving(true);
    setError(null);
    try {
      const id = await saveDraft(draftId, { label: parsed.data, payload });
      navigate('beneficiaries', { beneficiaryId: id });
      if (nextStep === 'create') {
        openDialog({ kind: 'create', beneficiary: { id, label: parsed.data, stage: 'draft' } });
        return;
      }
      toast({ sentence: t('beneficiaries.draftDialog.done', { label: parsed.data }) });
      onClose();
    } catch (thrown) {
      setError(toPaydeskError(thrown));
    } finally {
      setIsSaving(false);
    }
  };

  const isBusy = isSaving || isLoading;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={
        draft === null
          ? t('beneficiaries.draftDialog.titleNew')
          : t('beneficiaries.draftDialog.titleEdit', { label: draft.label })
      }
      lead={t('beneficiaries.draftDialog.lead')}
      size="large"
      dismissable={!isSaving}
      actions={
        <>
          <DialogCancel disabled={isSaving}>{t('beneficiaries.cancel')}</DialogCancel>
          <Button
            variant="outward"
            disabled={isBusy || missingMessage !== null}
            onPress={() => void save('create')}
          >
            {t('beneficiaries.draftDialog.create', { environment })}
          </Button>
          <Button
            variant="primary"
            disabled={isBusy}
            disabledReason={missingMessage}
            onPress={() => void save('close')}
          >
            {draft === null
              ? t('beneficiaries.draftDialog.save')
              : t('beneficiaries.draftDialog.saveChanges')}
          </Button>
        </>
      }
    >
      <DialogForm onSubmit={() => void save('close')}>
        <TextField
          label={t('beneficiaries.list.columns.label')}
          value={label}
          onChange={setLabel}
          hint={t('beneficiaries.fields.labelHint')}
          error={labelProblem(label)}
          startsFocused
        />
        {draft === null && <StartFrom onPayload={setPayload} onError={setError} />}
        <PayloadField value={payload} onChange={setPayload} isLoading={isLoading} />
      </DialogForm>
      {error !== null && <ErrorNotice error={error} />}
    </Dialog>
  );
}
