/** @file A statement that is open in the viewer. */

import type { OpenedStatement } from '../../../src/renderer/features/statements/grid/state/viewer-context.ts';
import { noColumn } from '../../../src/renderer/features/statements/interpretation/column-names.ts';
import type { Statement } from '../../../src/shared/model/statements/statements.ts';
import { openedOf } from '../../fakes/statements/opened-statement.ts';

/** Returns a stored statement of a wallet. */
export const statementOf = (walletId: number): Statement => ({
  id: 1,
  requestId: 1,
  wallet: { id: walletId, name: 'Nordvik', currency: 'EUR' },
  since: '2026-10-01',
  till: '2026-10-31',
  format: 'csv',
  state: 'stored',
  requestedAt: '2026-11-01T08:00:00Z',
  changedAt: '2026-11-01T08:00:00Z',
  email: '',
  source: null,
  transactions: null,
  expiresAt: null,
  host: null,
  progress: null,
  size: 1,
  sha256: null,
  unreadable: false,
  failedChecks: [],
  problem: null,
  earlierVersion: null,
  unknownFields: [],
});

/** Returns an open statement of the wallet 1 with columns of text. */
export function openViewerOf(names: readonly string[], rows: number): OpenedStatement {
  return {
    handle: 1,
    statement: statementOf(1),
    opened: openedOf(
      names.map((name) => ({ ...noColumn, name })),
      rows,
    ),
    table: null,
    remembered: 'none',
    layout: null,
    lengths: names.map(() => 10),
    onOptions: () => {},
    searchHit: null,
  };
}
