import { useState } from 'react';
import { type PaydeskError, toPaydeskError } from '../../../../shared/errors.ts';
import { t } from '../../../../shared/messages/index.ts';
import { toastSaved } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';

interface UnreadableStatementProps {
  readonly statementId: number;
  readonly error: PaydeskError;
  /** Opens the statement again. */
  readonly onRetry: () => void;
}

/** Error of a statement that crashed the statement engine, with buttons to export the file or to try again. */
export function UnreadableStatement({ statementId, error, onRetry }: UnreadableStatementProps) {
  const [failure, setFailure] = useState<PaydeskError | null>(null);
  const runAction = async (action: () => Promise<void>) => {
    setFailure(null);
    try {
      await action();
    } catch (thrown) {
      setFailure(toPaydeskError(thrown));
    }
  };
  const exportOriginal = async () => {
    toastSaved((await call('viewer.export', { action: 'original', statementId })).savedAs);
  };
  const readAgain = async () => {
    await call('statements.retry', { action: 'read', id: statementId });
    onRetry();
  };
  return (
    <>
      <ErrorNotice
        error={error}
        actions={
          <>
            <Button onPress={() => void runAction(exportOriginal)}>
              {t('statementViewer.exportOriginal')}
            </Button>
            <Button onPress={() => void runAction(readAgain)}>{t('statementViewer.tryAgain')}</Button>
          </>
        }
      />
      {failure !== null && <ErrorNotice error={failure} />}
    </>
  );
}
