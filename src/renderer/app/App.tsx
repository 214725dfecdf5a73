import { type ComponentType, useEffect, useRef, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import type { Session } from '../../shared/model/session.ts';
import { shellWords } from '../../shared/words/shell.ts';
import { useTopic } from '../bridge.ts';
import { useAnnouncement } from './announcer.ts';
import { useAppearance } from './appearance.ts';
import { NoteBanner } from './Banners.tsx';
import { Frame } from './Frame.tsx';
import type { Feature, SignInProps } from './feature.ts';
import { resetRoutes } from './routes.ts';
import { StartupFailed } from './StartupFailed.tsx';
import { BareBar } from './TopBar.tsx';

/** Props of {@link App}. */
export interface AppProps {
  readonly features: readonly Feature[];
  readonly SignInScreen: ComponentType<SignInProps> | null;
}

function Announcements() {
  const said = useAnnouncement();
  return (
    <div className="sr" role="status" aria-live="polite">
      {said}
    </div>
  );
}

function Starting() {
  return (
    <div className="bare">
      <BareBar />
      <main className="stage" aria-busy="true" aria-label={shellWords.starting} />
    </div>
  );
}

/** The profile whose work is shown, or may go on after signing in again. */
function profileIdOf(session: Session): string | null {
  return session.state === 'signed-in' || session.state === 'interrupted' ? session.profile.id : null;
}

function Signed({ session, features, SignInScreen }: AppProps & { readonly session: Session }) {
  const [signingInAgain, setSigningInAgain] = useState(false);
  const profileId = profileIdOf(session);
  if (signingInAgain && session.state !== 'interrupted' && session.state !== 'signing-in') {
    setSigningInAgain(false);
  }
  // Places of one profile mean nothing in another.
  const lastProfileId = useRef(profileId);
  useEffect(() => {
    if (profileId === null || profileId === lastProfileId.current) return;
    lastProfileId.current = profileId;
    resetRoutes();
  }, [profileId]);

  if (session.state === 'signed-in' || (session.state === 'interrupted' && !signingInAgain)) {
    return <Frame features={features} session={session} onSignIn={() => setSigningInAgain(true)} />;
  }
  if (SignInScreen === null) return <Starting />;
  return (
    <div className="bare">
      <BareBar />
      <NoteBanner />
      <SignInScreen
        interrupted={session.state === 'interrupted' ? session.profile : null}
        onBack={session.state === 'interrupted' ? () => setSigningInAgain(false) : null}
      />
    </div>
  );
}

function Started(props: AppProps) {
  const session = useTopic('session');
  return session.status === 'loading' ? <Starting /> : <Signed {...props} session={session.value} />;
}

/** The window: starting, failed to start, signing in, or at work. */
export function App(props: AppProps) {
  useAppearance();
  const startup = useTopic('startup');
  return (
    <I18nProvider locale="en-US">
      {startup.status === 'loading' && <Starting />}
      {startup.status === 'ready' && startup.value.state === 'failed' && (
        <StartupFailed error={startup.value.error} />
      )}
      {startup.status === 'ready' && startup.value.state === 'ready' && <Started {...props} />}
      <Announcements />
    </I18nProvider>
  );
}
