/**
 * @file Confirms changes of a profile's hosts in a native dialog, which a compromised page can neither answer nor hide.
 */
import { PaydeskError } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import { type Hosts, hostNames } from '../../../shared/model/session/environment.ts';
import type { Profile } from '../../../shared/model/session/profile.ts';
import type { Dialogs } from '../../platform/platform.ts';

/** Maximum number of characters shown of a path; host names are always shown completely. */
const maxShownPath = 60;
const maxShownName = 80;

/** Makes every character of an address visible: a path may contain characters that change the text direction. */
function toVisibleAddress(address: string): string {
  const visible = address.replace(/[^\x21-\x7e]/gu, encodeURIComponent);
  const pathOffset = visible.indexOf('/', visible.indexOf('//') + 2);
  if (pathOffset === -1 || visible.length <= pathOffset + maxShownPath) return visible;
  return `${visible.slice(0, pathOffset + maxShownPath)}…`;
}

/** Makes a name a single line without invisible characters. */
function toVisibleName(name: string): string {
  const visible = name.replace(/[\p{C}\s]+/gu, ' ').trim();
  return visible.length <= maxShownName ? visible : `${visible.slice(0, maxShownName)}…`;
}

/**
 * Creates a function that asks the clerk to confirm changed hosts. It throws `cancelled` unless the clerk confirms, and
 * while another confirmation is open.
 */
export function createHostConfirmation(
  dialogs: Pick<Dialogs, 'choose'>,
): (profile: Profile, hosts: Hosts) => Promise<void> {
  let isOpen = false;

  async function confirm(profile: Profile, hosts: Hosts): Promise<void> {
    const changedHosts = hostNames.filter((name) => profile.hosts[name] !== hosts[name]);
    const choice = await dialogs.choose({
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
    if (choice !== 0) throw new PaydeskError('cancelled', 'The clerk did not confirm the hosts');
  }

  return async (profile, hosts) => {
    if (isOpen) throw new PaydeskError('cancelled', 'Another confirmation of hosts is open');
    isOpen = true;
    try {
      await confirm(profile, hosts);
    } finally {
      isOpen = false;
    }
  };
}
