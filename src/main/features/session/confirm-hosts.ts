/** @file Confirms the hosts that a profile of the clerk gets, before anything is sent to them. */
import { t } from '../../../shared/messages/index.ts';
import { type Hosts, hostNames } from '../../../shared/model/session/environment.ts';
import type { Profile, ProfileFields } from '../../../shared/model/session/profile.ts';
import { createConfirmation, toVisibleAddress, toVisibleName } from '../../platform/confirmation.ts';
import type { Dialogs } from '../../platform/platform.ts';

type Addresses = Pick<ProfileFields, 'hosts' | 'options'>;

/** All hosts that a profile sends to or downloads from. */
const addressesOf = ({ hosts, options }: Addresses) => [...Object.values(hosts), ...options.storageHosts];

/** Creates the questions. They throw `cancelled` unless the clerk confirms, and while another question is open. */
export function createHostConfirmation(dialogs: Pick<Dialogs, 'choose'>) {
  const confirm = createConfirmation(dialogs);
  return {
    /** Asks before a profile that has or had a key gets other hosts. */
    confirmChange(profile: Profile, hosts: Hosts): Promise<void> {
      const changedHosts = hostNames.filter((name) => profile.hosts[name] !== hosts[name]);
      return confirm({
        title: t('hostChange.title', { name: toVisibleName(profile.name), environment: profile.environment }),
        detail: [
          t('hostChange.lead'),
          ...changedHosts.map((name) =>
            t('hostChange.host', {
              service: t(`profileFacts.hosts.${name}`),
              before: toVisibleAddress(profile.hosts[name]),
              after: toVisibleAddress(hosts[name]),
            }),
          ),
          t('hostChange.key'),
        ].join('\n\n'),
        answers: [t('hostChange.change'), t('hostChange.keep')],
      });
    },
    /** Asks before the first use of hosts that no profile has. */
    async confirmNew(fields: ProfileFields, profiles: readonly Addresses[]): Promise<void> {
      const known = new Set(profiles.flatMap(addressesOf));
      const added = [...new Set(addressesOf(fields))].filter((address) => !known.has(address));
      if (added.length === 0) return;
      await confirm({
        title: t('hostChange.newTitle', {
          name: toVisibleName(fields.name),
          environment: fields.environment,
          count: added.length,
        }),
        detail: [t('hostChange.lead'), added.map(toVisibleAddress).join('\n')].join('\n\n'),
        answers: [t('hostChange.connect'), t('hostChange.cancel')],
      });
    },
  };
}
