/** @file All features, in the order of the rail. A new feature is imported and added only here. */
import { activityFeature } from '../features/activity/activity-feature.ts';
import { beneficiariesFeature } from '../features/beneficiaries/feature.ts';
import { documentsFeature } from '../features/documents/documents-feature.ts';
import { needsYouFeature } from '../features/needs-you/needs-you-feature.ts';
import { proofsFeature } from '../features/proofs/proofs-feature.ts';
import { settingsFeature } from '../features/settings/settings-feature.ts';
import { statementsFeature } from '../features/statements/statements-feature.ts';
import type { Feature } from './feature.ts';

/** The features, top to bottom. */
export const features: readonly Feature[] = [
  needsYouFeature,
  documentsFeature,
  beneficiariesFeature,
  proofsFeature,
  statementsFeature,
  activityFeature,
  settingsFeature,
];
