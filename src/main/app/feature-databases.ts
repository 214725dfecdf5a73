/** @file The databases of all features, in order of creation: one may refer to those that were created before. */
import * as activity from '../features/activity/database.ts';
import * as activityExcerpt from '../features/activity/excerpt.ts';
import * as activityObjects from '../features/activity/object.ts';
import * as beneficiaries from '../features/beneficiaries/database.ts';
import * as beneficiariesWork from '../features/beneficiaries/open-work.ts';
import { documentsDatabase } from '../features/documents/database/index.ts';
import * as proofs from '../features/proofs/database.ts';
import * as proofsWork from '../features/proofs/open-work.ts';
import * as session from '../features/session/database.ts';
import * as settings from '../features/settings/database.ts';
import * as statementComparison from '../features/statements/database/comparison.ts';
import * as statementEvents from '../features/statements/database/events.ts';
import * as inbox from '../features/statements/database/inbox.ts';
import * as statementListing from '../features/statements/database/listing.ts';
import * as statementWork from '../features/statements/database/open-work.ts';
import * as quarantine from '../features/statements/database/quarantine.ts';
import * as readAttempts from '../features/statements/database/read-attempts.ts';
import * as statementRequests from '../features/statements/database/requests.ts';
import { statementsSchema } from '../features/statements/database/schema.ts';
import * as storedChecks from '../features/statements/database/stored-checks.ts';
import * as statementTransfer from '../features/statements/database/transfer.ts';
import * as generation from '../storage/generation/database.ts';
import * as library from '../storage/library/database.ts';
import { defineFeatureDatabase, type FeatureDatabase } from '../storage/store/procedure.ts';

export const featureDatabases: readonly FeatureDatabase[] = [
  defineFeatureDatabase('generation', generation.schema, generation),
  defineFeatureDatabase('library', library.schema, library),
  defineFeatureDatabase('settings', settings.schema, settings),
  defineFeatureDatabase('session', session.schema, session),
  defineFeatureDatabase('activity', activity.schema, activity, activityObjects, activityExcerpt),
  defineFeatureDatabase('beneficiaries', beneficiaries.schema, beneficiaries, beneficiariesWork),
  documentsDatabase,
  defineFeatureDatabase('proofs', proofs.schema, proofs, proofsWork),
  defineFeatureDatabase(
    'statements',
    statementsSchema,
    statementComparison,
    statementEvents,
    inbox,
    statementListing,
    statementWork,
    quarantine,
    readAttempts,
    storedChecks,
    statementRequests,
    statementTransfer,
  ),
];
