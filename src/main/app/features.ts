/** @file Opens the stored data, builds all features and connects them with each other. */
import { EventEmitter } from 'node:events';
import { dirname, join } from 'node:path';
import type { PaydeskError } from '../../shared/errors.ts';
import { t } from '../../shared/messages/index.ts';
import type { Profile } from '../../shared/model/session/profile.ts';
import { nothingInFlight, type WorkInFlight } from '../../shared/model/session/work-in-flight.ts';
import { startPhases } from '../../shared/start-phases.ts';
import { createProfileTopics } from '../bridge/profile-topics.ts';
import { activityExportHeader, createActivity, createRecorder } from '../features/activity/activity.ts';
import { createBeneficiaries } from '../features/beneficiaries/beneficiaries.ts';
import { hasUnfinishedWork } from '../features/documents/database/open-batches.ts';
import { createDocumentsFeature } from '../features/documents/documents-feature.ts';
import { createIntake } from '../features/documents/intake/intake-client.ts';
import { createDragOutHandlers } from '../features/drag-out/drag-out.ts';
import { createEvidence } from '../features/evidence/evidence.ts';
import { createNetwork } from '../features/network/proxy-credentials.ts';
import { createProofsFeature } from '../features/proofs/proofs-feature.ts';
import { createRecoveryHandlers } from '../features/recovery/recovery.ts';
import { createRetention } from '../features/retention/retention.ts';
import { createSamples, type Samples } from '../features/samples/samples.ts';
import { watchIdle } from '../features/session/idle-lock.ts';
import { createSession } from '../features/session/session-feature.ts';
import { createSettings } from '../features/settings/settings.ts';
import { createStatementsFeature } from '../features/statements/statements-feature.ts';
import { createListReader } from '../formats/csv/list-reader.ts';
import { createKeytarVault } from '../platform/keychain/keytar-vault.ts';
import { createProxyTickets } from '../platform/proxy-tickets.ts';
import { HostBackoff, withHostBackoff } from '../service/http/host-backoff.ts';
import { createHttp } from '../service/http/http.ts';
import { createLargeJsonParser } from '../service/http/large-json.ts';
import type { ApiKey } from '../service/secret.ts';
import { PaymentsService } from '../service/service.ts';
import { createServiceClock } from '../service/service-clock.ts';
import { createDiskSpace, readFreeBytes } from '../storage/disk-space.ts';
import { flushFolder } from '../storage/library/files.ts';
import { createLibrary } from '../storage/library/library.ts';
import { openStore } from '../storage/store/store.ts';
import { createEarlierDataGuard } from './earlier-data.ts';
import type { FeatureDeps, FeatureEvents, Features } from './feature-deps.ts';
import { connectNeedsYou, readWaitingWork } from './needs-you-sources.ts';
import { createPracticeCompany, practiceProfileId } from './practice.ts';
import { countProfileWork } from './profile-work.ts';
import { createStartOver } from './start-over.ts';
import { computeProgress } from './taskbar.ts';

const bytesPerMegabyte = 1_000_000;

