import { t } from '../../../../shared/messages/index.ts';
import type { CheckFailure } from '../../../../shared/model/proofs/check-failure.ts';
import { Icon } from '../../../components/layout/Icon.tsx';
import styles from './Views.module.css';

/** Failed check of the value above; renders nothing without one. */
export function FailedCheck({ failure }: { readonly failure: CheckFailure | null }) {
  if (failure === null) return null;
  return (
    <small className={styles.proofFailed}>
      <Icon name="alert" size="sm" />
      {t(`proofsFields.check.${failure}`)}
    </small>
  );
}
