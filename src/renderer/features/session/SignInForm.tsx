import { useId, useState } from 'react';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import type { ProfileEntry } from '../../../shared/model/session/profile.ts';
import type { Keychain } from '../../../shared/model/session/session.ts';
import { announce } from '../../app/toasts/announcer.ts';
import { toast } from '../../app/toasts/toasts.ts';
import { call, useTopicPart } from '../../bridge.ts';
import { Button } from '../../components/actions/Button.tsx';
import { IconButton } from '../../components/actions/IconButton.tsx';
import { useCopied } from '../../components/actions/use-copied.ts';
import { TextField } from '../../components/fields/TextField.tsx';
import { Icon } from '../../components/layout/Icon.tsx';
import { EnvironmentBadge } from '../../components/messages/EnvironmentBadge.tsx';
import { findCounterpart } from '../profiles/order.ts';
import { useKeychainName } from '../profiles/ProfileFacts.tsx';
import { StoredKey, TypedKey } from './KeyFields.tsx';
import { loadErrors, SignInFailure } from './lazy-errors.ts';
import { ServiceHosts } from './ServiceHosts.tsx';
import styles from './SignIn.module.css';
import type { SignInFailureProps } from './SignInFailure.tsx';
import { resolveKeyPlace, signIn } from './sign-in.ts';

interface ClientIdProps {
  readonly entry: Pick<ProfileEntry, 'id' | 'clientId'>;
  readonly onFailure: (thrown: unknown) => void;
}

/** The client ID, read-only and with a button to copy it. */
function ClientId({ entry, onFailure }: ClientIdProps) {
  const [copiedId, setCopiedId] = useCopied();
  const isCopied = copiedId === entry.id;
  const copyClientId = () => {
    call('session.profile', { action: 'copyClientId', profileId: entry.id }).then(() => {
      setCopiedId(entry.id);
      toast({ sentence: t('session.form.copied') });
    }, onFailure);
  };
  return (
    <div className={styles.clientId}>
      <TextField
        label={t('session.form.clientId')}
        value={entry.clientId}
        onChange={() => undefined}
        face="id"
        readOnly
        end={
          <IconButton
            icon={isCopied ? 'check' : 'copy'}
            label={isCopied ? t('session.form.copied') : t('session.form.copy')}
            onPress={copyClientId}
          />
        }
      />
    </div>
  );
}

const unknownKeychain: Keychain = { state: 'available', name: '' };

export interface SignInFormProps extends Pick<SignInFailureProps, 'onChoose' | 'onOpen' | 'onCheck'> {
  readonly entry: ProfileEntry;
  readonly entries: readonly ProfileEntry[];
  /** True while main signs in automatically. */
  readonly isResuming: boolean;
  /** The error that interrupted the session of this profile. */
  readonly interruption: Pick<PaydeskError, 'code' | 'details' | 'requestId'> | null;
  /** Focuses the first control of the form. */
  readonly startsFocused: boolean;
  /** Called with `true` when the sign-in starts, and with `false` when the sign-in fails. */
  readonly onRunning: (isRunning: boolean) => void;
}

