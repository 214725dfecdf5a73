import { useEffect, useState } from 'react';
import { percentOf, t } from '../../../shared/messages/index.ts';
import { call, useTopicPart } from '../../bridge.ts';
import { Button } from '../../components/actions/Button.tsx';
import { Notice } from '../../components/messages/Notice.tsx';
import { ProgressBar } from '../../components/messages/ProgressBar.tsx';
import { useFailures } from '../failures.ts';
import styles from './Frame.module.css';

/** Time after which pages that are being made are worth a banner, in milliseconds. */
const delayMs = 1_000;

/** The progress of PDFs whose pages take long, which can be cancelled. */
export function PagesBanner() {
  const progress = useTopicPart('pages', (value) => value, null);
  const isRunning = progress !== null;
  const { attempt } = useFailures();
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!isRunning) return;
    const timer = window.setTimeout(() => setIsLong(true), delayMs);
    return () => {
      window.clearTimeout(timer);
      setIsLong(false);
    };
  }, [isRunning]);
  if (!isLong || progress === null) return null;
  const { done, total } = progress;
  const label = t('pdfPages.running', { percent: percentOf(done, total) });
  return (
    <div className={styles.banner}>
      <Notice
        tone="info"
        title={label}
        actionsAt="end"
        actions={
          <Button size="small" onPress={() => attempt(call('proofs.save', { action: 'cancel' }))}>
            {t('pdfPages.cancel')}
          </Button>
        }
        details={<ProgressBar label={label} part={done} total={total} />}
      />
    </div>
  );
}
