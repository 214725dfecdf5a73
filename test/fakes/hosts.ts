import { type Hosts, hostNames, hostsSchema } from '../../src/shared/model/environment.ts';

/** Hosts with all seven services at one address. */
export function hostsAt(address: string): Hosts {
  return hostsSchema.parse(Object.fromEntries(hostNames.map((name) => [name, address])));
}
