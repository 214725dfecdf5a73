/** @file Opens the stored data, and creates what every feature uses. */
import { EventEmitter } from 'node:events';
import { dirname, join } from 'node:path';
import type { Profile } from '../../shared/model/session/profile.ts';
import { startPhases } from '../../shared/start-phases.ts';
import type { Contents } from '../bridge/contents.ts';
import { createProfileTopics, type ProfileValues } from '../bridge/profile-topics.ts';
import type { Topics } from '../bridge/topics.ts';
import { createActivity, createRecorder } from '../features/activity/activity.ts';
import { createSeal } from '../features/activity/database.ts';
import { createIntake } from '../features/documents/intake/intake-client.ts';
import { createNetwork } from '../features/network/proxy-credentials.ts';
import { createSettings } from '../features/settings/settings.ts';
import type { DraggedCopies } from '../files/dragged-copies.ts';
import type { DriveProcesses } from '../files/drive-processes.ts';
import type { SavedFiles } from '../files/saved-files.ts';
import { createListReader } from '../formats/csv/list-reader.ts';
import type { Log } from '../log/log.ts';
import { createKeytarVault } from '../platform/keychain/keytar-vault.ts';
import type { Platform } from '../platform/platform.ts';
import type { PolicyReading } from '../platform/policy/managed-file.ts';
import { createProxyTickets } from '../platform/proxy-tickets.ts';
import { HostBackoff, withHostBackoff } from '../service/http/host-backoff.ts';
import { createHttp } from '../service/http/http.ts';
import { createServiceClock } from '../service/service-clock.ts';
import { createDiskSpace, readFreeBytes } from '../storage/disk-space.ts';
import { flushFolder } from '../storage/library/files.ts';
import { createLibrary } from '../storage/library/library.ts';
import { openStore } from '../storage/store/store.ts';
import type { AppOptions } from './app-options.ts';
import type { ExportTracker } from './exports-in-flight.ts';
import { createPracticeCompany } from './practice.ts';

/** Dependencies of all features. */
export interface FeatureDeps {
  readonly platform: Platform;
  readonly exportTracker: ExportTracker;
  readonly options: AppOptions;
  readonly topics: Topics;
  readonly contents: Contents;
  readonly draggedCopies: DraggedCopies;
  readonly saved: SavedFiles;
  /** Child processes that open the clerk's files and folders. */
  readonly drives: DriveProcesses;
  readonly log: Log;
  readonly managed: PolicyReading;
  /** Resolves when TLS connections may be made, because the system's certificates were read. */
  readonly whenCertificatesReady: () => Promise<void>;
}

/** What is reported to features that are created later. */
interface FeatureEvents {
  readonly commit: [];
  readonly 'disk-full': [isFull: boolean];
  readonly 'practice-event': [body: Uint8Array];
  readonly published: [topic: keyof ProfileValues];
  /** The data is known to be the newest, or the clerk continues with it. */
  readonly 'data-current': [];
  readonly 'statement-unreadable': [];
  readonly 'beneficiaries-changed': [profileId: string];
  readonly 'files-removed': [];
}

export type Infrastructure = Awaited<ReturnType<typeof openInfrastructure>>;

/** Opens the stored data. Rejects with `database-…` when it cannot be opened; it is then unchanged. */
export async function openInfrastructure(deps: FeatureDeps) {
  const { platform, options, topics, contents, saved, drives, log, managed } = deps;
  const { clock, random, dialogs, network, processes, info } = platform;
  const { entries, dataFolder } = options;
  const onUnexpectedIn = (where: string) => (thrown: unknown) => log.unexpected(where, thrown);
  const events = new EventEmitter<FeatureEvents>();
  // Without this flush, a power loss after the first start may lose the new folder.
  await flushFolder(dirname(dataFolder));
  const store = await openStore(entries.store, join(dataFolder, 'paydesk.db'), () => events.emit('commit'));
  performance.mark(startPhases.storeOpen);
  const diskSpace = createDiskSpace({
    clock,
    readFreeBytes: () => readFreeBytes(dataFolder),
    onChange(full, isDatabaseWaiting) {
      topics.publish('diskFull', full);
      events.emit('disk-full', isDatabaseWaiting);
    },
  });
  // Results must be recorded even if the disk is full for a while.
  const diskFullRetryStore = diskSpace.retryStore(store);
  const vault = createKeytarVault({ processes, clock, os: info.os, entry: entries.keychain });
  const proxyPrompt = createNetwork({ vault, clock, publisher: topics });
  const hostBackoff = new HostBackoff(clock);
  const unlimitedHttp = createHttp({
    network,
    clock,
    agent: `Paydesk/${info.version}`,
    proxyCredentials: proxyPrompt.proxyCredentials,
    proxyTickets: createProxyTickets(info.os),
    certificatesReady: deps.whenCertificatesReady,
  });
  const service = createServiceClock(clock, (offsetMs) => topics.publish('clockOffset', offsetMs));
  const practice =
    managed.file.practiceCompany === 'off'
      ? null
      : createPracticeCompany(
          { entry: entries.practice, journal: join(dataFolder, 'practice.jsonl'), clock },
          (body) => events.emit('practice-event', body),
        );
  const profileTopics = createProfileTopics(topics, (name) => events.emit('published', name));
  const settings = await createSettings({ store, platform, publisher: topics, dataFolder });
  const library = createLibrary({
    dataFolder,
    store,
    vault,
    clock,
    random,
    onCreate: (key) => store.run(createSeal, { key }),
  });
  library.onChange(() => topics.publish('library', library.state()));
  const activity = createActivity({
    store: diskFullRetryStore,
    clock,
    dialogs,
    saved,
    publisher: topics,
    osUser: info.osUser,
    sealKey: library.sealKey,
    onProblem: onUnexpectedIn('activity'),
  });
  const intake = createIntake(drives);
  return {
    ...platform,
    store,
    diskFullRetryStore,
    diskSpace,
    vault,
    proxyPrompt,
    hostBackoff,
    http: service.observe(withHostBackoff(unlimitedHttp, hostBackoff, clock)),
    serviceClock: service.clock,
    practice,
    profileTopics,
    settings,
    library,
    activity,
    record: createRecorder(activity),
    intake,
    readChosenFile: intake.readBytes,
    readList: createListReader(entries.listReader, clock),
    saved,
    drives,
    contents,
    publisher: topics,
    events,
    entries,
    managed,
    onUnexpectedIn,
    // The practice company runs on this machine and has no certificate.
    allowHttpLoopback: (profile: Profile) => options.allowHttpLoopback || profile.origin === 'practice',
    storageHosts: ({ options: { storageHosts } }: Profile) =>
      managed.file.storageHosts.length === 0 ? storageHosts : managed.file.storageHosts,
  };
}
