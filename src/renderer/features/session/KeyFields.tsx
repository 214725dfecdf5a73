import { t } from '../../../shared/messages/index.ts';
import type { KeyPlace } from '../../../shared/model/session/profile.ts';
import type { Keychain } from '../../../shared/model/session/session.ts';

import { platform } from '../../app/settings/platform.ts';
import { call } from '../../bridge.ts';
import { LinkButton } from '../../components/actions/Button.tsx';
import fieldStyles from '../../components/fields/Field.module.css';
import { SegmentedControl } from '../../components/fields/Radio.tsx';
import { SecretField } from '../../components/fields/SecretField.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import { Icon } from '../../components/layout/Icon.tsx';
import styles from './SignIn.module.css';
import { resolveKeyPlace } from './sign-in.ts';

interface StoredKeyProps {
  readonly place: Exclude<KeyPlace, 'none'>;
  readonly keychain: Keychain;
  /** The keychain's name for the middle of a sentence. */
  readonly keychainName: string;
  readonly onAnother: () => void;
}

export function StoredKey({ place, keychain, keychainName, onAnother }: StoredKeyProps) {
  const keychainText =
    keychain.state === 'available'
      ? t('session.form.saved', { keychain: keychainName })
      : t('session.form.savedUnusable', { keychain: keychainName, state: keychain.state });
  return (
    <div className={fieldStyles.field} data-part="field">
      <span className={fieldStyles.label} data-part="label">
        {t('session.form.apiKey')}
      </span>
      <div className={classNames(fieldStyles.input, styles.keptKey)} data-part="box">
        <Icon name="key" />
        <span className="grow cut">
          {place === 'keychain' ? keychainText : t('session.form.savedInMemory')}
        </span>
        <LinkButton small onPress={onAnother}>
          {t('session.form.another')}
        </LinkButton>
      </div>
    </div>
  );
}

interface TypedKeyProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | null;
  readonly startsFocused: boolean;
  /** Switches back to the stored key; `null` when no key is stored. */
  readonly onUseStored: (() => void) | null;
  readonly chosenPlace: 'keychain' | 'session';
  readonly onChoosePlace: (place: 'keychain' | 'session') => void;
  readonly keychain: Keychain;
  readonly keychainName: string;
  /** Called with the running check of the keychain, to show its failure. */
  readonly onKeychainCheck: (check: Promise<unknown>) => void;
}

/** The key field for typing or pasting, with the choice where to store the key. */
export function TypedKey(props: TypedKeyProps) {
  const { keychain, keychainName, chosenPlace } = props;
  const isKeychainAvailable = keychain.state === 'available';
  const place = resolveKeyPlace(chosenPlace, keychain.state);
  const hint =
    place === 'keychain'
      ? t('session.form.rememberHint', { keychain: keychainName })
      : t('session.form.sessionHint');
  return (
    <>
      <SecretField
        label={t('session.form.apiKey')}
        value={props.value}
        onChange={props.onChange}
        error={props.error}
        startsFocused={props.startsFocused}
        // An error takes the line of the hint, so that the fields below stay where they are.
        hint={
          props.onUseStored === null ? (
            t('session.form.keyHint', { system: platform })
          ) : (
            <LinkButton small onPress={props.onUseStored}>
              {t('session.form.useSaved')}
            </LinkButton>
          )
        }
      />
      <div className={styles.keepKey}>
        <SegmentedControl
          label={t('session.form.keep')}
          value={place}
          onChange={props.onChoosePlace}
          hint={
            isKeychainAvailable
              ? hint
              : t('session.form.noKeychain', { keychain: keychainName, state: keychain.state })
          }
          choices={[
            {
              id: 'keychain',
              label: t('session.form.remember'),
              icon: 'key',
              disabled: !isKeychainAvailable,
            },
            { id: 'session', label: t('session.form.sessionOnly') },
          ]}
        />
        {!isKeychainAvailable && (
          <LinkButton small onPress={() => props.onKeychainCheck(call('session.checkKeychain', {}))}>
            {t('session.form.checkKeychain')}
          </LinkButton>
        )}
      </div>
    </>
  );
}
