import { useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import { type Beneficiary, recipientIdSchema } from '../../../shared/model/beneficiary.ts';
import { decisionLabel } from '../../app/outcomes/settle.ts';
import { useUnknownOutcomes } from '../../app/outcomes/UnknownOutcomes.tsx';
import { useSettling } from '../../app/outcomes/use-settling.tsx';
import { useProfile } from '../../app/profiles/use-profile.ts';
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
import { openDialog } from './dialogs.ts';

/** The form for the recipient ID of a created beneficiary, when the answer to its creation contained no ID. */
function RecipientIdForm({ beneficiary }: { readonly beneficiary: Pick<Beneficiary, 'id'> }) {
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

const decisions = ['is-there', 'send-again'] as const;

interface StageProps {
  readonly beneficiary: Beneficiary;
}

function UnknownOutcomeNotices({ beneficiary }: StageProps) {
  const outcomes = useUnknownOutcomes().filter((outcome) => outcome.beneficiary.id === beneficiary.id);
  const { decide, dialog } = useSettling();
  return (
    <PanelSection>
      {outcomes.map((outcome) => (
        <Notice
          key={outcome.attachId}
          tone="warning"
          icon="help"
          title={t('beneficiaries.panel.outcome.title')}
          actions={decisions.map((decision) => (
            <Button key={decision} size="small" onPress={() => decide(outcome, decision)}>
              {decisionLabel(outcome, decision)}
            </Button>
          ))}
        >
          {t('beneficiaries.panel.outcome.detail')}
        </Notice>
      ))}
      {dialog}
    </PanelSection>
  );
}

function DraftSection({ beneficiary }: StageProps) {
  const environment = useProfile()?.environment ?? 'sandbox';
  return (
    <PanelSection
      heading={t('beneficiaries.panel.draft.title')}
      actions={
        <>
          <Button size="small" variant="outward" onPress={() => openDialog({ kind: 'create', beneficiary })}>
            {t('beneficiaries.draftDialog.create', { environment })}
          </Button>
          <Button size="small" onPress={() => openDialog({ kind: 'draft', draft: beneficiary })}>
            {t('beneficiaries.panel.draft.edit')}
          </Button>
        </>
      }
    >
      <p>{t('beneficiaries.panel.draft.detail')}</p>
    </PanelSection>
  );
}

function CreatingSection() {
  return (
    <PanelSection heading={t('beneficiaries.panel.creating.title')}>
      <p>{t('beneficiaries.panel.creating.detail')}</p>
    </PanelSection>
  );
}

/** The pending step of a beneficiary with its actions; empty for a beneficiary without a pending step. */
export function StageSection({ beneficiary }: StageProps) {
  const { unknown, stage } = beneficiary;
  if (unknown > 0) return <UnknownOutcomeNotices beneficiary={beneficiary} />;
  if (stage === 'draft') return <DraftSection beneficiary={beneficiary} />;
  if (stage === 'creating') return <CreatingSection />;
  if (stage === 'id-needed') return <RecipientIdForm beneficiary={beneficiary} key={beneficiary.id} />;
  return null;
}
