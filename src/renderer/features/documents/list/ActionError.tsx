import { t } from '../../../../shared/messages/index.ts';
import type { AsyncAction } from '../../../components/actions/use-async-action.ts';
import { DismissibleError } from '../../../components/messages/DismissibleError.tsx';
import styles from '../Batch.module.css';

export function ActionError({ asyncAction }: { readonly asyncAction: AsyncAction }) {
  return (
    <DismissibleError
      {...asyncAction}
      dismissLabel={t('documentsScreen.list.dismiss')}
      className={styles.notices}
    />
  );
}
