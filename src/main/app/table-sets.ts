/** @file The tables of all features, in order of creation: tables may refer to tables that were created before. */

import * as activityExcerpt from '../features/activity/excerpt.ts';
import * as activityObjects from '../features/activity/object.ts';
import * as activity from '../features/activity/tables.ts';
import * as beneficiariesWork from '../features/beneficiaries/open-work.ts';
import * as beneficiaries from '../features/beneficiaries/tables.ts';
import { documentsTables } from '../features/documents/tables/index.ts';
import * as proofsWork from '../features/proofs/open-work.ts';
import * as proofs from '../features/proofs/tables.ts';
import * as retention from '../features/retention/tables.ts';
import * as session from '../features/session/tables.ts';
import * as settings from '../features/settings/tables.ts';
import { statementsTables } from '../features/statements/tables/index.ts';
import { createTableSet, type TableSet } from '../storage/store/procedure.ts';

export const tableSets: readonly TableSet[] = [
  createTableSet('settings', settings.migrations, settings),
  createTableSet('session', session.migrations, session),
  createTableSet('activity', activity.migrations, activity, activityObjects, activityExcerpt),
  createTableSet('beneficiaries', beneficiaries.migrations, beneficiaries, beneficiariesWork),
  documentsTables,
  createTableSet('proofs', proofs.migrations, proofs, proofsWork),
  statementsTables,
  createTableSet('retention', retention.migrations, retention),
];
