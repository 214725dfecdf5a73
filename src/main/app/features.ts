/** @file Creates the features, each after those that it uses, and connects them with each other. */
import { join } from 'node:path';
import type { PaydeskError } from '../../shared/errors.ts';
import { t } from '../../shared/messages/index.ts';
import { countInProgress } from '../../shared/model/documents/batch.ts';
import type { Profile } from '../../shared/model/session/profile.ts';
import { noWaitingWork } from '../../shared/model/session/waiting-work.ts';
import { nothingInFlight, type WorkInFlight } from '../../shared/model/session/work-in-flight.ts';
import type { ProfileValues } from '../bridge/profile-topics.ts';
import type { Handlers } from '../bridge/registrar.ts';
import { activityExportHeader } from '../features/activity/activity.ts';
import { createBeneficiaries } from '../features/beneficiaries/beneficiaries.ts';
import { hasUnfinishedWork } from '../features/documents/database/open-batches.ts';
import { createDocumentsFeature } from '../features/documents/documents-feature.ts';
import { createDragOutHandlers } from '../features/drag-out/drag-out.ts';
import { createEvidence } from '../features/evidence/evidence.ts';
import { createProofsFeature, type ProofsFeature } from '../features/proofs/proofs-feature.ts';
import { createRecoveryHandlers } from '../features/recovery/recovery.ts';
import { createRetention } from '../features/retention/retention.ts';
import { createSamples, type Samples } from '../features/samples/samples.ts';
import { watchIdle } from '../features/session/idle-lock.ts';
import { createSession } from '../features/session/session-feature.ts';
import { createStatementReading } from '../features/statements/statement-reading.ts';
import {
  createStatementsFeature,
  type StatementsFeature,
} from '../features/statements/statements-feature.ts';
import { createLargeJsonParser } from '../service/http/large-json.ts';
import type { ProxyCredentialsProvider } from '../service/http/proxy-credentials.ts';
import { PaymentsService } from '../service/service.ts';
import { createEarlierDataGuard } from './earlier-data.ts';
import { type FeatureDeps, type Infrastructure, openInfrastructure } from './infrastructure.ts';
import { connectNeedsYou, readWaitingWork } from './needs-you-sources.ts';
import { practiceProfileId } from './practice.ts';
import { createStartOver } from './start-over.ts';
import { computeProgress } from './taskbar.ts';

/** All features as one object: their handlers, their work and their life cycle. */
export interface Features {
  readonly handlers: Handlers;
  /** Recovers unfinished work of the last run and resumes its session. */
  start(): Promise<void>;
  /** Provides user names and passwords for proxies. */
  readonly proxyCredentials: ProxyCredentialsProvider;
  /** Counts the work that quitting would end or postpone. */
  countInFlight(): WorkInFlight;
  /** True while documents, proofs, statements or exports are being transferred or written. */
  isBusy(): boolean;
  /** True from the lock of an idle session until the clerk has signed in again. */
  isLocked(): boolean;
  stop(): Promise<void>;
}

const bytesPerMegabyte = 1_000_000;

/** Counts documents, references and statements in progress. */
function countUnderWay({ batches, proofs: { running }, statements }: ProfileValues): number {
  const documents = batches.map((batch) => (batch.state === 'running' ? countInProgress(batch) : 0));
  const references = running === null ? 0 : running.total - running.done;
  return documents.reduce((sum, count) => sum + count, references + (statements.counts.downloading ?? 0));
}

function wireSession(infrastructure: Infrastructure, whenCurrent: () => Promise<void>) {
  const { http, clock, store, activity, profileTopics, record, managed } = infrastructure;
  const parseLargeJson = createLargeJsonParser(infrastructure.entries.jsonParser, clock);
  return createSession({
    ...infrastructure,
    whenCurrent,
    makeService: (profile, apiKey, onSignedIn) =>
      new PaymentsService({
        profile: {
          ...profile,
          options: { ...profile.options, storageHosts: infrastructure.storageHosts(profile) },
        },
        apiKey,
        http,
        clock,
        parseLargeJson,
        onSignedIn,
        allowHttpLoopback: infrastructure.allowHttpLoopback(profile),
        onExchange: (exchange) =>
          activity.record({ ...exchange, profile: profile.name, environment: profile.environment }),
      }),
    onConnectionAttempt: infrastructure.proxyPrompt.resetDeclined,
    managed: managed.file,
    managedProblems: managed.problems,
    hasWork: (profileId) => store.run(hasUnfinishedWork, { profileId }),
    workOf: (profileId) => ({ underWay: countUnderWay(profileTopics.valuesOf(profileId)) }),
    record: (kind, profile) => record(kind, profile.name, profile),
  });
}

