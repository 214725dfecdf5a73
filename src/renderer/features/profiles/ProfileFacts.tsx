import { formatPlainList, t } from '../../../shared/messages/index.ts';
import { displayHost, hostNames } from '../../../shared/model/session/environment.ts';
import type { ProfileEntry } from '../../../shared/model/session/profile.ts';

import { useTopicPart } from '../../bridge.ts';
import { Facts } from '../../components/layout/Facts.tsx';
import { Time } from '../../components/layout/Time.tsx';

/** The operating system's name for its keychain, for the middle of a sentence. */
export function useKeychainName(): string {
  const name = useTopicPart('keychain', (keychain) => keychain.name, '');
  return name === '' ? t('profileFacts.keychainUnnamed') : name;
}

/** Client ID, key and options of a profile. */
export function ProfileFacts({ entry }: { readonly entry: ProfileEntry }) {
  const { options } = entry;
  const keychain = useKeychainName();
  return (
    <Facts
      facts={[
        { term: t('profiles.editor.clientId'), value: entry.clientId, face: 'id' },
        {
          term: t('profiles.facts.apiKey'),
          value: t(`profileFacts.keyPlace.${entry.keyPlace}`, { keychain }),
        },
        {
          term: t('profiles.facts.lastSignIn'),
          value:
            entry.lastSignedInAt === null ? (
              t('profileFacts.use.never')
            ) : (
              <Time value={entry.lastSignedInAt} form="moment" />
            ),
        },
        {
          term: t('profiles.editor.tokenField'),
          value: options.tokenField ?? t('profiles.facts.tokenUsual'),
        },
        {
          term: t('profiles.facts.update'),
          value: t(`profiles.editor.updates.${options.recipientUpdate}.label`),
        },
        {
          term: t('profiles.editor.storage'),
          value:
            options.storageHosts.length === 0
              ? t('profiles.facts.storageAny')
              : formatPlainList(options.storageHosts),
        },
        {
          term: t('profiles.facts.companyId'),
          value: options.sendCompanyId
            ? t('profiles.facts.companyIdSent')
            : t('profiles.facts.companyIdNotSent'),
        },
        {
          term: t('profiles.editor.template'),
          value:
            options.recipientTemplate === null
              ? t('profiles.facts.templateNone')
              : t('profiles.facts.templateSaved'),
        },
      ]}
    />
  );
}

export function HostFacts({ entry }: { readonly entry: ProfileEntry }) {
  return (
    <Facts
      facts={hostNames.map((name) => ({
        term: t(`profileFacts.hosts.${name}`),
        value: displayHost(entry.hosts[name]),
      }))}
    />
  );
}
