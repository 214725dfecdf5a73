import { t } from '../../../shared/messages/index.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import type { AsyncAction } from '../../components/use-async-action.ts';
import styles from './Batch.module.css';

/** Error of the last action on the screen, until it is dismissed. */
export function ActionError({ asyncAction }: { readonly asyncAction: AsyncAction }) {
  if (asyncAction.error === null) return null;
  return (
    <div className={styles.notices}>
      <ErrorNotice
        error={asyncAction.error}
        actionsAt="end"
        actions={
          <Button size="small" onPress={asyncAction.dismiss}>
            {t('documentsScreen.list.dismiss')}
          </Button>
        }
      />
    </div>
  );
}
