/**
 * @file Asks the clerk before the hosts of a profile change. The dialog is the system's own: a page that was taken over
 * can neither answer nor hide it.
 */
import { PaydeskError } from '../../../shared/errors.ts';
import { type Hosts, hostNames } from '../../../shared/model/environment.ts';
import type { Profile } from '../../../shared/model/profile.ts';
import { hostChangeMessages } from '../../../shared/words/host-change.ts';
import type { Dialogs } from '../../platform.ts';

/** Characters of a path that are shown; host names are always shown whole. */
const maxShownPath = 60;
const maxShownName = 80;

/** An address of which every character can be seen: the path may hold marks that turn the direction of writing. */
function plainAddress(address: string): string {
  const visible = address.replace(/[^\x21-\x7e]/gu, encodeURIComponent);
  const pathAt = visible.indexOf('/', visible.indexOf('//') + 2);
  if (pathAt === -1 || visible.length <= pathAt + maxShownPath) return visible;
  return `${visible.slice(0, pathAt + maxShownPath)}…`;
}

/** A name on one line, without marks that cannot be seen. */
function plainName(name: string): string {
  const visible = name.replace(/[\p{C}\s]+/gu, ' ').trim();
  return visible.length <= maxShownName ? visible : `${visible.slice(0, maxShownName)}…`;
}

/** Creates the question. It throws `cancelled` unless the clerk confirms, and for a second question at the same time. */
export function createHostConfirmation(
  dialogs: Pick<Dialogs, 'ask'>,
): (profile: Profile, hosts: Hosts) => Promise<void> {
  let isOpen = false;

  async function confirm(profile: Profile, hosts: Hosts): Promise<void> {
    const changed = hostNames.filter((name) => profile.hosts[name] !== hosts[name]);
    const choice = await dialogs.ask({
      title: hostChangeMessages.title(plainName(profile.name), profile.environment),
      detail: hostChangeMessages.detail(
        changed.map((name) => ({
          name,
          before: plainAddress(profile.hosts[name]),
          after: plainAddress(hosts[name]),
        })),
      ),
      answers: [hostChangeMessages.change, hostChangeMessages.keep],
    });
    if (choice !== 0) throw new PaydeskError('cancelled', 'The clerk keeps the hosts');
  }

  return async (profile, hosts) => {
    if (isOpen) throw new PaydeskError('cancelled', 'A question about hosts is open already');
    isOpen = true;
    try {
      await confirm(profile, hosts);
    } finally {
      isOpen = false;
    }
  };
}
