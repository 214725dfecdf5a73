/** @file Statements of all open profiles: requests, events, downloads and storage. */

import { PaydeskError, toWire } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import type { Profile } from '../../../shared/model/profile.ts';
import type { ProfileTopics } from '../../bridge/profile-topics.ts';
import type { OpenProfiles } from '../../open-profiles.ts';
import { ProfileWorkers } from '../../profile-workers.ts';
import type { Http } from '../../service/http.ts';
import { createDownloadQueue, type DownloadQueue, type DownloadRecord } from './download/queue.ts';
import { readEvent } from './inbox/event.ts';
import { createInbox, type Inbox } from './inbox/inbox.ts';
import type { StatementStore } from './statement-store.ts';
import {
  createStatementsWorker,
  type StatementsWorker,
  type StatementsWorkerDeps,
} from './statements-worker.ts';
import { fitsEvent } from './tables/events.ts';
import * as tables from './tables/requests.ts';
import * as transferTables from './tables/transfer.ts';

/** Dependencies of the feature. */
export interface StatementDeps
  extends Omit<StatementsWorkerDeps, 'publisher' | 'nextRevision' | 'queue' | 'inbox' | 'isRecipient'> {
  readonly http: Http;
  readonly statementStore: StatementStore;
  readonly profileTopics: Pick<ProfileTopics, 'of'>;
  readonly allowHttpLoopback: (profile: Profile) => boolean;
  /** Hosts that files of a profile may be downloaded from, besides the hosts that its clerk approved. */
  readonly storageHosts: (profile: Profile) => readonly string[];
  readonly onDownload: (record: DownloadRecord) => void;
}

/** Interface of the feature for its commands and the composition root. */
export interface Statements {
  readonly inbox: Inbox;
  readonly queue: DownloadQueue;
  /** Returns the worker of the active profile. Throws `sign-in-needed` without one. */
  active(): StatementsWorker;
  /** Returns the worker of a profile, or `null` when it is not open. */
  find(profileId: string): StatementsWorker | null;
  /** Returns the active profile. Throws `sign-in-needed` without one. */
  profile(): Profile;
  /** Returns the active profile, or `null`. */
  shownProfile(): Profile | null;
  /** Follows a change of the open profiles. */
  follow(profiles: OpenProfiles): Promise<void>;
  /** Repairs the state that the last run left. */
  recover(): Promise<void>;
  retryNow(): void;
  /** Publishes all lists again. */
  changed(): void;
  /** Number of requests and downloads that are under way, of one open profile or of all. */
  inFlight(profileId?: string): number;
  /** Ends the downloads of a profile that was signed out, and removes its stored data. */
  forgetProfile(profileId: string): Promise<void>;
  stop(): Promise<void>;
}

