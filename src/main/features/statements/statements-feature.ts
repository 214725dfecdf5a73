/** @file Composes the statements feature: its bridge handlers, and its interface for the composition root. */
import { formatList, t } from '../../../shared/messages/index.ts';
import { formatDownload } from '../../../shared/model/activity-subject.ts';
import type { OpenWork } from '../../../shared/model/needs-you/needs-you.ts';
import type { Profile } from '../../../shared/model/session/profile.ts';
import type { NamedView } from '../../../shared/model/statements/saved-view.ts';
import type { SignOffEntry } from '../../../shared/model/statements/sign-off.ts';
import type { OpenProfiles } from '../../app/open-profiles.ts';
import type { Ports } from '../ports.ts';
import { createAnnotationLog } from './annotations/annotation-log.ts';
import { createComparisonHandlers } from './compare/comparison.ts';
import { listOpenWork } from './database/open-work.ts';
import { createStatementEvidence } from './evidence.ts';
import { createOpenStatements } from './grid/open-statements.ts';
import { createViewerHandlers } from './grid/viewer.ts';
import { createStatementHandlers } from './handlers.ts';
import { createEventFolders } from './inbox/drive-folders.ts';
import { createLedgerFiles } from './ledger/ledger-files.ts';
import { createMatchingEvidence } from './ledger/matching-evidence.ts';
import { readOriginal } from './original.ts';
import type { StatementPorts } from './ports.ts';
import {
  createReferencesFinder,
  createRetainedNotes,
  createRetainedStatements,
} from './retained-statements.ts';
import { createStatementSearch } from './search/search.ts';
import { createMeasurement } from './sign-off/measure-statement.ts';
import {
  createSignOffRecords,
  type SignOffActivity,
  type SignOffKind,
} from './sign-off/sign-off-activity.ts';
import { createSignOffLog, createSignOffs } from './sign-off/sign-off-rules.ts';
import { createStatements, type StatementDeps } from './statements.ts';
import { createStoredChecks } from './stored-checks.ts';
import { createSavedViewHandlers, createViewFiles } from './views/saved-views.ts';

interface StatementsFeatureDeps
  extends Omit<StatementDeps, 'onDownload' | 'onEvent' | 'onClaim' | 'onStored' | 'eventFolders'>,
    Ports,
    Pick<StatementPorts, 'whenProofsListed' | 'engine' | 'readGuard' | 'remembered' | 'layouts'> {
  /** Saved views that the administrator hands out. */
  readonly managedViews: readonly NamedView[];
  readonly record: (
    kind: 'export' | 'match-settings' | 'statement-download' | 'statement-event' | SignOffKind,
    subject: string,
    profile: Profile | null,
    details?: { outcome: 'done' | 'failed' | 'refused'; request?: string; milliseconds?: number },
  ) => void;
  readonly countRecords: SignOffActivity['countRecords'];
}

export type StatementsFeature = ReturnType<typeof createStatementsFeature>;

function eventSubject(source: string, unknownFields: readonly string[]): string {
  return unknownFields.length === 0
    ? source
    : t('statementInbox.activity', { source, names: formatList(unknownFields) });
}

