/** @file Statements of all open profiles: requests, events, downloads and storage. */
import { PaydeskError, toWire } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import type { Profile } from '../../../shared/model/session/profile.ts';
import type { OpenProfiles } from '../../app/open-profiles.ts';
import { ProfileWorkers } from '../../app/profile-workers.ts';
import { createConfirmation, toVisibleName } from '../../platform/confirmation.ts';
import type { Ports } from '../ports.ts';
import { listSettledEvents, matchesRequest } from './database/events.ts';
import * as procedures from './database/requests.ts';
import * as transferProcedures from './database/transfer.ts';
import { createDownloadQueue, type DownloadRecord } from './download/queue.ts';
import { readEvent } from './inbox/event.ts';
import { createRejection } from './inbox/folder.ts';
import { createInbox } from './inbox/inbox.ts';
import type { StatementFiles } from './statement-files.ts';
import { createStatementsWorker, type StatementsWorkerDeps } from './statements-worker.ts';

export interface StatementDeps
  extends Omit<StatementsWorkerDeps, 'publisher' | 'nextRevision' | 'queue' | 'inbox' | 'isRecipient'>,
    Pick<
      Ports,
      | 'dialogs'
      | 'diskFullRetryStore'
      | 'serviceClock'
      | 'http'
      | 'hostBackoff'
      | 'diskSpace'
      | 'profileTopics'
    > {
  readonly statementFiles: StatementFiles;
  readonly allowHttpLoopback: (profile: Profile) => boolean;
  /** Hosts that files of a profile may be downloaded from, besides the hosts that its clerk approved. */
  readonly storageHosts: (profile: Profile) => readonly string[];
  readonly onDownload: (record: DownloadRecord) => void;
  /** Called when there may be stored statements that were not checked. */
  readonly onStored: () => void;
}

/** Interface of the feature for its commands and the composition root. */
export type Statements = ReturnType<typeof createStatements>;

