/** @file Words of the system's dialog that asks before the hosts of a profile change. */
import type { Environment, HostName } from '../model/environment.ts';
import { profilesScreenWords } from './profiles-screen.ts';

/** One host, before and after. */
interface HostChange {
  readonly name: HostName;
  readonly before: string;
  readonly after: string;
}

const environments = { sandbox: 'sandbox', production: 'production' } satisfies Record<Environment, string>;

export const hostChangeMessages = {
  title: (name: string, environment: Environment) =>
    `Change the hosts of “${name}” (${environments[environment]})?`,
  detail: (changes: readonly HostChange[]) =>
    [
      'Paydesk sends the API key and documents to the hosts of a profile. Continue only if you know the new addresses from your IT or from the service.',
      ...changes.map(
        ({ name, before, after }) => `${profilesScreenWords.hosts[name]}\nold: ${before}\nnew: ${after}`,
      ),
      'Paydesk does not use the kept API key with the new hosts. Paste the API key at the next sign-in.',
    ].join('\n\n'),
  change: 'Change hosts',
  keep: 'Keep present hosts',
} as const;
