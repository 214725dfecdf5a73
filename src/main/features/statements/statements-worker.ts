/** @file The statements of one profile: requests, events, and published state. */

import { PaydeskError, toPaydeskError, toWire } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import type { Profile } from '../../../shared/model/profile.ts';
import type { UsedEventFiles } from '../../../shared/model/settings.ts';
import type { EventOrigin, Statement, Wallet } from '../../../shared/model/statements.ts';
import type { ProfilePublisher } from '../../bridge/profile-topics.ts';
import type { OpenProfile } from '../../open-profiles.ts';
import type { Clock, Random } from '../../platform.ts';
import type { ProfileWorker } from '../../profile-workers.ts';
import type { PaymentsService } from '../../service/service.ts';
import type { Store } from '../../store/store.ts';
import type { DownloadQueue } from './download/queue.ts';
import type { EventFolders } from './inbox/drive-folders.ts';
import { createEventSources, type EventSources } from './inbox/event-sources.ts';
import type { Inbox, IngestResult } from './inbox/inbox.ts';
import { inbox as keptInbox } from './tables/inbox.ts';
import * as tables from './tables/requests.ts';

export interface StatementsWorkerDeps {
  readonly store: Store;
  /** The same store, which retries while the disk is full. */
  readonly diskFullRetryStore: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly publisher: ProfilePublisher;
  /** Revisions are unique over all profiles, so that lists of two profiles are never confused. */
  readonly nextRevision: () => number;
  readonly queue: DownloadQueue;
  readonly inbox: Inbox;
  /** Opens watched folders. */
  readonly eventFolders: EventFolders;
  /** Returns the managed folder of a profile, or `null`. */
  readonly managedFolder: (profile: Profile) => string | null;
  /** Returns whether used event files are kept or deleted. */
  readonly usedFiles: () => UsedEventFiles;
  /** Returns false for an event that belongs to another open profile which watches the same folder. */
  readonly isRecipient: (profileId: string, folder: string, bytes: Uint8Array) => Promise<boolean>;
  readonly onEvent: (source: EventOrigin, taken: IngestResult, profile: Profile) => void;
  readonly onUnexpected: (thrown: unknown) => void;
}

/** Statements of one profile. */
export interface StatementsWorker extends ProfileWorker {
  readonly eventSources: EventSources;
  /** Returns the profile's service. Throws `sign-in-needed` while it is not signed in. */
  service(): PaymentsService;
  /** Ingests an event for this profile. */
  ingest(bytes: Uint8Array, source: EventOrigin): Promise<IngestResult>;
  /** Adds download progress, which is in memory only. */
  statementOf(row: Omit<Statement, 'progress'>): Statement;
  wallets(): Promise<{ wallets: Wallet[]; problem: PaydeskError | null }>;
  changed(): void;
  /** Runs a request for statements, which counts as in flight until it has ended. */
  trackRequest<Result>(asking: () => Promise<Result>): Promise<Result>;
  /** Number of requests that are under way. */
  requestsInFlight(): number;
}

/** Creates the worker; its event sources open with the first update. */
export function createStatementsWorker(deps: StatementsWorkerDeps, opened: Profile): StatementsWorker {
  const { store, diskFullRetryStore, queue, inbox } = deps;
  const profileId = opened.id;
  let current: OpenProfile = { profile: opened, service: null };
  let publishing = false;
  let dirty = false;
  let stopped = false;
  const asked = new Set<Promise<unknown>>();

  const eventSources = createEventSources({
    ...deps,
    isRecipient: (folder, bytes) => deps.isRecipient(profileId, folder, bytes),
    onIngested: announceIngested,
    onChange: changed,
  });

  function announceIngested(source: EventOrigin, result: IngestResult, recipient: Profile): void {
    deps.onEvent(source, result, recipient);
    const removed = result.kind === 'quarantined' || result.kind === 'unreadable' ? result.removed : [];
    for (const id of removed) {
      eventSources.onSettled('event', id, { kind: 'rejected', reason: t('statementInbox.file.removed') });
    }
    changed();
  }

  async function publish(): Promise<void> {
    // Reads are batched with concurrent writes, and fail with them when the disk is full.
    const [overview, kept] = await Promise.all([
      diskFullRetryStore.run(tables.overview, { profileId }),
      diskFullRetryStore.run(keptInbox, { profileId }),
    ]);
    const folder = eventSources.folder();
    deps.publisher.publish('statements', {
      revision: deps.nextRevision(),
      counts: Object.fromEntries(overview.counts.map(({ state, number }) => [state, number])),
      quarantined: overview.quarantined,
      removedEvents: overview.removedEvents,
      nextExpiry: overview.nextExpiry,
      downloading: queue.progress(profileId),
      inbox: {
        folder: folder?.path ?? null,
        folderState: folder?.state ?? 'off',
        folderLink: folder?.link ?? null,
        folderManaged: deps.managedFolder(current.profile) !== null,
        lastEventAt: kept.lastEventAt,
        listener: eventSources.address(),
      },
    });
  }

  /** Publishes sequentially; the last change is always published. */
  async function publishAll(): Promise<void> {
    publishing = true;
    try {
      while (dirty && !stopped) {
        dirty = false;
        await publish();
      }
    } catch (thrown) {
      if (!stopped) deps.onUnexpected(thrown);
    } finally {
      // In the same tick as the last check of `dirty`: a change in between would not be published.
      publishing = false;
    }
  }

  function changed(): void {
    dirty = true;
    if (!publishing && !stopped) void publishAll();
  }

  return {
    eventSources,
    get profile() {
      return current.profile;
    },
    async update(next) {
      current = next;
      changed();
      await eventSources.setActiveProfile(next.profile);
    },
    async end() {
      stopped = true;
      await Promise.allSettled([eventSources.stop(), ...asked]);
    },
    service() {
      if (current.service === null) throw new PaydeskError('sign-in-needed', 'The profile is not signed in');
      return current.service;
    },
    async ingest(bytes, source) {
      const { profile } = current;
      const taken = await inbox.ingest(profile, bytes, source);
      announceIngested(source, taken, profile);
      return taken;
    },
    statementOf(row) {
      const unwritten = queue.problemOf(row.id);
      const problem = unwritten === null ? row.problem : toWire(unwritten);
      return { ...row, problem, progress: unwritten === null ? queue.progressOf(row.id) : null };
    },
    async wallets() {
      const known = () => store.run(tables.knownWallets, { profileId });
      if (current.service === null) return { wallets: await known(), problem: null };
      try {
        const wallets = await current.service.listWallets();
        await store.run(tables.saveWallets, { profileId, wallets });
        changed();
        return { wallets: await known(), problem: null };
      } catch (thrown) {
        return { wallets: await known(), problem: toPaydeskError(thrown) };
      }
    },
    changed,
    async trackRequest(asking) {
      const request = asking();
      asked.add(request);
      try {
        return await request;
      } finally {
        asked.delete(request);
      }
    },
    requestsInFlight: () => asked.size,
  };
}
