/** @file Starts and stops the eight hosts together. */
import type { Hosts } from '../../shared/model/environment.ts';
import type { Serve } from './dispatch.ts';
import type { HostLabel } from './route-names.ts';
import { type RunningHost, startHost } from './server.ts';
import type { Violations } from './violations.ts';

const labels = [
  'auth',
  'wallet',
  'beneficiary',
  'exchange',
  'onboarding',
  'legacy',
  'statement',
  'storage',
] as const satisfies readonly HostLabel[];

export interface RunningHosts {
  /** Base URLs of the services. */
  readonly services: Hosts;
  /** Base URL of the storage host. */
  readonly storage: string;
  /** Connections accepted so far, by host. */
  connections(): Record<HostLabel, number>;
  close(): Promise<void>;
}

/** Starts all hosts. If one fails to start, the others are stopped. */
export async function startHosts(
  ports: Readonly<Partial<Record<HostLabel, number>>>,
  serve: Serve,
  violations: Violations,
): Promise<RunningHosts> {
  const outcomes = await Promise.allSettled(
    labels.map((label) => startHost(label, ports[label] ?? 0, serve, violations)),
  );
  const running = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const close = async () => {
    await Promise.all(running.map((host) => host.close()));
  };
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) {
    await close();
    throw new Error('The practice company could not listen on its ports', { cause: failed.reason });
  }
  const urls = byLabel(running, (host) => host.baseUrl, '');
  const { storage, ...services } = urls;
  return { services, storage, connections: () => byLabel(running, (host) => host.connections(), 0), close };
}

function byLabel<Value>(
  running: readonly RunningHost[],
  value: (host: RunningHost) => Value,
  missing: Value,
): Record<HostLabel, Value> {
  const of = (label: HostLabel) => {
    const host = running.find((candidate) => candidate.label === label);
    return host === undefined ? missing : value(host);
  };
  return {
    auth: of('auth'),
    wallet: of('wallet'),
    beneficiary: of('beneficiary'),
    exchange: of('exchange'),
    onboarding: of('onboarding'),
    legacy: of('legacy'),
    statement: of('statement'),
    storage: of('storage'),
  };
}