export function createStatementsFeature(deps: StatementsFeatureDeps) {
  const { record } = deps;
  const eventFolders = createEventFolders(deps.drives);
  const statements = createStatements({
    ...deps,
    eventFolders,
    onDownload: ({ host, error, milliseconds, statement, profile }) =>
      record('statement-download', formatDownload(statement), profile, {
        outcome: error === null ? 'done' : 'failed',
        request: `GET ${host}`,
        milliseconds,
      }),
    onStored: () => storedChecks.start(),
    onEvent: (source, taken, profile) =>
      record('statement-event', eventSubject(source, taken.unknownFields), profile, {
        outcome: taken.kind === 'taken' || taken.kind === 'repeated' ? 'done' : 'refused',
      }),
    onClaim: ({ outcome, ...claimed }, profile) =>
      record('statement-event', t('statementInbox.activity.claimed', claimed), profile, {
        outcome: outcome.kind === 'quarantined' ? 'refused' : 'done',
      }),
  });
  const views = createViewFiles(deps.library);
  const annotationLog = createAnnotationLog(deps.library);
  const signOffLog = createSignOffLog(deps.library);
  const signOffs = createSignOffs({ ...deps, log: signOffLog });
  const signOffRecords = createSignOffRecords({ ...deps, signOffs, log: signOffLog });
  async function onSignOff(type: SignOffEntry['type'], id: number): Promise<void> {
    await signOffRecords.add(statements.activeProfile(), type, id);
    // The coverage shows which statements are signed off.
    statements.publishAll();
  }
  async function completeSignOffRecords(profile: Profile): Promise<void> {
    // A library that cannot be opened says so where it is needed.
    await signOffRecords.complete(profile).catch(() => undefined);
  }
  let latestHandle = 0;
  const nextHandle = () => {
    latestHandle += 1;
    return latestHandle;
  };
  const measurement = createMeasurement({ ...deps, nextHandle });
  const storedChecks = createStoredChecks({
    ...deps,
    check: measurement.check,
    onChecked: statements.publishAll,
  });
  const ledgerFiles = createLedgerFiles(deps.library);
  const openStatements = createOpenStatements();
  const search = createStatementSearch({ ...deps, statements });
  const ports: StatementPorts = {
    ...deps,
    statements,
    ledgerFiles,
    annotationLog,
    signOffs,
    openStatements,
    async endSignOffs(files, cause) {
      await signOffRecords.reopen(statements.activeProfile(), files, cause);
      statements.publishAll();
    },
    onMatching: (subject, profile) => record('match-settings', subject, profile),
    onExported: (path, profile) => record('export', path, profile),
    nextHandle,
    storedChecks,
  };
  const handlers = {
    ...createViewerHandlers({
      ...ports,
      search,
      measure: measurement.measure,
      signOffChanges: signOffRecords.changes,
      onSignOff,
    }),
    ...createComparisonHandlers(ports),
    ...createSavedViewHandlers({ ...ports, views, managedViews: deps.managedViews }),
    ...createStatementHandlers({ ...ports, eventFolders }),
  };
  const evidence = createStatementEvidence(ports);
  return {
    ...statements,
    handlers,
    /** The stored statements, and their ticks and notes, for a retention period. */
    retained: {
      statements: createRetainedStatements(ports),
      notes: createRetainedNotes(ports),
      findReferencesIn: createReferencesFinder(deps.store, evidence),
      /** Returns the SHA-256, in hex, of the statements that are signed off, since a calendar year (UTC). */
      async listSignedOff(profileId: string, year: number) {
        const signed = [...(await signOffs.listSigned(profileId))];
        return new Set(
          signed.flatMap(([sha256, at]) => (new Date(at).getUTCFullYear() >= year ? [sha256] : [])),
        );
      },
    },
    /** Returns the open work of all profiles. */
    async listOpenWork(): Promise<OpenWork> {
      const { state } = deps.library.state();
      // Not awaited until the library is open: the keychain may be asking the clerk.
      const signed = state === 'kept' || state === 'session-only' ? await signOffs.listSignedFiles() : null;
      const { needs, moving } = await deps.store.run(listOpenWork, { at: deps.serviceClock.now(), signed });
      return { needs: [...needs, ...statements.listIncompleteFiles()], moving };
    },
    /** Checks the stored statements that were not checked yet. */
    checkStored: storedChecks.start,
    evidence,
    matchingEvidence: createMatchingEvidence(ports),
    /** Reads the original of a stored statement. Rejects with `statement-not-stored`, or with the error of the library. */
    readOriginal: (id: number) => readOriginal(ports, id),
    follow(profiles: OpenProfiles) {
      const profile = profiles.active?.profile;
      if (profile?.id !== statements.findActiveProfile()?.id) {
        // A search belongs to the profile in the window, which has changed.
        search.end();
        if (profile !== undefined) void completeSignOffRecords(profile);
      }
      return statements.follow(profiles);
    },
    async forgetProfile(profileId: string) {
      await statements.forgetProfile(profileId);
      await deps.layouts.forgetProfile(profileId);
      await deps.remembered.forgetProfile(profileId);
      await views.forgetProfile(profileId);
      await annotationLog.forgetProfile(profileId);
      await signOffLog.forgetProfile(profileId);
      for (const { id } of await ledgerFiles.list(profileId)) await ledgerFiles.remove(profileId, id);
    },
    /** Stops all work and the statement engine. The library may be closed afterwards. */
    async stop() {
      deps.engine.close();
      await storedChecks.stop();
      await statements.stop();
    },
  };
}
