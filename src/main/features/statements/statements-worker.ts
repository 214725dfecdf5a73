/** @file The statements of one profile: requests, events, and published state. */
import { PaydeskError, toPaydeskError, toWire } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import type { UsedEventFiles } from '../../../shared/model/session/managed.ts';
import type { Profile } from '../../../shared/model/session/profile.ts';
import type { EventOrigin, Statement } from '../../../shared/model/statements/statements.ts';
import type { OpenProfile } from '../../app/open-profiles.ts';
import type { ProfilePublisher } from '../../bridge/profile-topics.ts';
import type { Ports } from '../ports.ts';
import { getInboxSettings } from './database/inbox.ts';
import * as listing from './database/listing.ts';
import type { Claim } from './database/quarantine.ts';
import * as procedures from './database/requests.ts';
import type { DownloadQueue } from './download/queue.ts';
import type { EventFolders } from './inbox/drive-folders.ts';
import { createEventSources } from './inbox/event-sources.ts';
import type { Inbox, IngestResult } from './inbox/inbox.ts';

export interface StatementsWorkerDeps extends Pick<Ports, 'store' | 'clock' | 'random' | 'onUnexpected'> {
  readonly publisher: ProfilePublisher;
  /** Revisions are unique over all profiles, so that lists of two profiles are never confused. */
  readonly nextRevision: () => number;
  readonly queue: DownloadQueue;
  readonly inbox: Inbox;
  /** Opens watched folders. */
  readonly eventFolders: EventFolders;
  /** Returns the managed folder of a profile, or `null`. */
  readonly managedFolder: (profile: Profile) => string | null;
  /** Returns true for a profile whose service sends its events to Paydesk by itself. */
  readonly hasDeliveredEvents: (profile: Profile) => boolean;
  /** Returns whether used event files are kept or deleted. */
  readonly usedFiles: UsedEventFiles;
  /** Returns false for an event that belongs to another open profile which watches the same folder. */
  readonly isRecipient: (profileId: string, folder: string, bytes: Uint8Array) => Promise<boolean>;
  readonly onEvent: (source: EventOrigin, result: IngestResult, profile: Profile) => void;
  readonly onClaim: (claim: Claim, profile: Profile) => void;
}

export type StatementsWorker = ReturnType<typeof createStatementsWorker>;