/** The sign-in form of one profile. Rendered with a key per profile, so that no input carries over to another profile. */
export function SignInForm(props: SignInFormProps) {
  const { entry, entries, isResuming, interruption, startsFocused, onRunning } = props;
  const formId = useId();
  const keychain = useTopicPart('keychain', (value) => value, unknownKeychain);
  const keychainName = useKeychainName();
  const [typedKey, setTypedKey] = useState('');
  const [isEnteringAnotherKey, setIsEnteringAnotherKey] = useState(false);
  const [chosenPlace, setChosenPlace] = useState<'keychain' | 'session'>('keychain');
  const [isKeyMissing, setIsKeyMissing] = useState(false);
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [failure, setFailure] = useState<PaydeskError | null>(null);
  // A key that was stored for other hosts, or is lost, is not offered.
  const hasStoredKey = entry.keyPlace !== 'none' && (failure ?? interruption)?.code !== 'api-key-needed';
  const usesStoredKey = hasStoredKey && !isEnteringAnotherKey;
  // The failure of a sign-in from this form may arrive before the session topic changes.
  const isBusy = isSubmitting || (isResuming && failure === null);

  const enterAnotherKey = () => {
    setIsEnteringAnotherKey(true);
    setIsKeyMissing(false);
  };

  const findKeyField = () =>
    document.getElementById(formId)?.querySelector<HTMLInputElement>('input[type="password"]');

  const showError = (error: PaydeskError) => {
    setFailure(error.code === 'cancelled' ? null : error);
    // Selects the refused key, so that pasting replaces the key.
    if (error.code === 'key-refused') {
      findKeyField()?.focus();
      findKeyField()?.select();
    }
    // The stored key is lost, so the clerk must enter a key.
    if (error.code === 'api-key-needed') enterAnotherKey();
  };

  const showFailure = (thrown: unknown) => void loadErrors().then(() => showError(toPaydeskError(thrown)));

  const submit = () => {
    if (isBusy) return;
    setFailure(null);
    if (!usesStoredKey && typedKey === '') {
      setIsKeyMissing(true);
      findKeyField()?.focus();
      return;
    }
    setIsSubmitting(true);
    onRunning(true);
    announce(t('session.form.signingIn'));
    signIn(entry.id, usesStoredKey ? null : typedKey, resolveKeyPlace(chosenPlace, keychain.state)).catch(
      (thrown: unknown) => {
        setIsSubmitting(false);
        onRunning(false);
        showFailure(thrown);
      },
    );
  };

  const shownFailure = failure ?? (isBusy ? null : interruption);
  return (
    <form
      className={styles.form}
      id={formId}
      aria-label={t('session.form.title')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={styles.head}>
        <div className="grow">
          <h1>{interruption === null ? t('session.form.title') : t('session.form.titleAgain')}</h1>
          <p className="dim break-anywhere" data-part="profile-name">
            {entry.name}
          </p>
        </div>
        <EnvironmentBadge environment={entry.environment} />
      </div>
      <ClientId entry={entry} onFailure={showFailure} />
      {usesStoredKey && entry.keyPlace !== 'none' ? (
        <StoredKey
          place={entry.keyPlace}
          keychain={keychain}
          keychainName={keychainName}
          onAnother={enterAnotherKey}
        />
      ) : (
        <TypedKey
          value={typedKey}
          onChange={(value) => {
            setTypedKey(value);
            setIsKeyMissing(false);
          }}
          error={isKeyMissing ? t('session.form.keyMissing') : null}
          startsFocused={startsFocused || isEnteringAnotherKey}
          onUseStored={hasStoredKey ? () => setIsEnteringAnotherKey(false) : null}
          chosenPlace={chosenPlace}
          onChoosePlace={setChosenPlace}
          keychain={keychain}
          keychainName={keychainName}
          onKeychainCheck={(check) => void check.catch(showFailure)}
        />
      )}
      <ServiceHosts entry={entry} />
      {shownFailure !== null && (
        <SignInFailure
          error={shownFailure}
          entry={entry}
          counterpart={findCounterpart(entry, entries)}
          usesStoredKey={usesStoredKey}
          onChoose={props.onChoose}
          onOpen={props.onOpen}
          onCheck={props.onCheck}
          onAnotherKey={enterAnotherKey}
        />
      )}
      <div className={styles.submit}>
        <Button variant="outward" size="wide" submits startsFocused={startsFocused && usesStoredKey}>
          {isBusy ? t('session.form.signingIn') : t(`session.form.signIn.${entry.environment}`)}
        </Button>
        {isBusy && interruption === null && (
          <Button
            size="big"
            onPress={() =>
              void call('session.signOut', { profileId: entry.id, forgetKey: false }).catch(showFailure)
            }
          >
            {t('session.form.cancel')}
          </Button>
        )}
      </div>
      <div className={styles.note}>
        <Icon name="info" />
        <p>{t('session.form.deprecation')}</p>
      </div>
    </form>
  );
}
