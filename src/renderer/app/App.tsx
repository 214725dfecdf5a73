import { type ComponentType, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { t } from '../../shared/messages/index.ts';
import type { Session } from '../../shared/model/session/session.ts';
import { call, useTopic } from '../bridge.ts';
import { classNames } from '../components/layout/class-names.ts';
import styles from './App.module.css';
import type { SignInProps } from './feature.ts';
import { forgetDestination, useFirstScreen } from './first-screen.ts';
import { BareBar } from './frame/BareBar.tsx';
import frameStyles from './frame/Frame.module.css';
import type { FrameProps } from './frame/Frame.tsx';
import { MessageBanner } from './frame/MessageBanner.tsx';
import { ScreenBoundary } from './frame/ScreenBoundary.tsx';
import { Help, SignInHelp } from './help/Help.tsx';
import { loadAtIdle } from './idle.ts';
import { createDeferredComponent, createLazyComponent, useLoaded } from './lazy-component.tsx';
import { leave } from './profiles/leave.ts';
import { sessionSentence } from './profiles/session-sentence.ts';
import {
  dismissSignInRequest,
  isFulfilled,
  signInAgain,
  useSignInRequest,
} from './profiles/sign-in-request.ts';
import { loadSignedIn, SignedIn } from './profiles/signed-in.ts';
import { useAppearance, useDimmedWindowButtons } from './settings/appearance.ts';
import { useTextSize } from './settings/text-size.ts';
import { announceOnly, useAnnouncement } from './toasts/announcer.ts';
import { toasts } from './toasts/toasts.ts';

interface AppProps {
  readonly SignInScreen: ComponentType<SignInProps>;
}

const StartupFailed = createDeferredComponent(() =>
  import('./deferred.ts').then((module) => module.StartupFailed),
);
const Overlays = createLazyComponent(() => import('./deferred.ts').then((module) => module.Overlays));
const loadOverlays = () => loadAtIdle([Overlays.load]);

/** {@link Overlays}, loaded in an idle moment once the window shows its first screen. */
function LoadedOverlays({ isStarted }: { readonly isStarted: boolean }) {
  return useLoaded(Overlays, isStarted ? loadOverlays : null) ? <Overlays /> : null;
}

function Announcements() {
  const announcement = useAnnouncement();
  return (
    <div className={classNames('sr', styles.announcer)} role="status" aria-live="polite">
      {announcement}
    </div>
  );
}

/** Closes the sign-in screen and shows the profile again, even when another profile has signed in meanwhile. */
function leaveSignIn(profileId: string): void {
  forgetDestination();
  dismissSignInRequest();
  // A failure means that the session has ended meanwhile; the sign-in screen then stays.
  call('session.activate', { action: 'profile', profileId }).catch(() => undefined);
}

function Starting() {
  return (
    <div className={frameStyles.bare}>
      <BareBar />
      <main className={frameStyles.stage} aria-busy="true" aria-label={t('shell.starting')} />
    </div>
  );
}

/**
 * The session that the frame shows, or `null` when there is none. An interrupted session stays visible while main
 * retries the sign-in automatically, so that the work does not disappear every few seconds.
 */
function useFramedSession(session: Session): FrameProps['session'] | null {
  const [retriedSession, setRetriedSession] = useState<Extract<Session, { state: 'interrupted' }> | null>(
    null,
  );
  const isRetrying = session.state === 'signing-in' && session.profile.id === retriedSession?.profile.id;
  const interruptedSession = session.state === 'interrupted' ? session : isRetrying ? retriedSession : null;
  if (interruptedSession !== retriedSession) setRetriedSession(interruptedSession);
  return session.state === 'signed-in' ? session : interruptedSession;
}

interface StartedProps extends AppProps {
  /** Called when the window shows its first screen. */
  readonly onShown: () => void;
}

function SessionContent({ session, SignInScreen, onShown }: StartedProps & { readonly session: Session }) {
  const request = useSignInRequest();
  const framedSession = useFramedSession(session);
  const framedProfileId = framedSession?.profile.id ?? null;
  // The profile that was shown when the request was made.
  const [requestOrigin, setRequestOrigin] = useState({ request, shownId: framedProfileId });
  if (requestOrigin.request !== request) setRequestOrigin({ request, shownId: framedProfileId });
  const isRequestFulfilled = isFulfilled(request, session, requestOrigin.shownId);
  useEffect(() => {
    if (isRequestFulfilled && request.kind !== 'none') dismissSignInRequest();
  }, [isRequestFulfilled, request]);
  const announcedSession = useRef<Session | null>(null);
  useEffect(() => {
    if (session.state === 'signing-in') return;
    const sentence = sessionSentence(announcedSession.current, session);
    announcedSession.current = session;
    if (sentence !== null) announceOnly(sentence);
  }, [session]);
  useEffect(() => toasts.showProfile(framedProfileId), [framedProfileId]);
  const isFirstScreenChosen = useFirstScreen(framedProfileId, loadSignedIn);
  useEffect(() => {
    if (isFirstScreenChosen) onShown();
  }, [isFirstScreenChosen, onShown]);
  const isSigningIn = session.state === 'signing-in';
  useEffect(() => {
    // The answer of the service takes longer than the load of the screen that is probably shown.
    if (isSigningIn) void loadSignedIn('documents');
  }, [isSigningIn]);

  const isSignInOpen = request.kind !== 'none' && !isRequestFulfilled;
  if (framedSession !== null && !isSignInOpen) {
    if (!isFirstScreenChosen) return <Starting />;
    return (
      <ScreenBoundary>
        <Suspense fallback={<Starting />}>
          <SignedIn key={framedProfileId} session={framedSession} onSignIn={() => leave(signInAgain)} />
        </Suspense>
      </ScreenBoundary>
    );
  }
  return (
    <div className={frameStyles.bare}>
      <BareBar />
      <MessageBanner />
      <SignInHelp />
      <ScreenBoundary>
        <Suspense fallback={null}>
          <SignInScreen
            initialProfileId={request.kind === 'other' ? request.profileId : null}
            onBack={framedSession === null ? null : () => leaveSignIn(framedSession.profile.id)}
            onUsable={onShown}
          />
        </Suspense>
      </ScreenBoundary>
    </div>
  );
}

function StartedApp(props: StartedProps) {
  const session = useTopic('session');
  return session.status === 'loading' ? <Starting /> : <SessionContent {...props} session={session.value} />;
}

/** The window: starting, failed to start, signing in, or at work. */
export function App(props: AppProps) {
  useAppearance();
  useDimmedWindowButtons();
  useTextSize();
  const startup = useTopic('startup');
  const [isShown, setIsShown] = useState(false);
  const onShown = useCallback(() => setIsShown(true), []);
  const isFailed = startup.status === 'ready' && startup.value.state === 'failed';
  return (
    <I18nProvider locale="en-US">
      {startup.status === 'loading' && <Starting />}
      {startup.status === 'ready' && startup.value.state === 'failed' && (
        <ScreenBoundary>
          <Suspense fallback={<Starting />}>
            <StartupFailed error={startup.value.error} />
          </Suspense>
        </ScreenBoundary>
      )}
      {startup.status === 'ready' && startup.value.state === 'ready' && (
        <StartedApp {...props} onShown={onShown} />
      )}
      <Help />
      <ScreenBoundary>
        <Suspense fallback={null}>
          <LoadedOverlays isStarted={isShown || isFailed} />
        </Suspense>
      </ScreenBoundary>
      <Announcements />
    </I18nProvider>
  );
}