export function createStatements(deps: StatementDeps) {
  const { store, clock, profileTopics } = deps;
  let activeProfile: Profile | null = null;
  let revision = 0;
  let stopped = false;
  const nextRevision = () => {
    revision += 1;
    return revision;
  };

  const queue = createDownloadQueue({
    ...deps,
    store: deps.diskFullRetryStore,
    onChange: (profileId) => workers.find(profileId)?.schedulePublish(),
    onRecord: deps.onDownload,
    onEnd(statementId, profileId, error) {
      const disposition = error === null ? ({ kind: 'processed' } as const) : createRejection(toWire(error));
      const sources = workers.find(profileId)?.eventSources;
      sources?.onSettled('statement', [statementId], disposition);
      if (error !== null) return;
      deps.onStored();
      store
        .run(listSettledEvents, { statementId })
        .then((ids) => sources?.onSettled('event', ids, disposition))
        .catch(deps.onUnexpected);
    },
  });
  const confirm = createConfirmation(deps.dialogs);
  const inbox = createInbox({
    ...deps,
    confirmPlace: (profile, host) =>
      confirm({
        title: t('statementInbox.approveHost.title', { host }),
        detail: t('statementInbox.approveHost.detail', { name: toVisibleName(profile.name) }),
        answers: [t('statementInbox.approveHost.approve'), t('statementInbox.approveHost.cancel')],
      }),
    onReady: (held) => queue.add(held),
  });
  const workers = new ProfileWorkers(
    (profile) =>
      createStatementsWorker(
        { ...deps, queue, inbox, isRecipient, nextRevision, publisher: profileTopics.of(profile.id) },
        profile,
      ),
    deps.onUnexpected,
  );

  /**
   * Assigns an event of a folder that several profiles watch to the profile with a matching request. Without a match
   * the event goes to the active profile, else to the first open profile, so that only one profile quarantines the
   * event.
   */
  async function isRecipient(profileId: string, folder: string, bytes: Uint8Array): Promise<boolean> {
    const profileIdsOfFolder = workers
      .all()
      .filter((worker) => worker.eventSources.folder()?.path === folder)
      .map(({ profile }) => profile.id);
    if (profileIdsOfFolder.length < 2) return true;
    const parsed = readEvent(bytes);
    if (parsed.ok) {
      const { url: _url, ...event } = parsed.event;
      for (const id of profileIdsOfFolder) {
        if (await store.run(matchesRequest, { ...event, profileId: id })) return id === profileId;
      }
    }
    const recipient = profileIdsOfFolder.find((id) => id === activeProfile?.id) ?? profileIdsOfFolder[0];
    return recipient === profileId;
  }

  /** Marks the statements whose files are missing from the library: they must be requested again. */
  async function compareWithLibrary(): Promise<void> {
    const expectedItems = await store.run(transferProcedures.listAllItems, null);
    if (expectedItems.length === 0) return;
    const libraryFiles = await deps.statementFiles.listFiles();
    if (stopped) return;
    const items = expectedItems.map(({ item }) => item).filter((item) => !libraryFiles.has(item));
    const problem = toWire(new PaydeskError('statement-not-stored', 'The file is not in the library'));
    if (items.length > 0)
      await store.run(transferProcedures.forgetItems, { items, at: clock.now(), problem });
    for (const worker of workers.all()) worker.schedulePublish();
  }

  return {
    inbox,
    queue,
    /** Returns the worker of the active profile. Throws `sign-in-needed` without one. */
    activeWorker: () => workers.requireActive(),
    /** Returns the worker of a profile, or `null` when it is not open. */
    find: (profileId: string) => workers.find(profileId),
    /** Returns the active profile. Throws `sign-in-needed` without one. */
    activeProfile: () => workers.requireActive().profile,
    /** Returns the active profile, or `null`. */
    findActiveProfile: () => activeProfile,
    /** Follows a change of the open profiles. */
    follow(profiles: OpenProfiles) {
      activeProfile = profiles.active?.profile ?? null;
      return workers.follow(profiles);
    },
    /** Repairs states that the last run of Paydesk left unfinished. */
    async recover() {
      const answerLost = toWire(new PaydeskError('answer-lost', 'Paydesk ended while it was asking'));
      const linkLost = toWire(new PaydeskError('link-lost', 'Paydesk ended before the file was here'));
      await store.run(procedures.recover, { at: clock.now(), answerLost, linkLost });
      // The keychain may show a prompt: start-up does not wait for it, and without the library no file counts as
      // missing.
      void compareWithLibrary().then(deps.onStored, () => undefined);
    },
    retryNow() {
      queue.retryNow();
      for (const worker of workers.all()) worker.eventSources.poll().catch(deps.onUnexpected);
    },
    /** Publishes all lists again. */
    publishAll() {
      for (const worker of workers.all()) worker.schedulePublish();
    },
    /** Number of requests and downloads that are under way, of one open profile or of all. */
    countInFlight(profileId?: string) {
      const all = profileId === undefined ? workers.all() : [workers.requireOpen(profileId)];
      return all.reduce((sum, worker) => sum + worker.countRequestsInFlight(), queue.countRunning(profileId));
    },
    /** Returns the incomplete files of all watched folders; a folder of several profiles counts once. */
    listIncompleteFiles() {
      const needs = workers.all().flatMap(({ profile, eventSources }) =>
        eventSources.incompleteFiles().map(({ folder, name, since }) => ({
          kind: 'event-incomplete' as const,
          profileId: profile.id,
          since: new Date(since).toISOString(),
          folder,
          file: name,
        })),
      );
      return [...new Map(needs.map((need) => [`${need.folder}\n${need.file}`, need])).values()];
    },
    /** Ends the downloads of a profile that was signed out, and removes its stored data. */
    async forgetProfile(profileId: string) {
      await queue.forgetProfile(profileId);
      // Requests end soon after the service is closed.
      await workers.whenSettled();
      inbox.forgetProfile(profileId);
      const libraryFiles = await deps.statementFiles.listFiles();
      for (const { item, about } of libraryFiles.values())
        if (about?.profileId === profileId) await deps.statementFiles.remove(item);
      await store.run(procedures.removeProfile, { profileId });
    },
    async stop() {
      stopped = true;
      await workers.whenSettled();
      await Promise.all(workers.all().map((worker) => worker.end()));
      await queue.stop();
    },
  };
}
