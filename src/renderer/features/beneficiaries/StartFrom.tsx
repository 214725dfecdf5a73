import { useState } from 'react';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';

import { call, useTopicPart } from '../../bridge.ts';
import { ComboBox, type ComboBoxItem } from '../../components/ComboBox.tsx';

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
  readonly onError: (error: PaydeskError) => void;
}

/** Copies the data of another draft. Hidden when no drafts exist. */
export function StartFrom({ onPayload, onError }: StartFromProps) {
  const draftCount = useTopicPart('beneficiaries', ({ counts }) => counts.draft ?? 0, 0);
  const [chosenDraft, setChosenDraft] = useState<ComboBoxItem | null>(null);
  if (draftCount === 0) return null;
  const chooseDraft = (draft: ComboBoxItem | null) => {
    setChosenDraft(draft);
    if (draft === null) return;
    call('beneficiaries.draft', { action: 'read', id: draft.id }).then(
      ({ payload }) => onPayload(payload),
      (thrown: unknown) => onError(toPaydeskError(thrown)),
    );
  };
  return (
    <ComboBox
      label={t('beneficiaries.draftDialog.startFrom')}
      hint={t('beneficiaries.draftDialog.startFromHint')}
      value={chosenDraft}
      onChange={chooseDraft}
      load={findDrafts}
    />
  );
}
