import { useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import { toast } from '../../app/toasts/toasts.ts';
import { call, useTopicPart } from '../../bridge.ts';
import { Button } from '../../components/actions/Button.tsx';
import { ConfirmDialog } from '../../components/dialogs/Dialog.tsx';
import { ErrorNotice } from '../../components/messages/ErrorNotice.tsx';
import { Notice } from '../../components/messages/Notice.tsx';
import { RestoreRecovery } from '../recovery/RestoreRecovery.tsx';
import styles from './Proofs.module.css';
import { openLibrary, useDisabledReason } from './proof-actions.ts';
import { noLibraryYet } from './topics.ts';

/** Errors from which the library cannot recover. The clerk may start a new library. */
const unrecoverableErrors = new Set(['library-key-lost', 'library-damaged']);

export function LibraryNotice() {
  const library = useTopicPart('library', (value) => value, noLibraryYet);
  const [isDialogOpen, setDialogOpen] = useState(false);
  const disabledReason = useDisabledReason();
  if (library.state === 'unused') return null;
  if (library.state === 'session-only') {
    return (
      <div className={styles.notice}>
        <Notice tone="warning" icon="lock" title={t('proofs.library.sessionOnly')} actionsAt="end">
          {t('proofs.library.sessionOnlyDetail')}
        </Notice>
      </div>
    );
  }
  if (library.state === 'kept') {
    const { missing, foreign } = library;
    if (missing + foreign === 0) return null;
    return (
      <div className={styles.notice}>
        {missing > 0 && (
          <Notice tone="warning" title={t('proofs.library.missing', { count: missing })} actionsAt="end">
            {t('proofs.library.missingDetail')}
          </Notice>
        )}
        {foreign > 0 && (
          <Notice tone="warning" title={t('proofs.library.foreign', { count: foreign })} actionsAt="end">
            {t('proofs.library.foreignDetail')}
          </Notice>
        )}
      </div>
    );
  }
  return (
    <div className={styles.notice}>
      <ErrorNotice
        error={library.error}
        actions={
          <>
            <Button size="small" icon="retry" disabledReason={disabledReason} onPress={openLibrary}>
              {t('proofs.library.retry')}
            </Button>
            {library.error.code === 'library-key-lost' && <RestoreRecovery size="small" />}
            {unrecoverableErrors.has(library.error.code) && (
              <Button size="small" onPress={() => setDialogOpen(true)}>
                {t('proofs.library.startOver')}
              </Button>
            )}
          </>
        }
      />
      <ConfirmDialog
        open={isDialogOpen}
        onClose={() => setDialogOpen(false)}
        title={t('proofs.library.startOverTitle')}
        lead={t('proofs.library.startOverLead')}
        cancelLabel={t('proofs.library.keep')}
        confirmLabel={t('proofs.library.archive')}
        onConfirm={async () => {
          const { keptAs } = await call('proofs.library', { action: 'startOver' });
          toast({
            sentence: t('proofs.library.archived'),
            detail: t('proofs.library.archivedDetail', { path: keptAs }),
          });
        }}
      />
    </div>
  );
}