/** Builds all features. Rejects with `database-…` when the data cannot be opened; the data is then unchanged. */
export async function openFeatures({
  platform,
  exportTracker,
  options,
  topics,
  contents,
  draggedCopies,
  saved,
  drives,
  log,
  managed,
  whenCertificatesReady,
}: FeatureDeps): Promise<Features> {
  const { clock, random, dialogs, shell, network, processes, power, info } = platform;
  const { entries, dataFolder, samplesFolder } = options;
  const onUnexpected = (where: string) => (thrown: unknown) => log.unexpected(where, thrown);
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
  const { proxyCredentials } = proxyPrompt;
  const hostBackoff = new HostBackoff(clock);
  const unlimitedHttp = createHttp({
    network,
    clock,
    agent: `Paydesk/${info.version}`,
    proxyCredentials,
    proxyTickets: createProxyTickets(info.os),
    certificatesReady: whenCertificatesReady,
  });
  const serviceClock = createServiceClock(clock, (offsetMs) => topics.publish('clockOffset', offsetMs));
  const http = serviceClock.observe(withHostBackoff(unlimitedHttp, hostBackoff, clock));
  const practice =
    managed.file.practiceCompany === 'off'
      ? null
      : createPracticeCompany(
          { entry: entries.practice, journal: join(dataFolder, 'practice.jsonl'), clock },
          (body) => events.emit('practice-event', body),
        );

  const profileTopics = createProfileTopics(topics, (name) => events.emit('published', name));
  const settings = await createSettings({ store, platform, publisher: topics, dataFolder });
  const largeBytes = () => settings.current().largeFileMegabytes * bytesPerMegabyte;
  const activity = createActivity({
    store: diskFullRetryStore,
    clock,
    dialogs,
    saved,
    publisher: topics,
    osUser: info.osUser,
    findProfileIds: (name, environment) => session.findProfileIds(name, environment),
    sealKey: () => library.sealKey(),
    onProblem: onUnexpected('activity'),
  });
  const record = createRecorder(activity);
  // The practice company runs on this machine and has no certificate.
  const allowHttpLoopback = (profile: Profile) => options.allowHttpLoopback || profile.origin === 'practice';
  const storageHostsOf = ({ options: profileOptions }: Profile) =>
    managed.file.storageHosts.length === 0 ? profileOptions.storageHosts : managed.file.storageHosts;
  const parseLargeJson = createLargeJsonParser(entries.jsonParser, clock);
  function makeService(profile: Profile, apiKey: ApiKey, onSignedIn: () => void): PaymentsService {
    return new PaymentsService({
      profile: { ...profile, options: { ...profile.options, storageHosts: storageHostsOf(profile) } },
      apiKey,
      http,
      clock,
      parseLargeJson,
      onSignedIn,
      allowHttpLoopback: allowHttpLoopback(profile),
      onExchange: (exchange) =>
        activity.record({ ...exchange, profile: profile.name, environment: profile.environment }),
    });
  }

  const session = createSession({
    store,
    whenCurrent: () => earlierData.whenCurrent(),
    vault,
    platform,
    publisher: topics,
    practice,
    makeService,
    onConnectionAttempt: proxyPrompt.resetDeclined,
    managed: managed.file,
    managedProblems: managed.problems,
    listWaitingWork: () => readWaitingWork(store),
    workInFlight: (profileId) =>
      sessions.find(profileId) === null ? nothingInFlight : countInFlight(profileId),
    hasWork: (profileId) => store.run(hasUnfinishedWork, { profileId }),
    workOf: (profileId) => countProfileWork(profileTopics.valuesOf(profileId)),
    record: (kind, profile) => record(kind, profile.name, profile),
  });
  const { sessions } = session;
  const library = createLibrary({ dataFolder, store, vault, clock, random, onCreate: activity.createSeal });
  library.onChange(() => topics.publish('library', library.state()));
  const intake = createIntake(drives);
  const shared = {
    ...platform,
    store,
    diskFullRetryStore,
    diskSpace,
    serviceClock: serviceClock.clock,
    library,
    saved,
    drives,
    readChosenFile: intake.readBytes,
    readList: createListReader(entries.listReader, clock),
    http,
    hostBackoff,
    contents,
    publisher: topics,
    profileTopics,
    record,
    findActiveProfile: () => sessions.openProfiles().active?.profile ?? null,
    onInterrupted: (profile: Profile, error: PaydeskError) => sessions.interrupt(profile.id, error),
  };
  const earlierData = createEarlierDataGuard({
    ...shared,
    vault,
    adoptFiles: () => statements.adoptFiles(),
    onCurrent() {
      const fallbackId = managed.file.practiceCompany === 'opened' ? practiceProfileId : null;
      session.start(fallbackId).catch(onUnexpected('session'));
    },
    onUnexpected: onUnexpected('earlier-data'),
  });
  const proofs = createProofsFeature({
    ...shared,
    readerEntry: entries.proofReader,
    continueEarlier: earlierData.continue,
    findStatementPayments: (profileId, references) => statements.findPayments(profileId, references),
    onUnexpected: onUnexpected('proofs'),
  });
  const ports = { ...shared, ...proofs.pagePorts };

  const documentsFeature = createDocumentsFeature({
    ...ports,
    intake,
    largeBytes,
    uploadLimit: () => settings.current().uploadBytesPerSecond,
    osUser: info.osUser,
    version: info.version,
    onAttached: (profileId) => events.emit('beneficiaries-changed', profileId),
    onAddressBookChanged: (profileId) => events.emit('beneficiaries-changed', profileId),
    onUnexpected: onUnexpected('documents'),
  });
  const { documents } = documentsFeature;
  const beneficiaries = createBeneficiaries({
    ...ports,
    profile: documents.activeProfile,
    addressBookPath: (documentId) => documents.activeWorker().addressBookPath(documentId),
    records: documentsFeature.records,
    onUnexpected: onUnexpected('beneficiaries'),
  });

  const statements = createStatementsFeature({
    ...ports,
    choices: settings.preferences,
    managedViews: managed.file.statementViews,
    whenProofsListed: proofs.whenListed,
    engineEntry: entries.statementEngine,
    allowHttpLoopback,
    storageHosts: storageHostsOf,
    // The practice company delivers its events directly; the managed folder has events of the real company.
    managedFolder: ({ origin }) => (origin === 'practice' ? null : managed.file.inbox.folder),
    countRecords: activity.countBySubject,
    usedFiles: managed.file.inbox.usedFiles,
    onUnexpected: onUnexpected('statements'),
  });

  const retention = createRetention({
    ...ports,
    periods: managed.file.retention,
    items: {
      statement: statements.retained.statements,
      proof: proofs.retained,
      notes: statements.retained.notes,
    },
    signOffs: { listSignedOff: statements.retained.listSignedOff },
    findReferencesIn: statements.retained.findReferencesIn,
    activity: {
      record: (subject, owner) => record('retention-removal', subject, owner),
      whenFlushed: activity.whenFlushed,
    },
    onRemoved: () => events.emit('files-removed'),
  });

  const evidence = createEvidence({
    ...ports,
    statements: statements.evidence,
    matchings: statements.matchingEvidence,
    proofs: proofs.evidence,
    activity: { ...activity, header: activityExportHeader },
  });

  const sampleDocuments =
    samplesFolder === undefined
      ? null
      : { folder: samplesFolder, addressBook: join(samplesFolder, 'beneficiaries.csv') };
  const samplesOf = ({ id }: Profile): Samples | null =>
    practice?.id === id ? { ...practice.samples(clock.now()), documents: sampleDocuments } : null;
  const samples = createSamples({
    profile: documents.activeProfile,
    samplesOf,
    addPaths: (profileId, paths) => documents.workerOf(profileId).addPaths(paths),
    importAddressBook: beneficiaries.importFile,
    startOver: createStartOver({
      findProfile: (id) => sessions.find(id)?.profile ?? (practice?.id === id ? practice.profile() : null),
      async checkRemovable() {
        await library.start();
        if (library.state().state !== 'unused') await library.list('proof');
      },
      signOut: (id) => sessions.signOut(id, false),
      dataOwners: [statements, proofs, documents, beneficiaries],
      resetService: async () => practice?.reset(),
      signIn: sessions.explore,
      onRemoved: (profile) => record('start-over', profile.name, profile),
    }),
  });

  const needsYou = connectNeedsYou({
    ...ports,
    topics,
    proofs,
    statements,
    retention,
    openProfiles: sessions.openProfiles,
    preferences: settings.preferences,
    handover: { ...ports, onExported: (path) => record('export', path, null) },
    onUnexpected: onUnexpected('needs-you'),
  });

  events.on('commit', needsYou.invalidate);
  events.on('files-removed', needsYou.invalidate);
  events.on('beneficiaries-changed', beneficiaries.invalidate);
  events.on('disk-full', documents.setDiskFull);
  events.on('practice-event', (body) => {
    void statements.find(practiceProfileId)?.ingest(body, 'service').catch(onUnexpected('statements'));
  });
  events.on('published', (name) => {
    if (name === 'batches') shell.showProgress(computeProgress(profileTopics.all('batches').flat()));
    if (name === 'statements') proofs.findStatementPayments();
    session.onWorkChanged();
  });
  sessions.onChange(() => {
    needsYou.invalidate();
    const openProfiles = sessions.openProfiles();
    practice?.follow(openProfiles.all.some(({ profile }) => profile.id === practiceProfileId));
    profileTopics.follow(openProfiles);
    contents.follow(openProfiles);
    void documents.follow(openProfiles).catch(onUnexpected('documents'));
    void proofs.follow(openProfiles);
    void statements.follow(openProfiles);
  });
  power.onResume(() => {
    documents.onSystemResume();
    http.dropConnections();
    proofs.retryNow();
    statements.retryNow();
  });
  power.onSuspend(() => http.dropConnections());
  const countInFlight = (profileId?: string): WorkInFlight => ({
    ...(profileId === undefined ? documents : documents.workerOf(profileId)).countInFlight(),
    proofs: proofs.countInFlight(profileId),
    statements: statements.countInFlight(profileId),
    exports: exportTracker.countInFlight() + evidence.countInFlight(),
  });
  const isBusy = () => Object.values(countInFlight()).some((count) => count > 0);
  const stopWatching = watchIdle({
    power,
    clock,
    minutes: managed.file.lockAfterMinutes,
    hasSession: sessions.isOpen,
    onSessionChange: sessions.onChange,
    isBusy,
    lock: () => void sessions.lock().catch(onUnexpected('session')),
  });

  return {
    handlers: {
      ...proxyPrompt.handlers,
      ...activity.handlers,
      ...settings.handlers,
      ...session.handlers,
      ...beneficiaries.handlers,
      ...documentsFeature.handlers,
      ...proofs.handlers,
      ...statements.handlers,
      ...evidence.handlers,
      ...samples,
      ...needsYou.handlers,
      ...createDragOutHandlers({
        ...ports,
        copies: draggedCopies,
        preferences: settings.preferences,
        readOriginal: (item) =>
          item.kind === 'proof' ? proofs.original(item.id, item.version) : statements.readOriginal(item.id),
        onDragged: (name) => record('export', t('dragOut.subject', { name }), ports.findActiveProfile()),
      }),
      ...createRecoveryHandlers({
        ...ports,
        async onSaved(path) {
          record('export', path, null);
          await needsYou.recordRecoverySaved();
        },
        onRestored: () => proofs.reload(),
      }),
    },
    async start() {
      await documents.recover();
      // Not awaited, because the keychain may prompt the clerk; calls of the library wait until it is open.
      void library.start();
      await statements.recover();
      needsYou.start();
      void earlierData.start();
    },
    proxyCredentials,
    countInFlight: () => countInFlight(),
    isBusy,
    isLocked: sessions.isLocked,
    async stop() {
      stopWatching();
      await Promise.all([needsYou.stop(), evidence.stop()]);
      await Promise.all([documents.stop(), proofs.stop(), statements.stop()]);
      await earlierData.stop();
      await library.close();
      await proofs.closeReader();
      statements.close();
      await practice?.close();
      vault.close();
      await activity.whenFlushed();
      await store.close();
    },
  };
}