type Session = ReturnType<typeof wireSession>;

function addSessionPorts(infrastructure: Infrastructure, { sessions }: Session) {
  return {
    ...infrastructure,
    sessions,
    findActiveProfile: () => sessions.openProfiles().active?.profile ?? null,
    onInterrupted: (profile: Profile, error: PaydeskError) => sessions.interrupt(profile.id, error),
  };
}

/** What features use beside the infrastructure: the sessions, and the pages that the proof reader joins. */
type FeaturePorts = ReturnType<typeof addSessionPorts> & ProofsFeature['pagePorts'];

function wireDocuments(ports: FeaturePorts) {
  const { events, info, settings } = ports;
  const onBeneficiariesChanged = (profileId: string) => void events.emit('beneficiaries-changed', profileId);
  return createDocumentsFeature({
    ...ports,
    largeBytes: () => settings.current().largeFileMegabytes * bytesPerMegabyte,
    uploadLimit: () => settings.current().uploadBytesPerSecond,
    osUser: info.osUser,
    version: info.version,
    onAttached: onBeneficiariesChanged,
    onAddressBookChanged: onBeneficiariesChanged,
    onUnexpected: ports.onUnexpectedIn('documents'),
  });
}

type DocumentsFeature = ReturnType<typeof wireDocuments>;

function wireBeneficiaries(ports: FeaturePorts, { documents, records }: DocumentsFeature) {
  return createBeneficiaries({
    ...ports,
    profile: documents.activeProfile,
    addressBookPath: (documentId) => documents.activeWorker().addressBookPath(documentId),
    records,
    onUnexpected: ports.onUnexpectedIn('beneficiaries'),
  });
}

function wireStatements(
  ports: FeaturePorts,
  reading: ReturnType<typeof createStatementReading>,
  proofs: ProofsFeature,
): StatementsFeature {
  const { file } = ports.managed;
  return createStatementsFeature({
    ...ports,
    ...reading,
    managedViews: file.statementViews,
    whenProofsListed: proofs.whenListed,
    // The practice company delivers its events directly; the managed folder has events of the real company.
    hasDeliveredEvents: ({ origin }) => origin === 'practice',
    managedFolder: ({ origin }) => (origin === 'practice' ? null : file.inbox.folder),
    countRecords: ports.activity.countBySubject,
    usedFiles: file.inbox.usedFiles,
    onUnexpected: ports.onUnexpectedIn('statements'),
  });
}

function wireRetention(ports: FeaturePorts, proofs: ProofsFeature, { retained }: StatementsFeature) {
  const { activity, events, managed, record } = ports;
  return createRetention({
    ...ports,
    periods: managed.file.retention,
    items: { statement: retained.statements, proof: proofs.retained, notes: retained.notes },
    signOffs: { listSignedOff: retained.listSignedOff },
    findReferencesIn: retained.findReferencesIn,
    activity: {
      record: (subject, owner) => record('retention-removal', subject, owner),
      whenFlushed: activity.whenFlushed,
    },
    onRemoved: () => events.emit('files-removed'),
  });
}

