import type { Session } from '../../shared/model/session.ts';
import { shellWords } from '../../shared/words/shell.ts';
import { Button } from '../components/Button.tsx';
import { ErrorNotice, Notice } from '../components/Notice.tsx';
import { showBanner, useBanner } from './banner.ts';
import { useFailures } from './failures.ts';

/** A note that came from a screen that is gone. */
export function MessageBanner() {
  const message = useBanner();
  if (message === null) return null;
  return (
    <div className="banner">
      <Notice
        tone={message.tone}
        title={message.title}
        spoken
        actionsAt="end"
        actions={
          <Button size="small" onPress={() => showBanner(null)}>
            {shellWords.dismiss}
          </Button>
        }
      >
        {message.detail}
      </Notice>
    </div>
  );
}

function FailureBanner() {
  const { error, dismiss } = useFailures();
  if (error === null) return null;
  return (
    <div className="banner">
      <ErrorNotice
        error={error}
        actionsAt="end"
        actions={
          <Button size="small" onPress={dismiss}>
            {shellWords.dismiss}
          </Button>
        }
      />
    </div>
  );
}

export interface BannersProps {
  readonly session: Session;
  readonly onSignIn: () => void;
}

/** What concerns the whole window, above the screen and never over it. */
export function Banners({ session, onSignIn }: BannersProps) {
  return (
    <>
      {session.state === 'interrupted' && (
        <div className="banner">
          <ErrorNotice
            error={session.error}
            actionsAt="end"
            actions={
              <Button size="small" onPress={onSignIn}>
                {shellWords.interrupted.signIn}
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
