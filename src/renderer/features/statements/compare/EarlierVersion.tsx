import { useState } from 'react';
import { formatTime, t } from '../../../../shared/messages/index.ts';
import type { Statement } from '../../../../shared/model/statements/statements.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { useNow } from '../../../components/layout/clock-tick.ts';
import { Notice } from '../../../components/messages/Notice.tsx';
import styles from './Compare.module.css';
import { CompareDialog, openComparison } from './CompareDialog.tsx';

/** Offers the comparison when a statement was fetched again and differs; mentions an identical file. */
export function EarlierVersionNotice({ statement }: { readonly statement: Statement }) {
  const now = useNow();
  const { id, earlierVersion } = statement;
  if (earlierVersion === null) return null;
  const date = formatTime(earlierVersion.requestedAt, 'moment', now);
  if (earlierVersion.isIdentical)
    return <p className={styles.identical}>{t('statementCompare.again.identical', { date })}</p>;
  return (
    <Notice
      tone="warning"
      title={t('statementCompare.again.differs')}
      actions={
        <Button size="small" onPress={() => openComparison(id, earlierVersion.id)}>
          {t('statementCompare.compareWithEarlier')}
        </Button>
      }
      actionsAt="end"
    >
      {t('statementCompare.again.differsLead', { date })}
    </Notice>
  );
}

/** Opens the dialog that chooses another statement for a comparison. */
export function CompareButton({ statement }: { readonly statement: Statement }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('statementCompare.open')}</Button>
      {isOpen && <CompareDialog statement={statement} onClose={() => setOpen(false)} />}
    </>
  );
}
