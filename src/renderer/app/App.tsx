import { type ComponentType, useEffect, useRef, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { t } from '../../shared/messages/index.ts';
import type { Session } from '../../shared/model/session.ts';
import { call, useTopic } from '../bridge.ts';
import { announceOnly, useAnnouncement } from './announcer.ts';
import { useAppearance, useDimmedButtons } from './appearance.ts';
import { MessageBanner } from './Banners.tsx';
import { Frame, type FrameProps } from './Frame.tsx';
import type { Feature, SignInProps } from './feature.ts';
import { forgetDestination, useFirstScreen } from './first-screen.ts';
import { LeaveConfirmation, leave } from './leave-confirmation.tsx';
import { ProxyQuestions } from './ProxyQuestions.tsx';
import { StartupFailed } from './StartupFailed.tsx';
import { sessionSentence } from './session-sentence.ts';
import { dismissSignInRequest, isFulfilled, signInAgain, useSignInRequest } from './sign-in-request.ts';
import { Toasts } from './Toasts.tsx';
import { BareBar } from './TopBar.tsx';
import { toasts } from './toasts.ts';

export interface AppProps {
  readonly features: readonly Feature[];
  readonly SignInScreen: ComponentType<SignInProps> | null;
}

function Announcements() {
  const announcement = useAnnouncement();
  return (
    <div className="sr announcer" role="status" aria-live="polite">
      {announcement}
    </div>
  );
}

/** Closes the sign-in screen and shows the previous profile again, even when another one has signed in meanwhile. */
function leaveSignIn(profileId: string): void {
  forgetDestination();
  dismissSignInRequest();
  // A session that ended meanwhile is not shown; the sign-in screen is.
  call('session.activate', { profileId }).catch(() => undefined);
}

function Starting() {
  return (
    <div className="bare">
      <BareBar />
      <main className="stage" aria-busy="true" aria-label={t('shell.starting')} />
    </div>
  );
}

/**
 * The session that the frame shows, or `null` when there is none. An interrupted session stays visible while main
 * retries the sign-in automatically, so that the work does not disappear every few seconds.
 */
function useFramed(session: Session): FrameProps['session'] | null {
  const [waiting, setWaiting] = useState<Extract<Session, { state: 'interrupted' }> | null>(null);
  const isTrying = session.state === 'signing-in' && session.profile.id === waiting?.profile.id;
  const now = session.state === 'interrupted' ? session : isTrying ? waiting : null;
  if (now !== waiting) setWaiting(now);
  return session.state === 'signed-in' ? session : now;
}

function Signed({ session, features, SignInScreen }: AppProps & { readonly session: Session }) {
  const request = useSignInRequest();
  const framed = useFramed(session);
  const framedId = framed?.profile.id ?? null;
  // The profile that was shown when the request was made.
  const [requested, setRequested] = useState({ request, shownId: framedId });
  if (requested.request !== request) setRequested({ request, shownId: framedId });
  const fulfilled = isFulfilled(request, session, requested.shownId);
  useEffect(() => {
    if (fulfilled && request.kind !== 'none') dismissSignInRequest();
  }, [fulfilled, request]);
  const announcedSession = useRef<Session | null>(null);
  useEffect(() => {
    if (session.state === 'signing-in') return;
    const sentence = sessionSentence(announcedSession.current, session);
    announcedSession.current = session;
    if (sentence !== null) announceOnly(sentence);
  }, [session]);
  useEffect(() => toasts.showProfile(framedId), [framedId]);
  const isChosen = useFirstScreen(framedId);

  const isSignInOpen = request.kind !== 'none' && !fulfilled;
  if (framed !== null && !isSignInOpen) {
    if (!isChosen) return <Starting />;
    return <Frame key={framedId} features={features} session={framed} onSignIn={() => leave(signInAgain)} />;
  }
  if (SignInScreen === null) return <Starting />;
  return (
    <div className="bare">
      <BareBar />
      <MessageBanner />
      <SignInScreen
        interrupted={session.state === 'interrupted' ? session.profile : null}
        initialProfileId={request.kind === 'other' ? request.profileId : null}
        onBack={framed === null ? null : () => leaveSignIn(framed.profile.id)}
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
  useDimmedButtons();
  const startup = useTopic('startup');
  return (
    <I18nProvider locale="en-US">
      {startup.status === 'loading' && <Starting />}
      {startup.status === 'ready' && startup.value.state === 'failed' && (
        <StartupFailed error={startup.value.error} />
      )}
      {startup.status === 'ready' && startup.value.state === 'ready' && <Started {...props} />}
      <Toasts />
      <ProxyQuestions />
      <LeaveConfirmation />
      <Announcements />
    </I18nProvider>
  );
}
