import { t } from '../../../shared/messages/index.ts';
import type { Session } from '../../../shared/model/session/session.ts';
import { Button } from '../../components/actions/Button.tsx';
import { ErrorNotice } from '../../components/messages/ErrorNotice.tsx';
import { useFailures } from '../failures.ts';
import styles from './Frame.module.css';
import { MessageBanner } from './MessageBanner.tsx';

function FailureBanner() {
  const { error, dismiss } = useFailures();
  if (error === null) return null;
  return (
    <div className={styles.banner}>
      <ErrorNotice
        error={error}
        actionsAt="end"
        actions={
          <Button size="small" onPress={dismiss}>
            {t('shell.dismiss')}
          </Button>
        }
      />
    </div>
  );
}

interface BannersProps {
  readonly session: Session;
  readonly onSignIn: () => void;
}

/** Messages about the whole window, shown above the screen without covering it. */
export function Banners({ session, onSignIn }: BannersProps) {
  return (
    <>
      {session.state === 'interrupted' && (
        <div className={styles.banner}>
          <ErrorNotice
            error={session.error}
            actionsAt="end"
            actions={
              <Button size="small" onPress={onSignIn}>
                {t('shell.signInAgain')}
              </Button>
            }
          />
        </div>
      )}
      <FailureBanner />
      <MessageBanner />
    </>
  );
}
