import { useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import { labelSchema, recipientIdSchema } from '../../../shared/model/beneficiary.ts';
import { Explanation } from '../../app/help/Explanation.tsx';
import { useProfile } from '../../app/profiles/use-profile.ts';
import { recipientIdProblem } from '../../app/recipient-id.ts';
import { navigate } from '../../app/routes.ts';
import { toast } from '../../app/toasts/toasts.ts';
import { call, useTopicPart } from '../../bridge.ts';
import { useAsyncAction } from '../../components/actions/use-async-action.ts';
import { FormDialog } from '../../components/dialogs/FormDialog.tsx';
import { ComboBox, type ComboBoxItem } from '../../components/fields/ComboBox.tsx';
import { RadioCards } from '../../components/fields/Radio.tsx';
import { TextField } from '../../components/fields/TextField.tsx';
import { ErrorNotice } from '../../components/messages/ErrorNotice.tsx';
import { BookError } from './BookError.tsx';
import type { AddedKind } from './dialogs.ts';
import { createPayloadDraft, describeMissingInput, saveDraft } from './draft-input.ts';
import { LabelField } from './LabelField.tsx';
import { PayloadInput } from './PayloadInput.tsx';

const maxSuggestions = 50;

async function findDrafts(text: string): Promise<readonly ComboBoxItem[]> {
  const page = await call('beneficiaries.list', {
    search: text,
    state: 'draft',
    offset: 0,
    limit: maxSuggestions,
  });
  return page.rows.map(({ id, label }) => ({ id, label }));
}

interface StartFromProps {
  readonly onPayload: (payload: string) => void;
}

/** Copies the data of another draft. Hidden when no drafts exist. */
function StartFrom({ onPayload }: StartFromProps) {
  const draftCount = useTopicPart('beneficiaries', ({ counts }) => counts.draft ?? 0, 0);
  const [chosenDraft, setChosenDraft] = useState<ComboBoxItem | null>(null);
  const { error, runQueued } = useAsyncAction();
  if (draftCount === 0) return null;
  const chooseDraft = (draft: ComboBoxItem | null) => {
    setChosenDraft(draft);
    if (draft === null) return;
    void runQueued(async () => {
      onPayload((await call('beneficiaries.draft', { action: 'read', id: draft.id })).payload);
    });
  };
  return (
    <>
      <ComboBox
        label={t('beneficiaries.draftDialog.startFrom')}
        hint={t('beneficiaries.draftDialog.startFromHint')}
        value={chosenDraft}
        onChange={chooseDraft}
        load={findDrafts}
      />
      {error !== null && <ErrorNotice error={error} />}
    </>
  );
}

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

const kinds: readonly AddedKind[] = ['known', 'new'];

function describeMissingKnown(recipientId: string, label: string): string | null {
  const hasLabel = labelSchema.safeParse(label).success;
  if (recipientIdSchema.safeParse(recipientId).success)
    return hasLabel ? null : t('beneficiaries.fields.labelMissing');
  return hasLabel ? t('beneficiaries.fields.recipientIdMissing') : t('beneficiaries.fields.bothMissing');
}

/** Adds a beneficiary that exists at the service and opens it. */
async function addKnown(typedId: string, typedLabel: string): Promise<void> {
  const label = labelSchema.parse(typedLabel);
  const { id } = await call('beneficiaries.add', { label, recipientId: recipientIdSchema.parse(typedId) });
  toast({ sentence: t('beneficiaries.addDialog.done', { label }) });
  navigate('beneficiaries', { beneficiaryId: id });
}

/** Adds a beneficiary: one that the service knows, by its recipient ID, or a new one, by its data. */
export function AddDialog({ initialKind, open, onClose }: DialogProps & { readonly initialKind: AddedKind }) {
  const profile = useProfile();
  const template = profile?.options.recipientTemplate ?? null;
  const [kind, setKind] = useState(initialKind);
  const [label, setLabel] = useState('');
  const [recipientId, setRecipientId] = useState('');
  const [payload, setPayload] = useState(() => createPayloadDraft(template ?? ''));
  const isNew = kind === 'new';
  const missingMessage = isNew
    ? describeMissingInput(label, payload, template)
    : describeMissingKnown(recipientId, label);

  const saveNew = (nextStep: 'close' | 'create') =>
    saveDraft({ id: null, label, payload: payload.text }, nextStep, onClose);
  const submit = async () => {
    if (isNew) return await saveNew('create');
    await addKnown(recipientId, label);
    onClose();
  };

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('beneficiaries.addDialog.title')}
      size="large"
      cancelLabel={t('beneficiaries.cancel')}
      submitLabel={
        isNew
          ? t('beneficiaries.draftDialog.create', { environment: profile?.environment ?? 'sandbox' })
          : t('beneficiaries.addDialog.action')
      }
      submitVariant={isNew ? 'outward' : 'primary'}
      disabledReason={missingMessage}
      onSubmit={submit}
      renderError={(error) => <BookError error={error} onOpened={onClose} />}
      {...(isNew
        ? {
            secondary: {
              label: t('beneficiaries.draftDialog.save'),
              disabled: missingMessage !== null,
              onPress: () => saveNew('close'),
            },
          }
        : {})}
    >
      <RadioCards
        label={t('beneficiaries.addDialog.kind')}
        value={kind}
        onChange={setKind}
        choices={kinds.map((id) => ({
          id,
          label: t(`beneficiaries.addDialog.kinds.${id}.label`),
          detail: t(`beneficiaries.addDialog.kinds.${id}.detail`),
        }))}
      />
      {!isNew && (
        <TextField
          label={t('beneficiaries.list.columns.recipientId')}
          face="id"
          explanation={<Explanation word="recipientId" />}
          value={recipientId}
          onChange={setRecipientId}
          hint={t('beneficiaries.fields.recipientIdHint')}
          error={recipientIdProblem(recipientId)}
          startsFocused={initialKind === 'known'}
        />
      )}
      <LabelField value={label} onChange={setLabel} startsFocused={initialKind === 'new'} />
      {isNew && (
        <>
          <StartFrom onPayload={(text) => setPayload(createPayloadDraft(text))} />
          <PayloadInput draft={payload} template={template} isLoading={false} onChange={setPayload} />
        </>
      )}
    </FormDialog>
  );
}
