/** @file Handlers of the viewer of stored statements; all of them work offline. */
import type { SignOffEntry } from '../../../../shared/model/statements/sign-off.ts';
import type { Handlers } from '../../../bridge/registrar.ts';
import type { SerialQueue } from '../../../concurrency/serial-queue.ts';
import { createAgreementQueries } from '../agreement/agreement-queries.ts';
import { createAnnotations, findEarlierVersion } from '../annotations/annotations.ts';
import { createLedgerHandlers } from '../ledger/ledger.ts';
import type { StatementPorts } from '../ports.ts';
import type { StatementSearch } from '../search/search.ts';
import { createSearchHandlers } from '../search/search-handlers.ts';
import type { Measurement } from '../sign-off/measure-statement.ts';
import { createSignOffHandlers } from '../sign-off/sign-off-handlers.ts';
import { createCurrentStatement } from './current-statement.ts';
import { createComparisonColumns, joinColumns } from './further-columns.ts';
import { createOpenHandlers } from './open-handlers.ts';
import { createViewerCells } from './viewer-cells.ts';
import { createViewerExports } from './viewer-exports.ts';
import { createViewerQueries } from './viewer-queries.ts';

interface ViewerDeps extends StatementPorts {
  readonly measure: Measurement['measure'];
  readonly search: StatementSearch;
  /** The order of changes of rows and sign-offs, and of their records in Activity. */
  readonly signOffChanges: SerialQueue;
  /** Records what happened to the sign-off of a statement. */
  readonly onSignOff: (type: SignOffEntry['type'], statementId: number) => Promise<void>;
}

/** Creates the handlers. One statement is open at a time. */
export function createViewerHandlers(deps: ViewerDeps): Handlers {
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
    ...createOpenHandlers({ ...deps, current }),
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
