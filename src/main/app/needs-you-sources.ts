/** @file Connects *Needs you* with the features: their open work, and the dismissal of lines. */
import { reasonMessage } from '../../shared/document-reason-message.ts';
import { describeError } from '../../shared/messages/error-messages.ts';
import { formatPlainList, t } from '../../shared/messages/index.ts';
import type { Need } from '../../shared/model/needs-you/needs-you.ts';
import { waitingWorkOf } from '../../shared/model/session/waiting-work.ts';
import type { WaitingWork } from '../../shared/model/session/work-in-flight.ts';
import type { Topics } from '../bridge/topics.ts';
import { openWork as openBeneficiaries } from '../features/beneficiaries/open-work.ts';
import { listNamedDocuments } from '../features/documents/database/named-documents.ts';
import { openWork as openDocuments } from '../features/documents/database/open-work.ts';
import { createHandoverSaver, type HandoverDeps } from '../features/needs-you/handover/save-handover.ts';
import { createNeedsYou, type NeedsYou } from '../features/needs-you/needs-you.ts';
import type { Ports } from '../features/ports.ts';
import { listOpenReferences, listOpenWork as openProofs } from '../features/proofs/open-work.ts';
import type { ProofsFeature } from '../features/proofs/proofs-feature.ts';
import type { Retention } from '../features/retention/retention.ts';
import { listUse } from '../features/session/database.ts';
import { closeStatement } from '../features/statements/database/open-work.ts';
import type { StatementsFeature } from '../features/statements/statements-feature.ts';
import type { Store } from '../storage/store/store.ts';
import type { OpenProfiles } from './open-profiles.ts';

/** Most names of one entry. */
const maxNames = 200;

interface NeedDetailsDeps extends Pick<Ports, 'store'> {
  readonly proofs: Pick<ProofsFeature, 'listLost'>;
}

/** Returns a line for each document or reference, and a last one for those that are not named; none for other kinds. */
type ListNeedDetails = (need: Need) => Promise<readonly string[]>;

function createNeedDetails({ store, proofs }: NeedDetailsDeps): ListNeedDetails {
  const nameReferences = async (profileId: string | null, state: 'failed' | 'queued') => {
    const args = { profileId: profileId ?? '', state, limit: maxNames };
    const references = await store.run(listOpenReferences, args);
    return references.map(({ reference, error }) => {
      if (error === null) return reference;
      const { title, detail } = describeError(error);
      return named(reference, t('handover.details.cause', { title, detail }));
    });
  };
  const nameDocuments = async (batchId: number, state: 'failed' | 'waiting-for-file') => {
    const documents = await store.run(listNamedDocuments, { batchId, state, limit: maxNames });
    return documents.map(({ name, label, reason }) =>
      named(formatPlainList([name, label ?? '']), reason === null ? '' : reasonMessage(reason).short),
    );
  };
  const withRest = (lines: readonly string[], count: number) => [
    ...lines,
    ...(count > lines.length ? [t('handover.details.more', { count: count - lines.length })] : []),
  ];
  return async (need) => {
    switch (need.kind) {
      case 'documents-failed':
        return withRest(await nameDocuments(need.batchId, 'failed'), need.documents);
      case 'files-missing':
        return withRest(await nameDocuments(need.batchId, 'waiting-for-file'), need.documents);
      case 'proofs-failed':
        return withRest(await nameReferences(need.profileId, 'failed'), need.proofs);
      case 'proofs-paused':
        return withRest(await nameReferences(need.profileId, 'queued'), need.proofs);
      case 'proofs-lost':
        return withRest((await proofs.listLost(need.profileId ?? '')).slice(0, maxNames), need.proofs);
      default:
        return [];
    }
  };
}

const named = (name: string, reason: string) =>
  reason === '' ? name : t('handover.details.reason', { name, reason });

interface NeedsYouDeps extends Pick<Ports, 'store' | 'clock' | 'serviceClock' | 'library' | 'onUnexpected'> {
  readonly topics: Topics;
  readonly proofs: Pick<ProofsFeature, 'listOpenWork' | 'listLost' | 'close'>;
  readonly statements: Pick<StatementsFeature, 'find' | 'listOpenWork'>;
  readonly retention: Pick<Retention, 'actions' | 'listOpenWork'>;
  readonly openProfiles: () => OpenProfiles;
  /** Small texts that survive a restart. */
  readonly preferences: {
    read(name: string): Promise<string | null>;
    keep(name: string, value: string): Promise<void>;
  };
  readonly handover: Omit<HandoverDeps, 'listDetails'>;
}

interface ConnectedNeedsYou extends NeedsYou {
  /** Records that a recovery file of the library was saved. */
  recordRecoverySaved(): Promise<void>;
}

/** Stores the identity of the library whose recovery file was saved last. */
const savedRecoveryPreference = 'recovery/saved';

/** Creates the list of all features' open work. */
export function connectNeedsYou(deps: NeedsYouDeps): ConnectedNeedsYou {
  const { store, clock, library, proofs, preferences } = deps;
  /** Returns the IDs of the profiles with a working session. */
  const listActiveProfiles = () =>
    deps.openProfiles().all.flatMap(({ profile, service }) => (service === null ? [] : [profile.id]));

  const needsYou = createNeedsYou({
    clock,
    topics: deps.topics,
    sources: [
      () => store.run(openDocuments, { active: listActiveProfiles() }),
      () => store.run(openBeneficiaries, null),
      () => proofs.listOpenWork(listActiveProfiles()),
      deps.statements.listOpenWork,
      deps.retention.listOpenWork,
    ],
    facts: async () => ({
      keysToRemove: (await store.run(listUse, null)).flatMap(({ profileId, keyToRemove }) =>
        keyToRemove ? [profileId] : [],
      ),
      isRecoverySaved: (await preferences.read(savedRecoveryPreference)) === (await library.readLibraryId()),
    }),
    async close(need) {
      const profileId = need.profileId ?? '';
      if (need.kind === 'proofs-failed') return proofs.close(profileId, 'failed');
      if (need.kind === 'proofs-lost') return proofs.close(profileId, 'lost');
      await store.run(closeStatement, { profileId, id: need.statementId, at: clock.now() });
      deps.statements.find(profileId)?.schedulePublish();
    },
    retentionActions: deps.retention.actions,
    saveHandover: createHandoverSaver({ ...deps.handover, listDetails: createNeedDetails(deps) }),
    onUnexpected: deps.onUnexpected,
  });
  return {
    ...needsYou,
    recordRecoverySaved: async () =>
      preferences.keep(savedRecoveryPreference, (await library.readLibraryId()) ?? ''),
  };
}

/** Reads the entries of *Needs you* as if all profiles were signed out; returns every profile with waiting work. */
export async function readWaitingWork(store: Store): Promise<WaitingWork[]> {
  const active: string[] = [];
  const [documents, proofs] = await Promise.all([
    store.run(openDocuments, { active }),
    store.run(openProofs, { active }),
  ]);
  return waitingWorkOf([...documents.needs, ...proofs.needs]);
}
