import { useState } from 'react';
import type { ErrorCode, WireError } from '../../shared/errors.ts';
import { describeError } from '../../shared/messages/error-messages.ts';
import { t } from '../../shared/messages/index.ts';
import { call } from '../bridge.ts';
import { Button } from '../components/actions/Button.tsx';
import { ConfirmDialog } from '../components/dialogs/Dialog.tsx';
import { classNames } from '../components/layout/class-names.ts';
import pageStyles from '../components/layout/Page.module.css';
import { ErrorNotice } from '../components/messages/ErrorNotice.tsx';
import { useFailures } from './failures.ts';
import { BareBar } from './frame/BareBar.tsx';
import styles from './frame/Frame.module.css';

/** Errors after which Paydesk can begin with new data. */
const archivableErrors: readonly ErrorCode[] = ['data-earlier', 'data-outdated'];

/** The screen of a failed start: the error, that nothing was deleted, and what the clerk can do. */
export function StartupFailed({ error }: { readonly error: WireError }) {
  const { title, detail } = describeError(error);
  const failures = useFailures();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const isEarlier = error.code === 'data-earlier';
  return (
    <div className={styles.bare}>
      <BareBar />
      <main className={styles.stage}>
        <div className={classNames(pageStyles.card, styles.stageCard)} role="alert">
          <h1>{title}</h1>
          <p>{detail}</p>
          <div className={styles.actions}>
            <Button
              variant="primary"
              icon="folder"
              onPress={() => failures.attempt(call('settings.showDataFolder', {}))}
            >
              {t('shell.startupFailed.dataFolder')}
            </Button>
            {isEarlier && (
              <Button onPress={() => failures.attempt(call('proofs.library', { action: 'continueEarlier' }))}>
                {t('shell.startupFailed.continue')}
              </Button>
            )}
            {archivableErrors.includes(error.code) && (
              <Button onPress={() => setDialogOpen(true)}>{t('shell.startupFailed.archive')}</Button>
            )}
            <Button onPress={() => failures.attempt(call('settings.quit', {}))}>
              {t('shell.startupFailed.quit')}
            </Button>
          </div>
          {failures.error !== null && <ErrorNotice error={failures.error} />}
        </div>
      </main>
      <ConfirmDialog
        open={isDialogOpen}
        onClose={() => setDialogOpen(false)}
        title={t('shell.startupFailed.archiveTitle')}
        lead={t('shell.startupFailed.archiveLead')}
        cancelLabel={t('shell.startupFailed.keep')}
        confirmLabel={t('shell.startupFailed.archive')}
        onConfirm={async () => {
          await call('settings.quit', { archive: true });
        }}
      />
    </div>
  );
}
