/** @file Handlers of the viewer of stored statements; all of them work offline. */

import type { FindListedProof } from '../../../../shared/model/proofs/listed-proof.ts';
import type { Profile } from '../../../../shared/model/session/profile.ts';
import type { SignOffEntry } from '../../../../shared/model/statements/sign-off.ts';
import type { Contents } from '../../../bridge/contents.ts';
import type { Handlers } from '../../../bridge/registrar.ts';
import type { SerialQueue } from '../../../concurrency/serial-queue.ts';
import type { SavedFiles } from '../../../files/saved-files.ts';
import type { Clock, Dialogs, Random, Shell } from '../../../platform/platform.ts';
import type { StatementEngine } from '../../../statement-engine/process/client.ts';
import type { Store } from '../../../storage/store/store.ts';
import { createAgreementQueries } from '../agreement/agreement-queries.ts';
import type { AnnotationLog } from '../annotations/annotation-log.ts';
import { createAnnotations } from '../annotations/annotations.ts';
import { findEarlierVersion } from '../annotations/earlier-version.ts';
import { createLedgerHandlers } from '../ledger/ledger.ts';
import type { LedgerFiles } from '../ledger/ledger-files.ts';
import type { ReadGuard } from '../read-guard.ts';
import {
  type Choices,
  createColumnLayouts,
  type RememberedInterpretations,
} from '../requests/wallet-choices.ts';
import type { StatementSearch } from '../search/search.ts';
import { createSearchHandlers } from '../search/search-handlers.ts';
import { createMeasurement } from '../sign-off/measure-statement.ts';
import { createSignOffHandlers } from '../sign-off/sign-off-handlers.ts';
import type { SignOffs } from '../sign-off/sign-off-rules.ts';
import type { StatementFiles } from '../statement-files.ts';
import type { Statements } from '../statements.ts';
import { createCurrentStatement } from './current-statement.ts';
import { createComparisonColumns, joinColumns } from './further-columns.ts';
import { createOpenHandlers } from './open-handlers.ts';
import type { OpenStatements } from './open-statements.ts';
import { createViewerCells } from './viewer-cells.ts';
import { createViewerExports } from './viewer-exports.ts';
import type { PagesDeps } from './viewer-pages.ts';
import { createViewerQueries } from './viewer-queries.ts';

interface ViewerDeps {
  readonly statements: Statements;
  readonly store: Store;
  readonly statementFiles: StatementFiles;
  readonly ledgerFiles: LedgerFiles;
  /** Reads a file that the clerk chose, in the process of its drive. */
  readonly readChosenFile: (path: string) => AsyncIterable<Uint8Array>;
  readonly engine: StatementEngine;
  readonly readGuard: ReadGuard;
  readonly remembered: RememberedInterpretations;
  readonly search: StatementSearch;
  readonly choices: Choices;
  readonly whenProofsListed: (profileId: string) => Promise<FindListedProof>;
  readonly contents: Contents;
  readonly info: PagesDeps['info'];
  readonly renderPages: PagesDeps['renderPages'];
  readonly clock: Clock;
  readonly random: Random;
  readonly annotationLog: AnnotationLog;
  readonly signOffs: SignOffs;
  /** The order of changes of rows and sign-offs, and of their records in Activity. */
  readonly signOffChanges: SerialQueue;
  /** Records what happened to the sign-off of a statement. */
  readonly onSignOff: (type: SignOffEntry['type'], statementId: number) => Promise<void>;
  readonly dialogs: Dialogs;
  readonly saved: SavedFiles;
  readonly shell: Shell;
  readonly onExported: (path: string, profile: Profile) => void;
  /** Returns a new handle for the statement engine. */
  readonly nextHandle: () => number;
  readonly openStatements: Pick<OpenStatements, 'onClose'>;
}

/** Creates the handlers. One statement is open at a time. */
export function createViewerHandlers(deps: ViewerDeps): Handlers {
  const columnLayouts = createColumnLayouts(deps.choices);
  const current = createCurrentStatement(deps);
  const { client, requireOpen, callOpen } = current;
  const { groupTableOf, readCells, copy } = createViewerCells(current, deps.shell);

  const annotations = createAnnotations({
    ...deps,
    log: deps.annotationLog,
    requireOpen,
    numbersOf: (handle, choice) => callOpen('numbers', { handle, choice }),
    setRowStates: (handle, of, values) => client.setRowStates(requireOpen(handle), of, values),
    changes: deps.signOffChanges,
    onReopened: (statementId) => deps.onSignOff('reopened', statementId),
    findEarlier: (profileId, statementId) => findEarlierVersion(deps, profileId, statementId),
    sameRows: (handle, { source, remembered, fileRows }, rows) =>
      callOpen('sameRows', { handle, source, remembered, fileRows, rows }),
  });

  const signOffHandlers = createSignOffHandlers({
    ...deps,
    measure: createMeasurement({ ...deps, layouts: columnLayouts }),
    changes: deps.signOffChanges,
    onSigned: (statementId) => deps.onSignOff('signed', statementId),
    onWithdrawn: (statementId) => deps.onSignOff('withdrawn', statementId),
  });

  const agreementQueries = createAgreementQueries({
    requireOpen,
    whenProofsListed: deps.whenProofsListed,
    readRows: (openHandle, from, limit) =>
      callOpen('paymentRows', {
        handle: openHandle,
        column: requireOpen(openHandle).chosenReference,
        from,
        limit,
      }),
    setStates: (openHandle, values) => client.setRowStates(requireOpen(openHandle), 'agreement', values),
  });

  return {
    ...createLedgerHandlers({ ...deps, requireOpen, client }),
    ...createOpenHandlers({ ...deps, current, columnLayouts }),
    'viewer.view': ({ handle: openHandle, view }) => client.setView(requireOpen(openHandle), view),
    'viewer.query': createViewerQueries({ ...deps, current, agreementQueries }),
    'viewer.copy': copy,
    'viewer.export': createViewerExports({
      ...deps,
      requireOpen,
      callOpen,
      viewOf: client.viewOf,
      readCells,
      readFurtherColumns: async (handle) =>
        joinColumns([
          await annotations.readColumns(handle),
          createComparisonColumns(client.rowStatesOf(handle)),
        ]),
      readGroups: (handle, query) => groupTableOf(handle, query, null),
    }),
    'viewer.annotations': { ...annotations.handlers, ...signOffHandlers },
    'viewer.search': createSearchHandlers(deps),
  };
}
