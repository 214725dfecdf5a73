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
  if (id === null) return (await call('beneficiaries.draft', draft)).id;
  await call('beneficiaries.changeDraft', { id, ...draft });
  return id;
}

/** The message for missing input, or `null`. */
function missingFor(label: string, payload: string): string | null {
  const labelled = labelSchema.safeParse(label).success;
  const complete = checkPayload(payload).kind === 'good';
  if (!labelled && !complete) return t('beneficiaries.draftDialog.missing');
  if (!labelled) return t('beneficiaries.fields.labelMissing');
  return complete ? null : t('beneficiaries.draftDialog.payloadMissing');
}

interface DraftDialogProps extends DialogProps {
  /** The draft to edit; `null` for a new draft. */
  readonly draft: BeneficiaryRef | null;
}

/** Edits the data of a beneficiary that does not exist at the service yet. Saves a draft or creates the beneficiary. */
export function DraftDialog({ draft, open, onClose }: DraftDialogProps) {
  const environment = useProfile()?.environment ?? 'sandbox';
  const draftId = draft?.id ?? null;
  const [label, setLabel] = useState(draft?.label ?? '');
  const [payload, setPayload] = useState('');
  const [loading, setLoading] = useState(draft !== null);
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<PaydeskError | null>(null);
  const missing = missingFor(label, payload);

  useEffect(() => {
    if (draftId === null) return;
    call('beneficiaries.payload', { id: draftId }).then(
      (answer) => {
        setPayload(answer.payload);
        setLoading(false);
      },
      (thrown: unknown) => setError(toPaydeskError(thrown)),
    );
  }, [draftId]);

  const save = async (after: 'close' | 'create') => {
    const parsed = labelSchema.safeParse(label);
    if (missing !== null || !parsed.success || saving || loading) return;
    setSaving(true);
    setError(null);
    try {
      const id = await saveDraft(draftId, { label: parsed.data, payload });
      navigate('beneficiaries', { beneficiaryId: id });
      if (after === 'create') {
        openDialog({ kind: 'create', beneficiary: { id, label: parsed.data, stage: 'draft' } });
        return;
      }
      toast({ sentence: t('beneficiaries.draftDialog.done', { label: parsed.data }) });
      onClose();
    } catch (thrown) {
      setError(toPaydeskError(thrown));
    } finally {
      setSaving(false);
    }
  };

  const busy = saving || loading;
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
      dismissable={!saving}
      actions={
        <>
          <DialogCancel disabled={saving}>{t('beneficiaries.cancel')}</DialogCancel>
          <Button variant="outward" disabled={busy || missing !== null} onPress={() => void save('create')}>
            {t('beneficiaries.draftDialog.create', { environment })}
          </Button>
          <Button
            variant="primary"
            disabled={busy}
            disabledReason={missing}
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
        <PayloadField value={payload} onChange={setPayload} loading={loading} />
      </DialogForm>
      {error !== null && <ErrorNotice error={error} />}
    </Dialog>
  );
}
