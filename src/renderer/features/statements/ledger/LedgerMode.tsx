import { useEffect, useState } from 'react';
import { t } from '../../../../shared/messages/index.ts';
import type { MatchSettings } from '../../../../shared/model/ledger.ts';
import { call } from '../../../bridge.ts';
import { Button } from '../../../components/Button.tsx';
import { ErrorNotice } from '../../../components/Notice.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { useQuery } from '../../../components/use-query.ts';
import { useReview } from '../review-context.ts';
import styles from './Ledger.module.css';
import { LedgerChoice } from './LedgerChoice.tsx';
import { LedgerMatching } from './LedgerMatching.tsx';

/** Matches what is open with a ledger. Works offline. */
export function LedgerMode() {
  const { ledgerId, set } = useReview();
  return ledgerId === null ? (
    <LedgerChoice onChoose={(id) => set({ ledgerId: id })} />
  ) : (
    <ChosenLedger key={ledgerId} ledgerId={ledgerId} onLeave={() => set({ ledgerId: null })} />
  );
}

function ChosenLedger({ ledgerId, onLeave }: { readonly ledgerId: string; readonly onLeave: () => void }) {
  const { handle, dispatch } = useReview();
  const [settings, setSettings] = useState<MatchSettings | null>(null);
  const { value, error, retry } = useQuery({
    queryKey: JSON.stringify([handle, ledgerId, settings]),
    load: () => call('review.ledger', { action: 'match', handle, ledgerId, settings }),
    keepsPrevious: true,
  });
  useEffect(() => {
    if (value !== null) dispatch({ type: 'states-changed', kind: 'ledger', isSet: true });
  }, [value, dispatch]);
  const tryAgain = async () => {
    if (error?.code === 'ledger-unreadable') await call('review.ledger', { action: 'retry', ledgerId });
    retry();
  };
  if (error !== null)
    return (
      <div className={styles.problem}>
        <ErrorNotice
          error={error}
          actions={
            <>
              <Button onPress={() => void tryAgain()}>{t('ledger.tryAgain')}</Button>
              <Button onPress={onLeave}>{t('ledger.other')}</Button>
            </>
          }
        />
      </div>
    );
  if (value === null)
    return (
      <div className={styles.problem}>
        <p role="status">{t('ledger.loading')}</p>
        <Skeleton rows={12} pieces={6} />
      </div>
    );
  return (
    <LedgerMatching
      key={JSON.stringify(value.settings)}
      matching={value}
      onSettings={setSettings}
      onLeave={onLeave}
    />
  );
}
