import { useRef, useState } from 'react';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import type { ProfileEntry } from '../../../shared/model/profile.ts';
import type { Session } from '../../../shared/model/session.ts';
import { useWindowEnvironment } from '../../app/appearance.ts';
import type { SignInProps } from '../../app/feature.ts';
import { waitingLines } from '../../app/unfinished-work-messages.ts';
import { call, useTopic } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorNotice, Notice } from '../../components/Notice.tsx';
import { ManagedProblems } from '../../profiles/ManagedProblems.tsx';
import { byLastUse } from '../../profiles/order.ts';
import { originFacts } from '../../profiles/origin.ts';
import { useProfileDialogs } from '../../profiles/ProfileDialogs.tsx';
import { CheckDialog } from './CheckDialog.tsx';
import { FirstRun } from './FirstRun.tsx';
import { PickPane } from './PickPane.tsx';
import { type ProfileNeeds, useProfileNeeds } from './profile-needs.ts';
import { SignInForm } from './SignInForm.tsx';
import { shownProfile } from './sign-in.ts';

const signedOut: Session = { state: 'signed-out', locked: false };
const noEntries: readonly ProfileEntry[] = [];

/** The interrupted session, also while the clerk signs in to it again. */
function useEnded(session: Session) {
  const [ended, setEnded] = useState<Extract<Session, { state: 'interrupted' }> | null>(null);
  const now = session.state === 'interrupted' ? session : session.state === 'signing-in' ? ended : null;
  if (now !== ended) setEnded(now);
  return now;
}

/** Opens the practice company and holds the error of a failed attempt. */
function useExplore() {
  const [exploring, setExploring] = useState(false);
  const [error, setError] = useState<PaydeskError | null>(null);
  const explore = () => {
    if (exploring) return;
    setExploring(true);
    setError(null);
    call('session.explore', {}).catch((thrown: unknown) => {
      setExploring(false);
      const failure = toPaydeskError(thrown);
      setError(failure.code === 'cancelled' ? null : failure);
    });
  };
  return { exploring, error, explore };
}

type Ended = Extract<Session, { state: 'interrupted' }>;

interface WorkBehindProps extends Pick<SignInProps, 'onBack'> {
  readonly session: Session;
  readonly ended: Ended | null;
}

/** The profile behind the sign-in screen, with a button to return to it. */
function WorkBehind({ session, ended, onBack }: WorkBehindProps) {
  const isBeside = session.state === 'signed-in';
  const shown = isBeside ? session.profile : (ended?.profile ?? null);
  if (shown === null) return null;
  const message = isBeside ? 'beside' : 'again';
  return (
    <Notice
      tone="info"
      title={t(`session.${message}.title`, { name: shown.name })}
      actionsAt="end"
      actions={
        <Button size="small" icon="chevron-left" disabled={onBack === null} onPress={() => onBack?.()}>
          {t(isBeside ? 'session.form.cancel' : 'session.again.back')}
        </Button>
      }
    >
      {t(`session.${message}.detail`)}
    </Notice>
  );
}

/** The open work of the selected profile; work that resumes after the sign-in comes first. */
function Waiting({ name, needs }: { readonly name: string; readonly needs: ProfileNeeds | undefined }) {
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

/** The session that preselects a profile. A profile that is open behind the screen is not preselected. */
function sessionForChoice(session: Session): Session {
  return session.state === 'signed-in' ? signedOut : session;
}

function isPracticeOpen(profileEntries: readonly ProfileEntry[]): boolean {
  return profileEntries.some(({ origin, session }) => !originFacts[origin].listed && session === 'signed-in');
}

/** The profiles to choose from. While another profile is open, signed-in profiles are in the profile menu instead. */
function offeredProfiles(
  profileEntries: readonly ProfileEntry[],
  session: Session,
  chosen: string | null,
): ProfileEntry[] {
  const isBeside = session.state === 'signed-in';
  return byLastUse(
    profileEntries.filter(
      ({ id, origin, session: state }) =>
        originFacts[origin].listed && (!isBeside || state !== 'signed-in' || id === chosen),
    ),
  );
}

/** The sign-in screen. A typed key exists only in the form's state. */
export function SignInScreen({ initialProfileId: wantedId, onBack }: SignInProps) {
  const profiles = useTopic('profiles');
  const topic = useTopic('session');
  const session = topic.status === 'ready' ? topic.value : signedOut;
  const ended = useEnded(session);
  const { exploring, error, explore } = useExplore();
  const [chosen, setChosen] = useState(wantedId);
  const [running, setRunning] = useState(false);
  const [formFocused, setFormFocused] = useState(true);
  const [checked, setChecked] = useState<ProfileEntry | null>(null);
  const stage = useRef<HTMLElement>(null);

  const profileEntries = profiles.value?.entries ?? noEntries;
  const entries = offeredProfiles(profileEntries, session, chosen);
  const entry = shownProfile({
    entries,
    session: sessionForChoice(ended ?? session),
    chosen,
    lastUsed: profiles.value?.lastUsed ?? null,
  });
  const needs = useProfileNeeds();
  const practiceId = profileEntries.find(({ origin }) => !originFacts[origin].listed)?.id;
  const focusForm = () =>
    stage.current
      ?.querySelector<HTMLElement>('form input[type="password"], form button[type="submit"]')
      ?.focus();
  const { dialogs, add, open } = useProfileDialogs((profileId) => {
    setChosen(profileId);
    setFormFocused(true);
  });
  useWindowEnvironment(entry?.environment ?? null);

  const signingInTo = session.state === 'signing-in' ? session.profile : null;
  const resumingPractice = signingInTo !== null && !originFacts[signingInTo.origin].listed;
  const practice = {
    onExplore: profiles.value?.practiceOffered === true && !isPracticeOpen(profileEntries) ? explore : null,
    exploring: exploring || resumingPractice,
  };
  const choose = (profileId: string, toForm: boolean) => {
    if (running) return;
    setChosen(profileId);
    setFormFocused(toForm);
  };

  return (
    <main className="stage signin-stage" ref={stage} aria-busy={profiles.status === 'loading'}>
      <div className="signin">
        <ManagedProblems />
        <WorkBehind session={session} ended={ended} onBack={onBack} />
        {session.state === 'signed-out' && session.locked && (
          <Notice tone="info" title={t('session.locked.title')}>
            {t('session.locked.detail')}
          </Notice>
        )}
        {error !== null && <ErrorNotice error={error} />}
        {entry !== null && <Waiting name={entry.name} needs={needs.get(entry.id)} />}
        {profiles.status === 'ready' && entry === null && <FirstRun {...practice} onAdd={() => add()} />}
        {entry !== null && (
          <div className="card signin-card">
            <PickPane
              {...practice}
              entries={entries}
              needs={needs}
              practiceNeeds={needs.get(practiceId ?? '')}
              chosen={entry.id}
              onChoose={(profileId) => choose(profileId, false)}
              onEnter={focusForm}
              onOpen={open}
              onAdd={() => add()}
            />
            <SignInForm
              key={entry.id}
              entry={entry}
              entries={entries}
              resuming={signingInTo?.id === entry.id && ended === null && !running}
              ended={ended?.profile.id === entry.id ? ended.error : null}
              startsFocused={formFocused}
              onRunning={setRunning}
              onChoose={(profileId) => choose(profileId, true)}
              onOpen={() => open(entry)}
              onCheck={() => setChecked(entry)}
            />
          </div>
        )}
      </div>
      {dialogs}
      {checked !== null && <CheckDialog profile={checked} onClose={() => setChecked(null)} />}
    </main>
  );
}