/** Creates the worker; its event sources open with the first update. */
export function createStatementsWorker(deps: StatementsWorkerDeps, initialProfile: Profile) {
  const { store, queue, inbox } = deps;
  const profileId = initialProfile.id;
  let current: OpenProfile = { profile: initialProfile, service: null };
  let isPublishing = false;
  let hasUnpublishedChange = false;
  let isStopped = false;
  const runningRequests = new Set<Promise<unknown>>();

  const eventSources = createEventSources({
    ...deps,
    isRecipient: (folder, bytes) => deps.isRecipient(profileId, folder, bytes),
    onIngested: announceIngested,
    onChange: schedulePublish,
  });

  function announceIngested(source: EventOrigin, result: IngestResult, recipient: Profile): void {
    deps.onEvent(source, result, recipient);
    const removed = result.kind === 'quarantined' || result.kind === 'unreadable' ? result.removed : [];
    const reason = t('statementInbox.file.removed');
    if (removed.length > 0) eventSources.onSettled('event', removed, { kind: 'rejected', reason });
    schedulePublish();
  }

  async function publish(): Promise<void> {
    const [overview, inboxSettings] = await Promise.all([
      store.run(listing.getOverview, { profileId }),
      store.run(getInboxSettings, { profileId }),
    ]);
    const folder = eventSources.folder();
    deps.publisher.publish('statements', {
      revision: deps.nextRevision(),
      counts: Object.fromEntries(overview.counts.map(({ state, number }) => [state, number])),
      quarantined: overview.quarantined,
      removedEvents: overview.removedEvents,
      nextExpiry: overview.nextExpiry,
      downloading: queue.sumProgress(profileId),
      inbox: {
        folder: folder?.path ?? null,
        folderState: folder?.state ?? 'off',
        folderLink: folder?.link ?? null,
        folderManaged: deps.managedFolder(current.profile) !== null,
        isDelivered: deps.hasDeliveredEvents(current.profile),
        lastEventAt: inboxSettings.lastEventAt,
        listener: eventSources.listenerAddress(),
      },
    });
  }

  /** Publishes until no change is unpublished. */
  async function publishUntilCurrent(): Promise<void> {
    isPublishing = true;
    try {
      while (hasUnpublishedChange && !isStopped) {
        hasUnpublishedChange = false;
        await publish();
      }
    } catch (thrown) {
      if (!isStopped) deps.onUnexpected(thrown);
    } finally {
      // In the same tick as the last check of `dirty`: a change in between would not be published.
      isPublishing = false;
    }
  }

  function schedulePublish(): void {
    hasUnpublishedChange = true;
    if (!isPublishing && !isStopped) void publishUntilCurrent();
  }

  return {
    eventSources,
    get profile() {
      return current.profile;
    },
    async update(nextProfile: OpenProfile) {
      current = nextProfile;
      schedulePublish();
      await eventSources.setActiveProfile(nextProfile.profile);
    },
    async end() {
      isStopped = true;
      await Promise.allSettled([eventSources.stop(), ...runningRequests]);
    },
    /** Returns the profile's service. Throws `sign-in-needed` while it is not signed in. */
    service() {
      if (current.service === null) throw new PaydeskError('sign-in-needed', 'The profile is not signed in');
      return current.service;
    },
    /** Ingests an event for this profile. */
    async ingest(bytes: Uint8Array, source: EventOrigin) {
      const { profile } = current;
      const result = await inbox.ingest(profile, bytes, source);
      announceIngested(source, result, profile);
      return result;
    },
    /** Company of the session; `null` while it is not known. */
    companyId: () => current.service?.companyId() ?? null,
    /** Claims a quarantined event. Rejects with `sign-in-needed` while the company is not known. */
    async claim(eventRow: number) {
      const { profile, service } = current;
      const companyId = service?.companyId() ?? null;
      if (companyId === null) throw new PaydeskError('sign-in-needed', 'The company is not known');
      const claim = await inbox.claim(profile, companyId, eventRow);
      const { outcome } = claim;
      if (outcome.kind === 'taken') eventSources.onEventAccepted(eventRow, 'statement', outcome.statementId);
      if (outcome.kind === 'quarantined') eventSources.onEventAccepted(eventRow, 'event', outcome.id);
      deps.onClaim(claim, profile);
    },
    /** Adds download progress, which is in memory only. */
    statementOf(row: Omit<Statement, 'progress'>): Statement {
      const unstoredError = queue.problemOf(row.id);
      if (unstoredError === null) return { ...row, progress: queue.progressOf(row.id) };
      // The attempt has ended, or waits for space, although the change of its state is not stored.
      const state = row.state === 'downloading' ? 'ready' : row.state;
      return { ...row, state, problem: toWire(unstoredError), progress: null };
    },
    async listWallets() {
      const listKnownWallets = () => store.run(procedures.knownWallets, { profileId });
      if (current.service === null) return { wallets: await listKnownWallets(), problem: null };
      try {
        const wallets = await current.service.listWallets();
        await store.run(procedures.saveWallets, { profileId, wallets });
        schedulePublish();
        return { wallets: await listKnownWallets(), problem: null };
      } catch (thrown) {
        return { wallets: await listKnownWallets(), problem: toPaydeskError(thrown) };
      }
    },
    schedulePublish,
    /** Runs a request for statements, which counts as in flight until it has ended. */
    async trackRequest<Result>(sendRequests: () => Promise<Result>): Promise<Result> {
      const request = sendRequests();
      runningRequests.add(request);
      try {
        return await request;
      } finally {
        runningRequests.delete(request);
      }
    },
    /** Number of requests that are under way. */
    countRequestsInFlight: () => runningRequests.size,
  };
}
