import { useState } from 'react';
import { t } from '../../../../shared/messages/index.ts';
import { labelSchema } from '../../../../shared/model/beneficiary.ts';
import { type MappingNumbers, maxNewRecipients } from '../../../../shared/model/documents/mapping.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { Checkbox } from '../../../components/fields/Checkbox.tsx';
import { TextField } from '../../../components/fields/TextField.tsx';
import styles from './Mapping.module.css';
import type { Additions } from './mapping-preview.ts';

const initiallyShown = 25;
const showMoreStep = 100;

interface NewRecipientsProps {
  readonly numbers: MappingNumbers;
  readonly additions: Additions;
  readonly onChange: (additions: Additions) => void;
  readonly disabled: boolean;
}

/** Recipient IDs that are not in the address book, each with a check box and a name for adding it. */
export function NewRecipients({ numbers, additions, onChange, disabled }: NewRecipientsProps) {
  const [shownCount, setShownCount] = useState(initiallyShown);
  const { newRecipients, newRecipientsTotal } = numbers;
  if (newRecipients.length === 0) return null;
  const setLabel = (recipientId: string, label: string | null) => {
    const next = new Map(additions);
    if (label === null) next.delete(recipientId);
    else next.set(recipientId, label);
    onChange(next);
  };
  const isEveryAdded = newRecipients.every(({ recipientId }) => additions.has(recipientId));
  const setAll = (checked: boolean) =>
    onChange(
      new Map(
        checked
          ? newRecipients.map(({ recipientId }) => [recipientId, additions.get(recipientId) ?? recipientId])
          : [],
      ),
    );
  const hiddenCount = newRecipients.length - shownCount;
  return (
    <section
      className={styles.fresh}
      aria-label={t('documentsMapping.newRecipientIds.title', { count: newRecipientsTotal })}
    >
      <div className={styles.freshHead}>
        <strong>{t('documentsMapping.newRecipientIds.title', { count: newRecipientsTotal })}</strong>
        <Checkbox checked={isEveryAdded} onChange={setAll} disabled={disabled}>
          {t('documentsMapping.newRecipientIds.all')}
        </Checkbox>
      </div>
      <p className="dim">{t('documentsMapping.newRecipientIds.lead')}</p>
      <ul className={styles.freshList}>
        {newRecipients.slice(0, shownCount).map(({ recipientId, documents }) => {
          const label = additions.get(recipientId);
          const isInvalid = label !== undefined && !labelSchema.safeParse(label).success;
          return (
            <li key={recipientId}>
              <Checkbox
                checked={label !== undefined}
                onChange={(checked) => setLabel(recipientId, checked ? recipientId : null)}
                disabled={disabled}
              >
                <bdi className="id" title={recipientId}>
                  {recipientId}
                </bdi>
                <span className={styles.more}>
                  {t('documentsMapping.newRecipientIds.count', { count: documents })}
                </span>
              </Checkbox>
              {label !== undefined && (
                <TextField
                  label={t('documentsMapping.newRecipientIds.nameOf', { id: recipientId })}
                  value={label}
                  onChange={(newLabel) => setLabel(recipientId, newLabel)}
                  error={isInvalid ? t('documentsMapping.newRecipientIds.nameWrong') : null}
                  disabled={disabled}
                />
              )}
            </li>
          );
        })}
      </ul>
      {hiddenCount > 0 && (
        <Button variant="quiet" size="small" onPress={() => setShownCount(shownCount + showMoreStep)}>
          {t('documentsMapping.newRecipientIds.showMore', { count: Math.min(showMoreStep, hiddenCount) })}
        </Button>
      )}
      {newRecipientsTotal > newRecipients.length && (
        <p className="dim">{t('documentsMapping.newRecipientIds.tooMany', { count: maxNewRecipients })}</p>
      )}
    </section>
  );
}
