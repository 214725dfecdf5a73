/** @file Composes the statements feature: its bridge handlers, and its interface for the composition root. */
import type { PaydeskError } from '../../../shared/errors.ts';
import { formatList, t } from '../../../shared/messages/index.ts';
import type { Profile } from '../../../shared/model/profile.ts';
import type { Contents } from '../../bridge/contents.ts';
import type { Handlers } from '../../bridge/registrar.ts';
import type { DriveProcesses } from '../../files/drive-processes.ts';
import type { Library } from '../../library/library.ts';
import type { Dialogs, Platform, Shell } from '../../platform.ts';
import { createReview } from '../../review/client.ts';
import type { SavedFiles } from '../../saved-files.ts';
import { type ChoiceStore, createColumnLayouts } from './column-layouts.ts';
import { createStatementHandlers } from './handlers.ts';
import { createEventFolders } from './inbox/drive-folders.ts';
import { createStatementStore } from './library-statement-store.ts';
import { readOriginal } from './original.ts';
import { createStatementReadings } from './readings.ts';
import { createRememberedReadings } from './remembered-readings.ts';
import { createReviewHandlers } from './review.ts';
import { createStatementSearch } from './search.ts';
import { createStatements, type StatementDeps, type Statements } from './statements.ts';

interface StatementsFeatureDeps
  extends Omit<StatementDeps, 'statementStore' | 'onDownload' | 'onEvent' | 'eventFolders'> {
  /** Processes that open the clerk's folders. */
  readonly drives: DriveProcesses;
  /** Reads a file that the clerk chose, in the process of its drive. */
  readonly readChosenFile: (path: string) => AsyncIterable<Uint8Array>;
  readonly library: Library;
  readonly contents: Contents;
  readonly dialogs: Dialogs;
  readonly saved: SavedFiles;
  readonly shell: Shell;
  readonly processes: Platform['processes'];
  /** Storage of column layouts and reading options. */
  readonly choices: ChoiceStore;
  /** Entry module of the review process. */
  readonly reviewEntry: URL;
  readonly onInterrupted: (profile: Profile, error: PaydeskError) => void;
  readonly record: (
    kind: 'export' | 'statement-download' | 'statement-event',
    subject: string,
    profile: Profile | null,
    details?: { outcome: 'done' | 'failed' | 'refused'; request?: string; milliseconds?: number },
  ) => void;
}

export interface StatementsFeature
  extends Pick<Statements, 'find' | 'follow' | 'recover' | 'retryNow' | 'countInFlight' | 'forgetProfile'> {
  readonly handlers: Handlers;
  /**
   * Reads the original of a stored statement. Rejects with `statement-not-stored`, or with the error of the library.
   */
  readOriginal(statementId: number): Promise<{ name: string; bytes: Uint8Array }>;
  /** Stops all work. The library may be closed afterwards. */
  stop(): Promise<void>;
  /** Ends the review process. */
  close(): void;
}

function eventSubject(source: string, unknownFields: readonly string[]): string {
  return unknownFields.length === 0
    ? source
    : t('statementInbox.activity', { source, names: formatList(unknownFields) });
}

export function createStatementsFeature(deps: StatementsFeatureDeps): StatementsFeature {
  const { record } = deps;
  const statementStore = createStatementStore(deps.library);
  const review = createReview({ ...deps, entry: deps.reviewEntry });
  const eventFolders = createEventFolders(deps.drives);
  const statements = createStatements({
    ...deps,
    eventFolders,
    statementStore,
    onDownload: ({ host, error, milliseconds, statementId, profile }) =>
      record('statement-download', String(statementId), profile, {
        outcome: error === null ? 'done' : 'failed',
        request: `GET ${host}`,
        milliseconds,
      }),
    onEvent: (source, taken, profile) =>
      record('statement-event', eventSubject(source, taken.unknownFields), profile, {
        outcome: taken.kind === 'taken' || taken.kind === 'repeated' ? 'done' : 'refused',
      }),
  });
  const readings = createStatementReadings(deps.store, () => statements.publishAll());
  const remembered = createRememberedReadings(deps.choices);
  const search = createStatementSearch({ ...deps, statementStore, review, readings, remembered, statements });
  const handlers = {
    ...createReviewHandlers({
      ...deps,
      statements,
      statementStore,
      review,
      readings,
      remembered,
      search,
      onExported: (path, profile) => record('export', path, profile),
    }),
    ...createStatementHandlers({ ...deps, statements, eventFolders }),
  };
  return {
    handlers,
    readOriginal: (id) => readOriginal({ ...deps, statements, statementStore }, id),
    find: statements.find,
    follow(profiles) {
      // A search belongs to the profile in the window, which has changed.
      if (profiles.active?.profile.id !== statements.findActiveProfile()?.id) search.end();
      return statements.follow(profiles);
    },
    recover: statements.recover,
    retryNow: statements.retryNow,
    countInFlight: statements.countInFlight,
    async forgetProfile(profileId) {
      await statements.forgetProfile(profileId);
      await createColumnLayouts(deps.choices).forgetProfile(profileId);
      await remembered.forgetProfile(profileId);
    },
    stop: statements.stop,
    close: review.close,
  };
}
