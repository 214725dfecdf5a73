import { t } from '../../../shared/messages/index.ts';
import { omittedList } from '../../../shared/messages/proof-kinds.ts';
import { Button } from '../../components/actions/Button.tsx';
import { ErrorNotice } from '../../components/messages/ErrorNotice.tsx';
import { Notice } from '../../components/messages/Notice.tsx';
import styles from './Proofs.module.css';
import { dismissResult, useProofActions } from './proof-actions.ts';

const maxNamedProofs = 5;

/** Errors and omitted proofs of the last action, above the list. */
export function Results() {
  const { omitted, error } = useProofActions();
  const dismiss = (
    <Button size="small" onPress={dismissResult}>
      {t('proofs.omitted.dismiss')}
    </Button>
  );
  if (error !== null) {
    return (
      <div className={styles.notice} data-print="hidden">
        <ErrorNotice error={error} actionsAt="end" actions={dismiss} />
      </div>
    );
  }
  if (omitted === null) return null;
  return (
    <div className={styles.notice} data-print="hidden">
      <Notice
        tone="warning"
        icon="alert"
        title={t('proofs.omitted.title', { count: omitted.leftTotal })}
        spoken
        actionsAt="end"
        actions={dismiss}
      >
        {t('proofs.omitted.list', { proofs: omittedList(omitted.left, omitted.leftTotal, maxNamedProofs) })}
      </Notice>
    </div>
  );
}
