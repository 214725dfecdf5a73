import { displayHost, hostNames } from '../../shared/model/environment.ts';
import type { ProfileEntry } from '../../shared/model/profile.ts';
import { profilesScreenWords } from '../../shared/words/profiles-screen.ts';
import { useTopicPart } from '../bridge.ts';
import { Facts } from '../components/Facts.tsx';
import { Time } from '../components/Time.tsx';

const words = profilesScreenWords.facts;

/** A text that says where the key of a profile is stored. */
export function useKeyPlaceText(entry: ProfileEntry): string {
  const keychain = useKeychainName();
  return profilesScreenWords.keyPlace[entry.keyPlace](keychain);
}

/** The operating system's name for its keychain, for the middle of a sentence. */
export function useKeychainName(): string {
  const name = useTopicPart('keychain', (keychain) => keychain.name, '');
  return name === '' ? profilesScreenWords.keychainUnnamed : name;
}

/** Client ID, key and options of a profile. */
export function ProfileFacts({ entry }: { readonly entry: ProfileEntry }) {
  const { options } = entry;
  const key = useKeyPlaceText(entry);
  return (
    <Facts
      facts={[
        { term: words.clientId, value: entry.clientId, face: 'id' },
        { term: words.apiKey, value: key },
        {
          term: words.lastSignIn,
          value:
            entry.lastSignedInAt === null ? (
              profilesScreenWords.use.never
            ) : (
              <Time value={entry.lastSignedInAt} form="moment" />
            ),
        },
        { term: words.token, value: options.tokenField ?? words.tokenUsual },
        { term: words.update, value: words.updates[options.recipientUpdate] },
        {
          term: words.storage,
          value: options.storageHosts.length === 0 ? words.storageAny : options.storageHosts.join(', '),
        },
        {
          term: words.companyId,
          value: options.sendCompanyId ? words.companyIdSent : words.companyIdNotSent,
        },
      ]}
    />
  );
}

/** All seven hosts of a profile. */
export function HostFacts({ entry }: { readonly entry: ProfileEntry }) {
  return (
    <Facts
      facts={hostNames.map((name) => ({
        term: profilesScreenWords.hosts[name],
        value: displayHost(entry.hosts[name]),
      }))}
    />
  );
}
