import { useEffect, useRef, useState } from 'react';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import type { ProfileEntry } from '../../../shared/model/session/profile.ts';
import type { Session } from '../../../shared/model/session/session.ts';
import { startPhases } from '../../../shared/start-phases.ts';
import type { SignInProps } from '../../app/feature.ts';
import frameStyles from '../../app/frame/Frame.module.css';
import { useLoaded } from '../../app/lazy-component.tsx';
import { type ProfileNeeds, useProfileNeeds } from '../../app/profiles/profile-needs.ts';
import { loadSignedInAtIdle } from '../../app/profiles/signed-in.ts';
import { waitingLines } from '../../app/profiles/unfinished-work-messages.ts';
import { useWindowEnvironment } from '../../app/settings/appearance.ts';
import { call, loadContract, useTopic, useTopicPart } from '../../bridge.ts';
import { Button } from '../../components/actions/Button.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import { Notice } from '../../components/messages/Notice.tsx';
import { sortByLastUse } from '../profiles/order.ts';
import { originFacts } from '../profiles/origin.ts';
import { loadProfileDialogs, useProfileDialogs } from '../profiles/ProfileDialogs.tsx';
import { FirstRun } from './FirstRun.tsx';
import { SignInCard } from './lazy-card.ts';
import { CheckDialog, ErrorNotice, loadErrors, ManagedProblems } from './lazy-errors.ts';
import styles from './SignIn.module.css';
import { selectProfile } from './sign-in.ts';

const signedOut: Session = { state: 'signed-out', locked: false };
const noEntries: readonly ProfileEntry[] = [];

type InterruptedSession = Extract<Session, { state: 'interrupted' }>;

/** The interrupted session, also while the clerk signs in to its profile again. */
function useInterruptedSession(session: Session) {
  const [interruptedSession, setInterruptedSession] = useState<InterruptedSession | null>(null);
  const currentInterruption =
    session.state === 'interrupted' ? session : session.state === 'signing-in' ? interruptedSession : null;
  if (currentInterruption !== interruptedSession) setInterruptedSession(currentInterruption);
  return currentInterruption;
}

/** Opens the practice company and holds the error of a failed attempt. */
function useExplore() {
  const [isExploring, setIsExploring] = useState(false);
  const [error, setError] = useState<PaydeskError | null>(null);
  const explore = () => {
    if (isExploring) return;
    setIsExploring(true);
    setError(null);
    call('session.activate', { action: 'practiceCompany' }).catch(async (thrown: unknown) => {
      await loadErrors();
      setIsExploring(false);
      const failure = toPaydeskError(thrown);
      setError(failure.code === 'cancelled' ? null : failure);
    });
  };
  return { isExploring, error, explore };
}

interface ReturnNoticeProps extends Pick<SignInProps, 'onBack'> {
  readonly session: Session;
  readonly interruption: InterruptedSession | null;
}

/** A notice about the profile behind the sign-in screen, with a button to return to that profile. */
function ReturnNotice({ session, interruption, onBack }: ReturnNoticeProps) {
  const isOtherProfileOpen = session.state === 'signed-in';
  const returnProfile = isOtherProfileOpen ? session.profile : (interruption?.profile ?? null);
  if (returnProfile === null) return null;
  const messageGroup = isOtherProfileOpen ? 'beside' : 'again';
  return (
    <Notice
      tone="info"
      title={t(`session.${messageGroup}.title`, { name: returnProfile.name })}
      actionsAt="end"
      actions={
        <Button size="small" icon="chevron-left" disabled={onBack === null} onPress={() => onBack?.()}>
          {t(isOtherProfileOpen ? 'session.form.cancel' : 'session.again.back')}
        </Button>
      }
    >
      {t(`session.${messageGroup}.detail`)}
    </Notice>
  );
}

/** A notice that the session ended because the computer was not used. */
function LockedNotice({ session }: { readonly session: Session }) {
  if (session.state !== 'signed-out' || !session.locked) return null;
  return (
    <Notice tone="info" title={t('session.locked.title')}>
      {t('session.locked.detail')}
    </Notice>
  );
}

/** The open work of the selected profile; work that resumes after the sign-in comes first. */
function OpenWorkNotice({
  name,
  needs,
}: {
  readonly name: string;
  readonly needs: ProfileNeeds | undefined;
}) {
  if (needs === undefined) return null;
  const lines = waitingLines(needs.waiting);
  return (
    <Notice
      tone="info"
      icon="hourglass"
      title={
        lines.length > 0 ? t('session.waiting.title', { name }) : t('session.waiting.needTitle', { name })
      }
    >
      {[...lines, t('session.waiting.inNeedsYou', { number: needs.number })].join(' ')}
    </Notice>
  );
}

/** Returns the session that preselects a profile. A profile that is open behind the screen is not preselected. */
function selectSessionForChoice(session: Session): Session {
  return session.state === 'signed-in' ? signedOut : session;
}

function isPracticeOpen(profileEntries: readonly ProfileEntry[]): boolean {
  return profileEntries.some(
    ({ origin, session }) => !originFacts[origin].isListed && session === 'signed-in',
  );
}