/** The files, references and statements that the practice company offers, and its reset. */
function wireSamples(
  ports: FeaturePorts,
  samplesFolder: string | undefined,
  { documents }: DocumentsFeature,
  beneficiaries: ReturnType<typeof wireBeneficiaries>,
  proofs: ProofsFeature,
  statements: StatementsFeature,
) {
  const { clock, library, practice, record, sessions } = ports;
  const sampleDocuments =
    samplesFolder === undefined
      ? null
      : { folder: samplesFolder, addressBook: join(samplesFolder, 'beneficiaries.csv') };
  const samplesOf = ({ id }: Profile): Samples | null =>
    practice?.id === id ? { ...practice.samples(clock.now()), documents: sampleDocuments } : null;
  return createSamples({
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
}

/** Builds all features. Rejects with `database-…` when the data cannot be opened; the data is then unchanged. */
export async function openFeatures(deps: FeatureDeps): Promise<Features> {
  const infrastructure = await openInfrastructure(deps);
  const { activity, contents, entries, events, http, library, managed, power, practice } = infrastructure;
  const { clock, onUnexpectedIn, profileTopics, proxyPrompt, record, settings, store, vault } =
    infrastructure;
  const reading = createStatementReading({
    ...infrastructure,
    choices: settings.preferences,
    engineEntry: entries.statementEngine,
    onUnreadable: () => events.emit('statement-unreadable'),
  });
  const earlierData = createEarlierDataGuard({
    ...infrastructure,
    adoptFiles: reading.adoptFiles,
    onCurrent: () => events.emit('data-current'),
    onUnexpected: onUnexpectedIn('earlier-data'),
  });
  const session = wireSession(infrastructure, earlierData.whenCurrent);
  const { sessions } = session;
  const sessionPorts = addSessionPorts(infrastructure, session);
  const proofs = createProofsFeature({
    ...sessionPorts,
    readerEntry: entries.proofReader,
    continueEarlier: earlierData.continue,
    findStatementPayments: reading.findPayments,
    onUnexpected: onUnexpectedIn('proofs'),
  });
  const ports = { ...sessionPorts, ...proofs.pagePorts };
  const documentsFeature = wireDocuments(ports);
  const { documents } = documentsFeature;
  const beneficiaries = wireBeneficiaries(ports, documentsFeature);
  const statements = wireStatements(ports, reading, proofs);
  const retention = wireRetention(ports, proofs, statements);
  const evidence = createEvidence({
    ...ports,
    statements: statements.evidence,
    matchings: statements.matchingEvidence,
    proofs: proofs.evidence,
    activity: { ...activity, header: activityExportHeader },
  });
  const { samplesFolder } = deps.options;
  const samples = wireSamples(ports, samplesFolder, documentsFeature, beneficiaries, proofs, statements);
  const needsYou = connectNeedsYou({
    ...ports,
    topics: deps.topics,
    proofs,
    statements,
    retention,
    openProfiles: sessions.openProfiles,
    preferences: settings.preferences,
    handover: { ...ports, onExported: (path) => record('export', path, null) },
    onUnexpected: onUnexpectedIn('needs-you'),
  });

  const countInFlight = (profileId?: string): WorkInFlight => ({
    ...(profileId === undefined ? documents : documents.workerOf(profileId)).countInFlight(),
    proofs: proofs.countInFlight(profileId),
    statements: statements.countInFlight(profileId),
    exports: deps.exportTracker.countInFlight() + evidence.countInFlight(),
  });
  const isBusy = () => Object.values(countInFlight()).some((count) => count > 0);

  events.on('commit', needsYou.invalidate);
  events.on('files-removed', needsYou.invalidate);
  events.on('beneficiaries-changed', beneficiaries.invalidate);
  events.on('statement-unreadable', statements.publishAll);
  events.on('disk-full', documents.setDiskFull);
  events.on('data-current', () => {
    const fallbackId = managed.file.practiceCompany === 'opened' ? practiceProfileId : null;
    session.start(fallbackId).catch(onUnexpectedIn('session'));
    statements.checkStored();
  });
  events.on('practice-event', (body) => {
    void statements.find(practiceProfileId)?.ingest(body, 'service').catch(onUnexpectedIn('statements'));
  });
  events.on('published', (name) => {
    if (name === 'batches') ports.shell.showProgress(computeProgress(profileTopics.all('batches').flat()));
    if (name === 'statements') proofs.findStatementPayments();
    session.onWorkChanged();
  });
  sessions.onChange(() => {
    needsYou.invalidate();
    const openProfiles = sessions.openProfiles();
    practice?.follow(openProfiles.all.some(({ profile }) => profile.id === practiceProfileId));
    profileTopics.follow(openProfiles);
    contents.follow(openProfiles);
    void documents.follow(openProfiles).catch(onUnexpectedIn('documents'));
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
  const stopWatching = watchIdle({
    power,
    clock,
    minutes: managed.file.lockAfterMinutes,
    hasSession: sessions.isOpen,
    onSessionChange: sessions.onChange,
    isBusy,
    lock: () => void sessions.lock().catch(onUnexpectedIn('session')),
  });

  return {
    handlers: {
      ...proxyPrompt.handlers,
      ...activity.createHandlers(session.findProfileIds),
      ...settings.handlers,
      ...session.handlers,
      'session.previewSignOut': async ({ profileId }) => {
        const waiting = await readWaitingWork(store);
        return {
          inFlight: sessions.find(profileId) === null ? nothingInFlight : countInFlight(profileId),
          waiting: waiting.find((one) => one.profileId === profileId) ?? noWaitingWork(profileId),
        };
      },
      ...beneficiaries.handlers,
      ...documentsFeature.handlers,
      ...proofs.handlers,
      ...statements.handlers,
      ...evidence.handlers,
      ...samples,
      ...needsYou.handlers,
      ...createDragOutHandlers({
        ...ports,
        copies: deps.draggedCopies,
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
    proxyCredentials: proxyPrompt.proxyCredentials,
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
      await practice?.close();
      vault.close();
      await activity.whenFlushed();
      await store.close();
    },
  };
}
