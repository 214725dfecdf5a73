import { useId, useState } from 'react';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import type { ProfileEntry } from '../../../shared/model/profile.ts';
import type { Keychain } from '../../../shared/model/session.ts';

import { announce } from '../../app/announcer.ts';
import { call, useTopicPart } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { EnvironmentBadge } from '../../components/EnvironmentBadge.tsx';
import { Icon } from '../../components/Icon.tsx';
import { counterpartOf } from '../../profiles/order.ts';
import { useKeychainName } from '../../profiles/ProfileFacts.tsx';
import { ClientId } from './ClientId.tsx';
import { StoredKey, TypedKey } from './KeyFields.tsx';
import { ServiceHosts } from './ServiceHosts.tsx';
import { SignInFailure, type SignInFailureProps } from './SignInFailure.tsx';
import { signIn, storablePlace } from './sign-in.ts';

const unknownKeychain: Keychain = { state: 'available', name: '' };

interface SignInFormProps extends Pick<SignInFailureProps, 'onChoose' | 'onOpen' | 'onCheck'> {
  readonly entry: ProfileEntry;
  readonly entries: readonly ProfileEntry[];
  /** True while main signs in automatically. */
  readonly resuming: boolean;
  /** The error that interrupted the session of this profile. */
  readonly ended: Pick<PaydeskError, 'code' | 'details' | 'requestId'> | null;
  /** Focuses the first control of the form. */
  readonly startsFocused: boolean;
  /** Called before signing in begins and after it failed. */
  readonly onRunning: (running: boolean) => void;
}

/** The sign-in form of one profile. Rendered with a key per profile, so that no input carries over to another. */
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
  // A key that was stored for other hosts, or is lost, is not offered.
  const hasStoredKey = entry.keyPlace !== 'none' && (failure ?? ended)?.code !== 'api-key-needed';
  const usesStoredKey = hasStoredKey && !another;
  // The result of this form's own attempt may arrive before the session topic.
  const isBusy = running || (resuming && failure === null);

  const enterAnotherKey = () => {
    setAnother(true);
    setKeyMissing(false);
  };

  const keyField = () =>
    document.getElementById(formId)?.querySelector<HTMLInputElement>('input[type="password"]');

  const fail = (thrown: unknown) => {
    const error = toPaydeskError(thrown);
    setFailure(error.code === 'cancelled' ? null : error);
    // Selected, so that pasting replaces the refused key.
    if (error.code === 'key-refused') {
      keyField()?.focus();
      keyField()?.select();
    }
    // The stored key is gone, so it must be entered again.
    if (error.code === 'api-key-needed') enterAnotherKey();
  };

  const submit = () => {
    if (isBusy) return;
    setFailure(null);
    if (!usesStoredKey && typed === '') {
      setKeyMissing(true);
      keyField()?.focus();
      return;
    }
    setRunning(true);
    onRunning(true);
    announce(t('session.form.signingIn'));
    signIn(entry.id, usesStoredKey ? null : typed, storablePlace(wish, keychain.state)).catch(
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
      aria-label={t('session.form.title')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="signin-head">
        <div className="grow">
          <h1>{ended === null ? t('session.form.title') : t('session.form.titleAgain')}</h1>
          <p className="dim signin-name">{entry.name}</p>
        </div>
        <EnvironmentBadge environment={entry.environment} />
      </div>
      <ClientId entry={entry} onFailure={fail} />
      {usesStoredKey && entry.keyPlace !== 'none' ? (
        <StoredKey
          place={entry.keyPlace}
          keychain={keychain}
          keychainName={keychainName}
          onAnother={enterAnotherKey}
        />
      ) : (
        <TypedKey
          value={typed}
          onChange={(value) => {
            setTyped(value);
            setKeyMissing(false);
          }}
          error={keyMissing ? t('session.form.keyMissing') : null}
          startsFocused={startsFocused || another}
          onUseStored={hasStoredKey ? () => setAnother(false) : null}
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
          usesStoredKey={usesStoredKey}
          onChoose={props.onChoose}
          onOpen={props.onOpen}
          onCheck={props.onCheck}
          onAnotherKey={enterAnotherKey}
        />
      )}
      <div className="signin-submit">
        <Button variant="outward" size="wide" submits startsFocused={startsFocused && usesStoredKey}>
          {isBusy ? t('session.form.signingIn') : t(`session.form.signIn.${entry.environment}`)}
        </Button>
        {isBusy && ended === null && (
          <Button
            size="big"
            onPress={() =>
              void call('session.signOut', { profileId: entry.id, forgetKey: false }).catch(fail)
            }
          >
            {t('session.form.cancel')}
          </Button>
        )}
      </div>
      <div className="signin-note">
        <Icon name="info" />
        <p>{t('session.form.deprecation')}</p>
      </div>
    </form>
  );
}
