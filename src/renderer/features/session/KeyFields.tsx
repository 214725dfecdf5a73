import type { KeyPlace } from '../../../shared/model/profile.ts';
import type { Keychain } from '../../../shared/model/session.ts';
import { sessionScreenWords } from '../../../shared/words/session-screen.ts';
import { call } from '../../bridge.ts';
import { LinkButton } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { SegmentedControl } from '../../components/Radio.tsx';
import { SecretField } from '../../components/SecretField.tsx';
import { storablePlace } from './sign-in.ts';

const words = sessionScreenWords.form;

export interface StoredKeyProps {
  readonly place: Exclude<KeyPlace, 'none'>;
  readonly keychain: Keychain;
  /** The keychain's name for the middle of a sentence. */
  readonly keychainName: string;
  readonly onAnother: () => void;
}

/** The key field when a key is stored. */
export function StoredKey({ place, keychain, keychainName, onAnother }: StoredKeyProps) {
  const inKeychain =
    keychain.state === 'available'
      ? words.kept(keychainName)
      : words.keptUnusable(keychainName, keychain.state);
  return (
    <div className="field">
      <span className="label">{words.apiKey}</span>
      <div className="input kept-key">
        <Icon name="key" />
        <span className="grow cut">{place === 'keychain' ? inKeychain : words.keptInMemory}</span>
        <LinkButton small onPress={onAnother}>
          {words.another}
        </LinkButton>
      </div>
    </div>
  );
}

export interface TypedKeyProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | null;
  readonly startsFocused: boolean;
  /** Switches back to the stored key; `null` without one. */
  readonly onUseStored: (() => void) | null;
  readonly wish: 'keychain' | 'session';
  readonly onWish: (wish: 'keychain' | 'session') => void;
  readonly keychain: Keychain;
  readonly keychainName: string;
  readonly onFailure: (work: Promise<unknown>) => void;
}

/** The key field for typing or pasting, with the choice where to store the key. */
export function TypedKey(props: TypedKeyProps) {
  const { keychain, keychainName, wish } = props;
  const usable = keychain.state === 'available';
  const place = storablePlace(wish, keychain.state);
  const hint = place === 'keychain' ? words.rememberHint(keychainName) : words.sessionHint;
  return (
    <>
      <SecretField
        label={words.apiKey}
        value={props.value}
        onChange={props.onChange}
        error={props.error}
        startsFocused={props.startsFocused}
        {...(props.onUseStored === null
          ? {}
          : {
              hint: (
                <LinkButton small onPress={props.onUseStored}>
                  {words.keptAgain}
                </LinkButton>
              ),
            })}
      />
      <div className="keep-key">
        <SegmentedControl
          label={words.keep}
          value={place}
          onChange={props.onWish}
          hint={usable ? hint : words.noKeychain(keychainName, keychain.state)}
          choices={[
            { id: 'keychain', word: words.remember, icon: 'key', disabled: !usable },
            { id: 'session', word: words.sessionOnly },
          ]}
        />
        {!usable && (
          <LinkButton small onPress={() => props.onFailure(call('session.checkKeychain', {}))}>
            {words.checkKeychain}
          </LinkButton>
        )}
      </div>
    </>
  );
}
