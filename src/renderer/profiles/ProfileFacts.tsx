import { displayHost, hostNames } from '../../shared/model/environment.ts';
import type { ProfileEntry } from '../../shared/model/profile.ts';
import { profilesScreenWords } from '../../shared/words/profiles-screen.ts';
import { useTopicPart } from '../bridge.ts';
import { Facts } from '../components/Facts.tsx';
import { Time } from '../components/Time.tsx';

const words = profilesScreenWords.facts;

/** Where the key of a profile is, in words. */
export function useKeyWords(entry: ProfileEntry): string {
  const keychain = useKeychainName();
  return profilesScreenWords.keyPlace[entry.keyPlace](keychain);
}

/** What the operating system calls its keychain, for the middle of a sentence. */
export function useKeychainName(): string {
  const name = useTopicPart('keychain', (keychain) => keychain.name, '');
  return name === '' ? profilesScreenWords.keychainUnnamed : name;
}

/** Who the profile is, where its key is, and what the company decided. */
export function ProfileFacts({ entry }: { readonly entry: ProfileEntry }) {
  const { options } = entry;
  const key = useKeyWords(entry);
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