export function createStatements(deps: StatementDeps): Statements {
  const { store, clock, profileTopics } = deps;
  let shown: Profile | null = null;
  let revision = 0;
  let stopped = false;
  const nextRevision = () => {
    revision += 1;
    return revision;
  };

  const queue = createDownloadQueue({
    ...deps,
    store: deps.diskFullRetryStore,
    onChange: (profileId) => workers.find(profileId)?.changed(),
    onRecord: deps.onDownload,
    onEnd(statementId, profileId, stored) {
      const ended = { kind: 'rejected', reason: t('statementInbox.file.linkExpired') } as const;
      const disposition = stored ? ({ kind: 'processed' } as const) : ended;
      workers.find(profileId)?.eventSources.onSettled('statement', statementId, disposition);
    },
  });
  const inbox = createInbox({ ...deps, onReady: (held) => queue.add(held) });
  const workers = new ProfileWorkers(
    (profile) =>
      createStatementsWorker(
        { ...deps, queue, inbox, isRecipient, nextRevision, publisher: profileTopics.of(profile.id) },
        profile,
      ),
    deps.onUnexpected,
  );

  /**
   * Assigns an event of a shared folder to the profile with a matching request. Without a match the active profile, or
   * else the first opened one, gets the event, so that it needs the clerk once.
   */
  async function isRecipient(profileId: string, folder: string, bytes: Uint8Array): Promise<boolean> {
    const sharing = workers
      .all()
      .filter((worker) => worker.eventSources.folder()?.path === folder)
      .map(({ profile }) => profile.id);
    if (sharing.length < 2) return true;
    const read = readEvent(bytes);
    if (read.ok) {
      const { url: _url, ...event } = read.event;
      for (const id of sharing) {
        if (await store.run(fitsEvent, { ...event, profileId: id })) return id === profileId;
      }
    }
    const recipient = sharing.find((id) => id === shown?.id) ?? sharing[0];
    return recipient === profileId;
  }

  /**
   * Aligns the database with the library. Statements whose files are missing must be requested again; a file that was
   * stored just before a crash is assigned to its statement.
   */
  async function compareWithLibrary(): Promise<void> {
    const wanted = await store.run(transferTables.allItems, null);
    const fileless = await store.run(transferTables.withoutFile, null);
    if (wanted.length + fileless.length === 0) return;
    const here = await deps.statementStore.items();
    if (stopped) return;
    const known = new Set(wanted.map(({ item }) => item));
    const items = [...known].filter((item) => !here.has(item));
    const problem = toWire(new PaydeskError('statement-not-stored', 'The file is not in the library'));
    if (items.length > 0) await store.run(transferTables.forgetItems, { items, at: clock.now(), problem });
    for (const { item, size, sha256, about } of here.values()) {
      const isTheirs = ({ id, profileId }: (typeof fileless)[number]) =>
        id === about?.statementId && profileId === about.profileId;
      const statement = known.has(item) ? undefined : fileless.find(isTheirs);
      if (statement === undefined) continue;
      const format = await deps.statementStore.formatOf(item);
      await store.run(transferTables.adopt, {
        id: statement.id,
        at: clock.now(),
        item,
        size,
        sha256,
        format,
      });
    }
    for (const worker of workers.all()) worker.changed();
  }

  return {
    inbox,
    queue,
    active: () => workers.active(),
    find: (profileId) => workers.find(profileId),
    profile: () => workers.active().profile,
    shownProfile: () => shown,
    follow(profiles) {
      shown = profiles.active?.profile ?? null;
      return workers.follow(profiles);
    },
    async recover() {
      const answerLost = toWire(new PaydeskError('answer-lost', 'Paydesk ended while it was asking'));
      const linkLost = toWire(new PaydeskError('link-lost', 'Paydesk ended before the file was here'));
      await store.run(tables.recover, { at: clock.now(), answerLost, linkLost });
      // The keychain may show a prompt: start-up does not wait for it, and without the library no file counts as
      // missing.
      void compareWithLibrary().catch(() => undefined);
    },
    retryNow() {
      queue.retryNow();
      for (const worker of workers.all()) worker.eventSources.poll().catch(deps.onUnexpected);
    },
    changed() {
      for (const worker of workers.all()) worker.changed();
    },
    inFlight(profileId) {
      const all = profileId === undefined ? workers.all() : [workers.open(profileId)];
      return all.reduce((sum, worker) => sum + worker.requestsInFlight(), queue.running(profileId));
    },
    async forgetProfile(profileId) {
      await queue.forgetProfile(profileId);
      // Requests end soon after the service is closed.
      await workers.whenSettled();
      inbox.forgetProfile(profileId);
      const items = await deps.statementStore.items();
      for (const { item, about } of items.values())
        if (about?.profileId === profileId) await deps.statementStore.remove(item);
      await store.run(tables.removeProfile, { profileId });
    },
    async stop() {
      stopped = true;
      await workers.whenSettled();
      await Promise.all(workers.all().map((worker) => worker.end()));
      await queue.stop();
    },
  };
}
