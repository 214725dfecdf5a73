/** @file Connection checks: at most one per profile at a time; results last until the window closes. */
import { create } from 'zustand';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import { environmentSchema } from '../../../shared/model/session/environment.ts';
import type { HostCheck } from '../../../shared/model/session/session.ts';
import { announce } from '../../app/toasts/announcer.ts';
import { call } from '../../bridge.ts';
import type { IconName } from '../../components/layout/icons.ts';

export type ConnectionCheck =
  | { readonly state: 'running' }
  | { readonly state: 'done'; readonly hosts: readonly HostCheck[] }
  | { readonly state: 'failed'; readonly error: PaydeskError };

const useStore = create<Readonly<Record<string, ConnectionCheck>>>(() => ({}));

export function useConnectionCheck(profileId: string): ConnectionCheck | null {
  return useStore((checks) => checks[profileId] ?? null);
}

/** Checks all hosts of a profile, unless a check of that profile is running. */
export function startConnectionCheck(profile: { readonly id: string; readonly name: string }): void {
  if (useStore.getState()[profile.id]?.state === 'running') return;
  const update = (check: ConnectionCheck) => useStore.setState({ [profile.id]: check });
  update({ state: 'running' });
  call('session.profile', { action: 'checkHosts', profileId: profile.id }).then(
    (hosts) => {
      update({ state: 'done', hosts });
      const okCount = hosts.filter(({ result }) => resultStyle(result).tone === 'ok').length;
      announce(t('profiles.check.done', { name: profile.name, okCount, others: hosts.length - okCount }));
    },
    (thrown: unknown) => update({ state: 'failed', error: toPaydeskError(thrown) }),
  );
}

/** Drops the result of the check of a profile whose hosts may have changed. */
export function forgetConnectionCheck(profileId: string): void {
  const { [profileId]: _forgottenCheck, ...otherChecks } = useStore.getState();
  useStore.setState(otherChecks, true);
}

interface ResultStyle {
  readonly icon: IconName;
  readonly tone: 'ok' | 'warning' | 'danger';
}

const styles: Readonly<Record<HostCheck['result'], ResultStyle>> = {
  reached: { icon: 'check-circle', tone: 'ok' },
  'token-accepted': { icon: 'check-circle', tone: 'ok' },
  'token-refused': { icon: 'key', tone: 'warning' },
  'wrong-environment': { icon: 'problem', tone: 'danger' },
  'name-unknown': { icon: 'help', tone: 'danger' },
  unreachable: { icon: 'wifi-off', tone: 'danger' },
  'certificate-untrusted': { icon: 'lock', tone: 'danger' },
  'proxy-refused': { icon: 'lock', tone: 'danger' },
  'proxy-scheme': { icon: 'lock', tone: 'danger' },
  'proxy-ticket': { icon: 'lock', tone: 'danger' },
  'not-understood': { icon: 'help', tone: 'warning' },
};

export function resultStyle(result: HostCheck['result']): ResultStyle {
  return styles[result];
}

/** Describes the result for one host and what to do; empty for a good result. */
export function describeCheck(check: HostCheck): string {
  const { result } = check;
  if (result === 'reached' || result === 'token-accepted') return '';
  const advice = t(`profiles.check.advice.${result}`);
  const status = check.status === null ? null : t('profiles.check.status', { status: check.status });
  return [status, describeDetail(check), advice].filter((part) => part !== null).join(' ');
}

/** Describes the detail of a check: proxy schemes, a ticket's problem, an environment, an error code, or the issuer of a certificate. */
function describeDetail({ result, detail }: HostCheck): string | null {
  if (detail === null || detail === '') return null;
  if (result === 'proxy-scheme') return t('profiles.check.schemes', { names: detail });
  if (result === 'proxy-ticket') return t('errors.details.ticket', { problem: detail });
  const parsedEnvironment = environmentSchema.safeParse(detail);
  if (parsedEnvironment.success) return t('profiles.check.named', { environment: parsedEnvironment.data });
  // System error codes, such as `ECONNREFUSED`.
  if (/^[A-Z][A-Z0-9_]+$/.test(detail)) return t('profiles.check.code', { code: detail });
  return result === 'certificate-untrusted' ? t('profiles.check.issuer', { name: detail }) : null;
}
