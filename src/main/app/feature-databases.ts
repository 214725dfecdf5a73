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
import { statementsDatabase } from '../features/statements/database/index.ts';
import * as generation from '../storage/generation/database.ts';
import * as library from '../storage/library/database.ts';
import { defineFeatureDatabase, type FeatureDatabase } from '../storage/store/procedure.ts';

export const featureDatabases: readonly FeatureDatabase[] = [
  defineFeatureDatabase('generation', generation.migrations, generation),
  defineFeatureDatabase('library', library.migrations, library),
  defineFeatureDatabase('settings', settings.migrations, settings),
  defineFeatureDatabase('session', session.migrations, session),
  defineFeatureDatabase('activity', activity.migrations, activity, activityObjects, activityExcerpt),
  defineFeatureDatabase('beneficiaries', beneficiaries.migrations, beneficiaries, beneficiariesWork),
  documentsDatabase,
  defineFeatureDatabase('proofs', proofs.migrations, proofs, proofsWork),
  statementsDatabase,
];
