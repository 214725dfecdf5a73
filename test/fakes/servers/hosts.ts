import { type Hosts, hostNames, hostsSchema } from '../../../src/shared/model/session/environment.ts';

/** Returns hosts in which all seven services have one address. */
export function hostsAt(address: string): Hosts {
  return hostsSchema.parse(Object.fromEntries(hostNames.map((name) => [name, address])));
}
