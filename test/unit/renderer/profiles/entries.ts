/** @file Profiles for unit tests of screens. */
import { noHosts } from '../../../../src/renderer/features/profiles/hosts.ts';
import { type Hosts, hostNames } from '../../../../src/shared/model/session/environment.ts';
import { type ProfileEntry, profileOptionsSchema } from '../../../../src/shared/model/session/profile.ts';

/** Creates the seven hosts of an environment, such as `https://auth.sandbox.payments.example`. */
export function hostsOf(label: 'sandbox' | 'beta', domain = 'payments.example'): Hosts {
  const hosts = { ...noHosts };
  for (const name of hostNames) hosts[name] = `https://${name}.${label}.${domain}`;
  return hosts;
}

/** Creates a sandbox profile of the clerk without a sign-in, with the given changes. */
export function entryOf(changes: Partial<ProfileEntry> = {}): ProfileEntry {
  return {
    id: 'nordlicht',
    origin: 'clerk',
    name: 'Nordlicht',
    environment: 'sandbox',
    clientId: 'nlm-1',
    hosts: hostsOf('sandbox'),
    options: profileOptionsSchema.parse({}),
    keyPlace: 'none',
    lastSignedInAt: null,
    session: 'signed-out',
    work: { underWay: 0 },
    ...changes,
  };
}
