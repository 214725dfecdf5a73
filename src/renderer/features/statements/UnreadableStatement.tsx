import { useState } from 'react';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import { toastSaved } from '../../app/toasts.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorNotice } from '../../components/Notice.tsx';

interface UnreadableStatementProps {
  readonly statementId: number;
  readonly error: PaydeskError;
  /** Opens the statement once more. */
  readonly onAgain: () => void;
}

/** Replacement for a statement that crashed the review process, with the clerk's options. */
export function UnreadableStatement({ statementId, error, onAgain }: UnreadableStatementProps) {
  const [failure, setFailure] = useState<PaydeskError | null>(null);
  const act = async (work: () => Promise<void>) => {
    setFailure(null);
    try {
      await work();
    } catch (thrown) {
      setFailure(toPaydeskError(thrown));
    }
  };
  const exportOriginal = async () => {
    toastSaved((await call('review.exportOriginal', { statementId })).savedAs);
  };
  const readAgain = async () => {
    await call('statements.readAgain', { id: statementId });
    onAgain();
  };
  return (
    <>
      <ErrorNotice
        error={error}
        actions={
          <>
            <Button onPress={() => void act(exportOriginal)}>{t('statementReview.exportOriginal')}</Button>
            <Button onPress={() => void act(readAgain)}>{t('statementReview.tryAgain')}</Button>
          </>
        }
      />
      {failure !== null && <ErrorNotice error={failure} />}
    </>
  );
}
