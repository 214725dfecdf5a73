/** @file The session feature: commands of the bridge, and access for other features. */
import { PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import { type Environment, type Hosts, hostNames } from '../../../shared/model/session/environment.ts';
import type { ManagedFile } from '../../../shared/model/session/managed.ts';
import type { Profile, ProfileFields, ProfileWork } from '../../../shared/model/session/profile.ts';
import type { Handlers } from '../../bridge/registrar.ts';
import { createConfirmation, toVisibleAddress, toVisibleName } from '../../platform/confirmation.ts';
import type { Vault } from '../../platform/keychain/vault.ts';
import type { Dialogs } from '../../platform/platform.ts';
import { type ApiKey, Secret } from '../../service/secret.ts';
import type { PaymentsService } from '../../service/service.ts';
import type { Ports } from '../ports.ts';
import * as procedures from './database.ts';
import { isSameTarget } from './key-binding.ts';
import { createKeys } from './keys.ts';
import { createProfiles } from './profiles.ts';
import { createSessions } from './sessions.ts';
import type { ProfileSource } from './source.ts';

type Addresses = Pick<ProfileFields, 'hosts' | 'options'>;

/** All hosts that a profile sends to or downloads from. */
const addressesOf = ({ hosts, options }: Addresses) => [...Object.values(hosts), ...options.storageHosts];

/** Creates the questions. They throw `cancelled` unless the clerk confirms, and while another question is open. */
function createHostConfirmation(dialogs: Pick<Dialogs, 'choose'>) {
  const confirm = createConfirmation(dialogs);
  return {
    /** Asks before a profile that has or had a key gets other hosts. */
    confirmChange(profile: Profile, hosts: Hosts): Promise<void> {
      const changedHosts = hostNames.filter((name) => profile.hosts[name] !== hosts[name]);
      return confirm({
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
    },
    /** Asks before the first use of hosts that no profile has. */
    async confirmNew(fields: ProfileFields, profiles: readonly Addresses[]): Promise<void> {
      const known = new Set(profiles.flatMap(addressesOf));
      const added = [...new Set(addressesOf(fields))].filter((address) => !known.has(address));
      if (added.length === 0) return;
      await confirm({
        title: t('hostChange.newTitle', {
          name: toVisibleName(fields.name),
          environment: fields.environment,
          count: added.length,
        }),
        detail: [t('hostChange.lead'), added.map(toVisibleAddress).join('\n')].join('\n\n'),
        answers: [t('hostChange.connect'), t('hostChange.cancel')],
      });
    },
  };
}

interface SessionDeps extends Pick<Ports, 'store' | 'publisher' | 'clock' | 'random' | 'dialogs' | 'shell'> {
  /** Rejects with `data-earlier` while no profile may be opened. */
  readonly whenCurrent: () => Promise<void>;
  readonly vault: Vault;
  readonly managed: ManagedFile;
  /** Problems of the managed file as texts. */
  readonly managedProblems: readonly string[];
  readonly practice: ProfileSource | null;
  /** `onSignedIn` is called after every login, including token renewals. */
  readonly makeService: (profile: Profile, key: ApiKey, onSignedIn: () => void) => PaymentsService;
  /** Called before the clerk signs in or checks the connection. */
  readonly onConnectionAttempt: () => void;
  /** True while a profile has unfinished work and must not be removed. */
  readonly hasWork: (profileId: string) => Promise<boolean>;
  /** The amount of work of a profile. */
  readonly workOf: (profileId: string) => ProfileWork;
  readonly record: (kind: 'sign-out' | 'profile-change', profile: Profile) => void;
}

export function createSession(deps: SessionDeps) {
  const { store, vault, publisher, practice } = deps;
  const keys = createKeys(vault, store);
  const profiles = createProfiles({ store, keys, practice, random: deps.random, managed: deps.managed });
  const sessions = createSessions({
    store,
    keys,
    profiles,
    practice,
    clock: deps.clock,
    makeService: deps.makeService,
    whenCurrent: deps.whenCurrent,
    publish(session) {
      publisher.publish('session', session);
      publishProfileList();
    },
    onSignedOut: (profile) => deps.record('sign-out', profile),
  });

  let profileList: Awaited<ReturnType<typeof profiles.list>> = { entries: [], lastUsed: null, open: [] };

  let publishedWork = '';

  function onWorkChanged(): void {
    const work = JSON.stringify(profileList.entries.map(({ id }) => deps.workOf(id)));
    if (work === publishedWork) return;
    publishedWork = work;
    publishProfileList();
  }

  /** Publishes the cached profiles with the current state of their sessions. */
  function publishProfileList(): void {
    publisher.publish('profiles', {
      entries: profileList.entries.map((entry) => ({
        ...entry,
        session: sessions.view(entry.id)?.state ?? 'signed-out',
        work: deps.workOf(entry.id),
      })),
      lastUsed: profileList.lastUsed,
      practiceOffered: practice !== null,
      managedProblems: [...deps.managedProblems],
    });
  }

  async function reloadProfiles(): Promise<void> {
    profileList = await profiles.list();
    publishProfileList();
  }

  async function publishKeychain(): Promise<void> {
    publisher.publish('keychain', await vault.testKeychain());
  }

  async function publishAfter<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } finally {
      await reloadProfiles();
    }
  }

  function serviceWithoutKey(profile: Profile): PaymentsService {
    return deps.makeService(profile, new Secret('api-key', 'not used'), () => undefined);
  }

  const { confirmChange, confirmNew } = createHostConfirmation(deps.dialogs);

  function refuseWhileSignedIn(id: string, fields: ProfileFields): void {
    const current = sessions.find(id);
    if (current !== null && current.service !== null && !isSameTarget(current.profile, fields)) {
      throw new PaydeskError('profile-in-use', 'Hosts and client ID cannot change while signed in');
    }
  }

  /** Requires a confirmation outside of the page before a profile of the clerk gets other hosts. */
  async function confirmHosts(id: string | null, fields: ProfileFields): Promise<void> {
    if (id !== null) refuseWhileSignedIn(id, fields);
    const { entries } = await profiles.list();
    const entryBefore = entries.find((entry) => entry.id === id);
    // A profile that cannot be saved is refused without a question.
    const isFixed =
      entryBefore === undefined ||
      entryBefore.origin !== 'clerk' ||
      entryBefore.environment !== fields.environment;
    if (id !== null && isFixed) return;
    const isUsed =
      entryBefore !== undefined &&
      (entryBefore.keyPlace !== 'none' ||
        entryBefore.lastSignedInAt !== null ||
        sessions.view(entryBefore.id) !== null);
    const hasSameHosts = hostNames.every((name) => entryBefore?.hosts[name] === fields.hosts[name]);
    if (isUsed && !hasSameHosts) {
      await confirmChange(entryBefore, fields.hosts);
      // The clerk has just seen these hosts.
      await confirmNew(fields, [...entries, { ...entryBefore, hosts: fields.hosts }]);
    } else await confirmNew(fields, entries);
    // Other commands may have run while the dialog was open.
    if (id !== null) refuseWhileSignedIn(id, fields);
  }

  async function removeLeftoverKeys(): Promise<void> {
    const uses = await store.run(procedures.listUse, null);
    for (const { profileId, keyToRemove } of uses) if (keyToRemove) await keys.remove(profileId);
  }

  const handlers: Handlers = {
    'session.signIn': ({ profileId, apiKey, keep }) =>
      publishAfter(async () => {
        const key = apiKey === null ? null : new Secret('api-key', apiKey);
        deps.onConnectionAttempt();
        try {
          const notKept = await sessions.signIn(profileId, key, keep);
          if (notKept !== null) void publishKeychain();
          return { notKept };
        } catch (thrown) {
          // The stored key could not be read, so the published keychain state is outdated.
          if (toPaydeskError(thrown).code.startsWith('keychain-')) void publishKeychain();
          throw thrown;
        }
      }),
    'session.signOut': ({ profileId, forgetKey }) =>
      publishAfter(async () => ({ keyRemains: await sessions.signOut(profileId, forgetKey) })),
    'session.activate': {
      profile: async ({ profileId }) => {
        await sessions.activate(profileId);
        return null;
      },
      practiceCompany: () =>
        publishAfter(async () => {
          await sessions.explore();
          return null;
        }),
    },
    'session.profile': {
      remove: ({ profileId }) =>
        publishAfter(async () => {
          const profile = await profiles.find(profileId);
          const isInUse = sessions.find(profileId) !== null || (await deps.hasWork(profileId));
          if (isInUse) throw new PaydeskError('profile-in-use', 'This profile has unfinished work');
          await profiles.remove(profileId);
          await keys.remove(profileId);
          deps.record('profile-change', profile);
          return null;
        }),
      checkHosts: async ({ profileId }) => {
        if (profileId === practice?.id) await practice.open();
        const profile = await profiles.find(profileId);
        deps.onConnectionAttempt();
        // A profile that is not signed in has no token, so only the connection is checked.
        const service = sessions.find(profileId)?.service ?? serviceWithoutKey(profile);
        return Promise.all(hostNames.map((host) => service.checkHost(host)));
      },
      copyClientId: async ({ profileId }) => {
        await deps.shell.copyText((await profiles.find(profileId)).clientId);
        return null;
      },
    },
    'session.saveProfile': ({ id, fields }) =>
      publishAfter(async () => {
        // Refuses invalid hosts before the confirmation.
        serviceWithoutKey({ ...fields, id: id ?? 'new', origin: 'clerk' });
        await confirmHosts(id, fields);
        const profile = await profiles.save(id, fields);
        deps.record('profile-change', profile);
        sessions.replaceProfile(profile);
        return { id: profile.id };
      }),
    'session.checkKeychain': async () => {
      await publishKeychain();
      return null;
    },
  };

  return {
    sessions,
    handlers,
    /** Call when the work of a profile may have changed. */
    onWorkChanged,
    /** Returns the IDs of the profiles with this name in this environment. */
    async findProfileIds(name: string, environment: Environment) {
      const { entries } = await profiles.list();
      return entries
        .filter((entry) => entry.name === name && entry.environment === environment)
        .map(({ id }) => id);
    },
    /** Removes leftover keys and resumes the sessions of the last run, or signs in to `fallbackId`. */
    async start(fallbackId: string | null) {
      try {
        await reloadProfiles();
        void publishKeychain();
        await removeLeftoverKeys();
        await publishAfter(() => sessions.resume(fallbackId));
      } catch (thrown) {
        // The error appears when the clerk signs in.
        if (toPaydeskError(thrown).code === 'unexpected') throw thrown;
      }
    },
  };
}
