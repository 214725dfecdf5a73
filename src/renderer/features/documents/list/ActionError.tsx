import { t } from '../../../../shared/messages/index.ts';
import { Button } from '../../../components/actions/Button.tsx';
import type { AsyncAction } from '../../../components/actions/use-async-action.ts';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import styles from '../Batch.module.css';

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
