import { useId, useState } from 'react';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import type { ProfileEntry } from '../../../shared/model/profile.ts';
import type { Keychain } from '../../../shared/model/session.ts';
import { sessionScreenWords } from '../../../shared/words/session-screen.ts';
import { announce } from '../../app/announcer.ts';
import { call, useTopicPart } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { EnvironmentBadge } from '../../components/EnvironmentBadge.tsx';
import { Icon } from '../../components/Icon.tsx';
import { counterpartOf } from '../../profiles/order.ts';
import { useKeychainName } from '../../profiles/ProfileFacts.tsx';
import { ClientId } from './ClientId.tsx';
import { KeptKey, TypedKey } from './KeyFields.tsx';
import { ServiceHosts } from './ServiceHosts.tsx';
import { SignInFailure, type SignInFailureProps } from './SignInFailure.tsx';
import { possiblePlace, signIn } from './start.ts';

const words = sessionScreenWords.form;
const unknownKeychain: Keychain = { state: 'available', name: '' };

/** Props of {@link SignInForm}. */
export interface SignInFormProps extends Pick<SignInFailureProps, 'onChoose' | 'onOpen' | 'onCheck'> {
  readonly entry: ProfileEntry;
  readonly entries: readonly ProfileEntry[];
  /** True while main signs in by itself. */
  readonly resuming: boolean;
  /** The session of this profile ended, and why. */
  readonly ended: Pick<PaydeskError, 'code' | 'details' | 'requestId'> | null;
  /** The form is what the clerk came for: its first thing to do takes the focus. */
  readonly startsFocused: boolean;
  /** Called before signing in begins and after it failed. */
  readonly onRunning: (running: boolean) => void;
}

/** Everything that is typed for one profile. Another profile gets a form of its own, with nothing of this one in it. */
export function SignInForm(props: SignInFormProps) {
  const { entry, entries, resuming, ended, startsFocused, onRunning } = props;
  const formId = useId();
  const keychain = useTopicPart('keychain', (value) => value, unknownKeychain);
  const keychainName = useKeychainName();
  const [typed, setTyped] = useState('');
  const [another, setAnother] = useState(false);
  const [wish, setWish] = useState<'keychain' | 'session'>('keychain');
  const [keyMissing, setKeyMissing] = useState(false);
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<PaydeskError | null>(null);
  // A key that was kept for other hosts, or is lost, cannot be chosen.
  const hasKept = entry.keyPlace !== 'none' && (failure ?? ended)?.code !== 'api-key-needed';
  const usesKept = hasKept && !another;
  // The answer to this form's own attempt may come before the session that says the same.
  const isBusy = running || (resuming && failure === null);

  const askForAnother = () => {
    setAnother(true);
    setKeyMissing(false);
  };

  const keyField = () =>
    document.getElementById(formId)?.querySelector<HTMLInputElement>('input[type="password"]');

  const fail = (thrown: unknown) => {
    const error = toPaydeskError(thrown);
    setFailure(error.code === 'cancelled' ? null : error);
    // What is pasted next takes the place of the key that was refused.
    if (error.code === 'key-refused') {
      keyField()?.focus();
      keyField()?.select();
    }
    // The key that was kept is gone: there is nothing to do but to give it again.
    if (error.code === 'api-key-needed') askForAnother();
  };

  const submit = () => {
    if (isBusy) return;
    setFailure(null);
    if (!usesKept && typed === '') {
      setKeyMissing(true);
      keyField()?.focus();
      return;
    }
    setRunning(true);
    onRunning(true);
    announce(words.signingIn);
    signIn(entry.id, usesKept ? null : typed, possiblePlace(wish, keychain.state)).catch(
      (thrown: unknown) => {
        setRunning(false);
        onRunning(false);
        fail(thrown);
      },
    );
  };

  const shownFailure = failure ?? (isBusy ? null : ended);
  return (
    <form
      className="signin-form"
      id={formId}
      aria-label={words.title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="signin-head">
        <div className="grow">
          <h1>{ended === null ? words.title : words.titleAgain}</h1>
          <p className="dim signin-name">{entry.name}</p>
        </div>
        <EnvironmentBadge environment={entry.environment} />
      </div>
      <ClientId entry={entry} onFailure={fail} />
      {usesKept && entry.keyPlace !== 'none' ? (
        <KeptKey
          place={entry.keyPlace}
          keychain={keychain}
          keychainName={keychainName}
          onAnother={askForAnother}
        />
      ) : (
        <TypedKey
          value={typed}
          onChange={(value) => {
            setTyped(value);
            setKeyMissing(false);
          }}
          error={keyMissing ? words.keyMissing : null}
          startsFocused={startsFocused || another}
          onKept={hasKept ? () => setAnother(false) : null}
          wish={wish}
          onWish={setWish}
          keychain={keychain}
          keychainName={keychainName}
          onFailure={(work) => void work.catch(fail)}
        />
      )}
      <ServiceHosts entry={entry} />
      {shownFailure !== null && (
        <SignInFailure
          error={shownFailure}
          entry={entry}
          counterpart={counterpartOf(entry, entries)}
          usesKept={usesKept}
          onChoose={props.onChoose}
          onOpen={props.onOpen}
          onCheck={props.onCheck}
          onAnotherKey={askForAnother}
        />
      )}
      <div className="signin-act">
        <Button variant="outward" size="wide" submits startsFocused={startsFocused && usesKept}>
          {isBusy ? words.signingIn : words.signIn[entry.environment]}
        </Button>
        {isBusy && ended === null && (
          <Button
            size="big"
            onPress={() =>
              void call('session.signOut', { profileId: entry.id, forgetKey: false }).catch(fail)
            }
          >
            {words.cancel}
          </Button>
        )}
      </div>
      <div className="signin-calm">
        <Icon name="info" />
        <p>{words.deprecation}</p>
      </div>
    </form>
  );
}
