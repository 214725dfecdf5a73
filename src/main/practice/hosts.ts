/** @file Starts and stops the eight hosts together. */
import type { Serve } from './http/dispatch.ts';
import type { HostLabel } from './http/route-names.ts';
import { type CreateServer, type RunningHost, startHost } from './http/server.ts';
import type { Violation } from './http/violations.ts';

const hostLabels = [
  'auth',
  'wallet',
  'beneficiary',
  'exchange',
  'onboarding',
  'legacy',
  'statement',
  'storage',
] as const satisfies readonly HostLabel[];

/** Starts all hosts. If one fails to start, the others are stopped. */
export async function startHosts(
  ports: Readonly<Partial<Record<HostLabel, number>>>,
  serve: Serve,
  onViolation: (violation: Violation) => void,
  createServer?: CreateServer,
) {
  const outcomes = await Promise.allSettled(
    hostLabels.map((label) => startHost(label, ports[label] ?? 0, serve, onViolation, createServer)),
  );
  const runningHosts = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const close = async () => {
    await Promise.all(runningHosts.map((host) => host.close()));
  };
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure !== undefined) {
    await close();
    throw new Error('The practice company could not listen on its ports', { cause: failure.reason });
  }
  const urls = mapByLabel(runningHosts, (host) => host.baseUrl, '');
  const { storage, ...services } = urls;
  return {
    /** Base URLs of the services. */
    services,
    /** Base URL of the storage host. */
    storage,
    /** Connections accepted so far, by host. */
    connections: (): Record<HostLabel, number> => mapByLabel(runningHosts, (host) => host.connections(), 0),
    close,
  };
}

function mapByLabel<Value>(
  runningHosts: readonly RunningHost[],
  getValue: (host: RunningHost) => Value,
  fallback: Value,
): Record<HostLabel, Value> {
  const valueForLabel = (label: HostLabel) => {
    const host = runningHosts.find((candidate) => candidate.label === label);
    return host === undefined ? fallback : getValue(host);
  };
  return {
    auth: valueForLabel('auth'),
    wallet: valueForLabel('wallet'),
    beneficiary: valueForLabel('beneficiary'),
    exchange: valueForLabel('exchange'),
    onboarding: valueForLabel('onboarding'),
    legacy: valueForLabel('legacy'),
    statement: valueForLabel('statement'),
    storage: valueForLabel('storage'),
  };
}
