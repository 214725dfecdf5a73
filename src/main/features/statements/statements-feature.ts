/** @file The statements feature, put together: what the bridge can ask of it, and what the composition gets from it. */
import type { PaydeskError } from '../../../shared/errors.ts';
import type { Profile } from '../../../shared/model/profile.ts';
import { statementFileWords } from '../../../shared/words/statements.ts';
import type { Contents } from '../../bridge/contents.ts';
import type { References } from '../../bridge/references.ts';
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

export interface StatementsFeatureDeps
  extends Omit<StatementDeps, 'statementStore' | 'onDownload' | 'onEvent' | 'eventFolders'> {
  /** Processes that open the clerk's folders. */
  readonly drives: DriveProcesses;
  /** The bytes of a file of the clerk's, read in the process of its drive. */
  readonly bytesOf: (path: string) => AsyncIterable<Uint8Array>;
  readonly library: Library;
  readonly references: References;
  readonly contents: Contents;
  readonly dialogs: Dialogs;
  readonly saved: SavedFiles;
  readonly shell: Shell;
  readonly processes: Platform['processes'];
  /** Where the arrangements of columns are remembered. */
  readonly choices: ChoiceStore;
  /** Module of the process that reviews statements. */
  readonly reviewEntry: URL;
  readonly onInterrupted: (profile: Profile, error: PaydeskError) => void;
  readonly record: (
    kind: 'export' | 'statement-download' | 'statement-event',
    subject: string,
    profile: Profile | null,
    known?: { outcome: 'done' | 'failed' | 'refused'; request?: string; milliseconds?: number },
  ) => void;
}

export interface StatementsFeature
  extends Pick<Statements, 'find' | 'follow' | 'recover' | 'retryNow' | 'inFlight' | 'forgetProfile'> {
  readonly handlers: Handlers;
  /** A stored statement as it came. Rejects with `statement-not-stored`, or as the library does. */
  original(statementId: number): Promise<{ name: string; bytes: Uint8Array }>;
  /** Brings the work to rest. The library may be closed afterwards. */
  stop(): Promise<void>;
  /** Ends the process; nothing can be reviewed any more. */
  close(): void;
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
      record('statement-event', statementFileWords.eventSubject(source, taken.unknownFields), profile, {
        outcome: taken.kind === 'taken' || taken.kind === 'repeated' ? 'done' : 'refused',
      }),
  });
  const readings = createStatementReadings(deps.store, () => statements.changed());
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
    original: (id) => readOriginal({ ...deps, statements, statementStore }, id),
    find: statements.find,
    follow(profiles) {
      // A search belongs to the window, which shows another profile now.
      if (profiles.active?.profile.id !== statements.shownProfile()?.id) search.end();
      return statements.follow(profiles);
    },
    recover: statements.recover,
    retryNow: statements.retryNow,
    inFlight: statements.inFlight,
    async forgetProfile(profileId) {
      await statements.forgetProfile(profileId);
      await createColumnLayouts(deps.choices).forgetProfile(profileId);
      await remembered.forgetProfile(profileId);
    },
    stop: statements.stop,
    close: review.close,
  };
}
