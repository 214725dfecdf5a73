import { useState } from 'react';
import { t } from '../../../shared/messages/index.ts';

import { call, useTopicPart } from '../../bridge.ts';
import { useAsyncAction } from '../../components/actions/use-async-action.ts';
import { ComboBox, type ComboBoxItem } from '../../components/fields/ComboBox.tsx';
import { ErrorNotice } from '../../components/messages/ErrorNotice.tsx';

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
export function StartFrom({ onPayload }: StartFromProps) {
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
