import { useId } from 'react';
import { t } from '../../../shared/messages/index.ts';
import { Button } from '../../components/actions/Button.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import pageStyles from '../../components/layout/Page.module.css';
import { Empty, NumberedSteps } from '../../components/messages/Empty.tsx';
import styles from './Beneficiaries.module.css';
import { openDialog } from './dialogs.ts';
import { importFile } from './import-file.ts';

const steps = ['drop', 'review', 'record'] as const;

/** The empty state of the address book: its purpose, the first action, and the steps after that. */
export function EmptyBook({ isImporting }: { readonly isImporting: boolean }) {
  const headingId = useId();
  return (
    <div className={classNames(pageStyles.scroll, styles.bookEmpty)}>
      <div className={styles.bookStart}>
        <Empty
          icon="people"
          title={t('beneficiaries.empty.title')}
          lead={t('beneficiaries.empty.lead')}
          actions={
            <>
              <Button variant="primary" disabled={isImporting} onPress={importFile} startsFocused>
                {isImporting ? t('beneficiaries.importing') : t('beneficiaries.import')}
              </Button>
              <Button onPress={() => openDialog({ kind: 'add', added: 'known' })}>
                {t('beneficiaries.add')}
              </Button>
            </>
          }
          foot={t('beneficiaries.empty.foot')}
        />
      </div>
      <section aria-labelledby={headingId}>
        <h3 id={headingId}>{t('beneficiaries.empty.next')}</h3>
        <NumberedSteps
          steps={steps.map((step) => ({
            title: t(`beneficiaries.empty.steps.${step}.title`),
            text: t(`beneficiaries.empty.steps.${step}.detail`),
          }))}
        />
      </section>
    </div>
  );
}