/** Lists the profiles to choose from. While another profile is open, signed-in profiles are in the profile menu instead. */
function listOfferedProfiles(
  profileEntries: readonly ProfileEntry[],
  session: Session,
  chosenId: string | null,
): ProfileEntry[] {
  const isOtherProfileOpen = session.state === 'signed-in';
  return sortByLastUse(
    profileEntries.filter(
      ({ id, origin, session: state }) =>
        originFacts[origin].isListed && (!isOtherProfileOpen || state !== 'signed-in' || id === chosenId),
    ),
  );
}

/**
 * Loads the card of a chosen profile. Marks the end of the start once the screen is usable, and loads in idle moments what may
 * be shown next.
 */
function useCard(hasProfiles: boolean, entry: ProfileEntry | null, onUsable: () => void) {
  const isCardLoaded = useLoaded(SignInCard, entry === null ? null : SignInCard.load);
  const isUsable = hasProfiles && (isCardLoaded || entry === null);
  useEffect(() => {
    if (!isUsable) return;
    performance.mark(startPhases.signInUsable);
    onUsable();
    loadSignedInAtIdle([loadErrors, loadContract, SignInCard.load], loadProfileDialogs);
  }, [isUsable, onUsable]);
  return { isCardLoaded, isUsable };
}

/** The problems of the managed file. Their chunk is loaded only where there are any. */
function Problems() {
  const hasProblems = useTopicPart('profiles', ({ managedProblems }) => managedProblems.length > 0, false);
  return hasProblems && <ManagedProblems />;
}

/** The sign-in screen. A typed key exists only in the form's state. */
export function SignInScreen({ initialProfileId, onBack, onUsable }: SignInProps) {
  const profiles = useTopic('profiles');
  const topic = useTopic('session');
  const session = topic.status === 'ready' ? topic.value : signedOut;
  const interruption = useInterruptedSession(session);
  const { isExploring, error, explore } = useExplore();
  const [chosenId, setChosenId] = useState(initialProfileId);
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [startsFormFocused, setStartsFormFocused] = useState(true);
  const [checkedProfile, setCheckedProfile] = useState<ProfileEntry | null>(null);
  const stage = useRef<HTMLElement>(null);

  const profileEntries = profiles.value?.entries ?? noEntries;
  const entries = listOfferedProfiles(profileEntries, session, chosenId);
  const entry = selectProfile({
    entries,
    session: selectSessionForChoice(interruption ?? session),
    chosenId,
    lastUsedId: profiles.value?.lastUsed ?? null,
  });
  const needs = useProfileNeeds();
  const practiceId = profileEntries.find(({ origin }) => !originFacts[origin].isListed)?.id;
  const focusForm = () =>
    stage.current
      ?.querySelector<HTMLElement>('form input[type="password"], form button[type="submit"]')
      ?.focus();
  const { dialogs, add, open } = useProfileDialogs((profileId) => {
    setChosenId(profileId);
    setStartsFormFocused(true);
  });
  useWindowEnvironment(entry?.environment ?? null);
  const { isCardLoaded, isUsable } = useCard(profiles.status === 'ready', entry, onUsable);

  const signingInTo = session.state === 'signing-in' ? session.profile : null;
  const isResumingPractice = signingInTo !== null && !originFacts[signingInTo.origin].isListed;
  const practiceProps = {
    onExplore: profiles.value?.practiceOffered === true && !isPracticeOpen(profileEntries) ? explore : null,
    isExploring: isExploring || isResumingPractice,
  };
  const choose = (profileId: string, focusesForm: boolean) => {
    if (isSubmitting) return;
    setChosenId(profileId);
    setStartsFormFocused(focusesForm);
  };

  return (
    <main
      className={classNames(frameStyles.stage, styles.stage)}
      ref={stage}
      tabIndex={-1}
      aria-busy={!isUsable}
    >
      <div className={styles.signin}>
        <Problems />
        <ReturnNotice session={session} interruption={interruption} onBack={onBack} />
        <LockedNotice session={session} />
        {entry !== null && <OpenWorkNotice name={entry.name} needs={needs.get(entry.id)} />}
        {profiles.status === 'ready' && entry === null && <FirstRun {...practiceProps} onAdd={() => add()} />}
        {isCardLoaded && entry !== null && (
          <SignInCard
            pick={{
              ...practiceProps,
              entries,
              needs,
              practiceNeeds: needs.get(practiceId ?? ''),
              chosenId: entry.id,
              onChoose: (profileId) => choose(profileId, false),
              onEnter: focusForm,
              onOpen: open,
              onAdd: () => add(),
            }}
            form={{
              entry,
              entries,
              isResuming: signingInTo?.id === entry.id && interruption === null && !isSubmitting,
              interruption: interruption?.profile.id === entry.id ? interruption.error : null,
              startsFocused: startsFormFocused,
              onRunning: setIsSubmitting,
              onChoose: (profileId) => choose(profileId, true),
              onOpen: () => open(entry),
              onCheck: () => setCheckedProfile(entry),
            }}
          />
        )}
        {error !== null && <ErrorNotice error={error} />}
      </div>
      {dialogs}
      {checkedProfile !== null && (
        <CheckDialog profile={checkedProfile} onClose={() => setCheckedProfile(null)} />
      )}
    </main>
  );
}
