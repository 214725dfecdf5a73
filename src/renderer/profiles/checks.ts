/** @file Checks of connections: one for each profile at a time, kept while the window lives. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type PaydeskError, toPaydeskError } from '../../shared/errors.ts';
import type { Environment } from '../../shared/model/environment.ts';
import { environmentSchema } from '../../shared/model/environment.ts';
import type { HostCheck } from '../../shared/model/session.ts';
import { profilesScreenWords } from '../../shared/words/profiles-screen.ts';
import { announce } from '../app/announcer.ts';
import { call } from '../bridge.ts';
import type { IconName } from '../components/icons.ts';

const words = profilesScreenWords.check;

/** A check of all hosts of one profile. */
export type ConnectionCheck =
  | { readonly state: 'running' }
  | { readonly state: 'done'; readonly hosts: readonly HostCheck[] }
  | { readonly state: 'failed'; readonly error: PaydeskError };

const store = createStore<Readonly<Record<string, ConnectionCheck>>>(() => ({}));

/** The last check of a profile, or `null` when there was none since the window was opened. */
export function useConnectionCheck(profileId: string): ConnectionCheck | null {
  return useStore(store, (checks) => checks[profileId] ?? null);
}

/** Checks all hosts of a profile; while one check runs, another is not begun. */
export function startConnectionCheck(profile: { readonly id: string; readonly name: string }): void {
  if (store.getState()[profile.id]?.state === 'running') return;
  const put = (check: ConnectionCheck) => store.setState({ [profile.id]: check });
  put({ state: 'running' });
  call('session.checkHosts', { profileId: profile.id }).then(
    (hosts) => {
      put({ state: 'done', hosts });
      const fine = hosts.filter(({ result }) => lookOfResult(result).tone === 'ok').length;
      announce(words.done(profile.name, fine, hosts.length - fine));
    },
    (thrown: unknown) => put({ state: 'failed', error: toPaydeskError(thrown) }),
  );
}

/** Forgets the check of a profile whose hosts may have changed. */
export function forgetConnectionCheck(profileId: string): void {
  const { [profileId]: _gone, ...others } = store.getState();
  store.setState(others, true);
}

/** Icon and tone of a result. */
export interface ResultLook {
  readonly icon: IconName;
  readonly tone: 'ok' | 'warning' | 'danger';
}

const looks: Readonly<Record<HostCheck['result'], ResultLook>> = {
  reached: { icon: 'check-circle', tone: 'ok' },
  'token-accepted': { icon: 'check-circle', tone: 'ok' },
  'token-refused': { icon: 'key', tone: 'warning' },
  'wrong-environment': { icon: 'problem', tone: 'danger' },
  'name-unknown': { icon: 'help', tone: 'danger' },
  unreachable: { icon: 'wifi-off', tone: 'danger' },
  'certificate-untrusted': { icon: 'lock', tone: 'danger' },
  'proxy-refused': { icon: 'lock', tone: 'danger' },
  'proxy-scheme': { icon: 'lock', tone: 'danger' },
  'not-understood': { icon: 'help', tone: 'warning' },
};

/** See {@link ResultLook}. */
export function lookOfResult(result: HostCheck['result']): ResultLook {
  return looks[result];
}

/** What was found at one host and what can be done, in sentences; empty where all is well. */
export function wordsOfCheck(check: HostCheck): string {
  const way = words.ways[check.result];
  if (way === '') return '';
  const status = check.status === null ? null : words.status(check.status);
  return [status, detailOf(check), way].filter((part) => part !== null).join(' ');
}

function detailOf({ result, detail }: HostCheck): string | null {
  if (detail === null || detail === '') return null;
  if (result === 'proxy-scheme') return words.schemes(detail);
  const named = environmentSchema.safeParse(detail);
  if (named.success) return words.named(namedEnvironment(named.data));
  if (/^[A-Z][A-Z0-9_]+$/.test(detail)) return words.code(detail);
  return result === 'certificate-untrusted' ? words.issuer(detail) : null;
}

function namedEnvironment(environment: Environment): string {
  return profilesScreenWords.editor.environments[environment].toLowerCase();
}
