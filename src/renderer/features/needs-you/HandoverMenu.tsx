import { t } from '../../../shared/messages/index.ts';
import { Button } from '../../components/actions/Button.tsx';
import { Menu } from '../../components/actions/Menu.tsx';
import { ErrorNotice } from '../../components/messages/ErrorNotice.tsx';
import { dismissHandoverError, saveHandover, useHandoverJob } from './handover.ts';
import styles from './NeedsYou.module.css';

/** The button that saves everything that is open for a colleague, with the choice of the format. */
export function HandoverMenu() {
  const { isSaving } = useHandoverJob();
  return (
    <Menu
      label={t('handover.saveAs')}
      placement="bottom end"
      trigger={
        <Button icon="save" disabled={isSaving}>
          {t(isSaving ? 'handover.running' : 'handover.action')}
        </Button>
      }
      entries={[
        {
          id: 'pdf',
          label: t('handover.pdf'),
          detail: t('handover.pdfDetail'),
          icon: 'file',
          onAction: () => saveHandover('pdf'),
        },
        {
          id: 'csv',
          label: t('handover.csv'),
          detail: t('handover.csvDetail'),
          icon: 'columns',
          onAction: () => saveHandover('csv'),
        },
      ]}
    />
  );
}

/** Why a handover was not saved, above the list. */
export function HandoverError() {
  const { error } = useHandoverJob();
  if (error === null) return null;
  return (
    <div className={styles.results}>
      <ErrorNotice
        error={error}
        actionsAt="end"
        actions={
          <Button size="small" onPress={dismissHandoverError}>
            {t('handover.dismiss')}
          </Button>
        }
      />
    </div>
  );
}
