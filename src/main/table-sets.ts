/** @file The tables of all features, in order of creation: tables may refer to tables that were created before. */
import { activityTables } from './features/activity/tables.ts';
import { beneficiariesTables } from './features/beneficiaries/tables.ts';
import { documentsTables } from './features/documents/tables/index.ts';
import { proofsTables } from './features/proofs/tables.ts';
import { sessionTables } from './features/session/tables.ts';
import { settingsTables } from './features/settings/tables.ts';
import { statementsTables } from './features/statements/tables/index.ts';
import type { TableSet } from './store/procedure.ts';

export const tableSets: readonly TableSet[] = [
  settingsTables,
  sessionTables,
  activityTables,
  beneficiariesTables,
  documentsTables,
  proofsTables,
  statementsTables,
];
