import { useState } from 'react';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';

import { call, useTopicPart } from '../../bridge.ts';
import { ComboBox, type ComboBoxItem } from '../../components/ComboBox.tsx';

const maxFound = 50;

async function findDrafts(text: string): Promise<readonly ComboBoxItem[]> {
  const page = await call('beneficiaries.list', {
    search: text,
    state: 'draft',
    offset: 0,
    limit: maxFound,
  });
  return page.rows.map(({ id, label }) => ({ id, label }));
}

interface StartFromProps {
  readonly onPayload: (payload: string) => void;
  readonly onError: (error: PaydeskError) => void;
}

/** Copies the data of another draft. Hidden while there are no drafts. */
export function StartFrom({ onPayload, onError }: StartFromProps) {
  const drafts = useTopicPart('beneficiaries', ({ counts }) => counts.draft ?? 0, 0);
  const [chosen, setChosen] = useState<ComboBoxItem | null>(null);
  if (drafts === 0) return null;
  const choose = (found: ComboBoxItem | null) => {
    setChosen(found);
    if (found === null) return;
    call('beneficiaries.payload', { id: found.id }).then(
      ({ payload }) => onPayload(payload),
      (thrown: unknown) => onError(toPaydeskError(thrown)),
    );
  };
  return (
    <ComboBox
      label={t('beneficiaries.draftDialog.startFrom')}
      hint={t('beneficiaries.draftDialog.startFromHint')}
      value={chosen}
      onChange={choose}
      load={findDrafts}
    />
  );
}
