/** @file All tables and procedures of the statements feature, for the store. */
import { defineFeatureDatabase } from '../../../storage/store/procedure.ts';
import * as comparison from './comparison.ts';
import * as events from './events.ts';
import * as inbox from './inbox.ts';
import * as listing from './listing.ts';
import {
  closedSchema,
  eventFormatSchema,
  invalidWalletSchema,
  madeAtSchema,
  quarantineSchema,
  readingsSchema,
  removedEventsSchema,
  unknownFieldsSchema,
} from './migrations.ts';
import * as openWork from './open-work.ts';
import * as quarantine from './quarantine.ts';
import * as readings from './read-attempts.ts';
import * as requests from './requests.ts';
import { statementsSchema } from './schema.ts';
import * as transfer from './transfer.ts';

/** Tables of the statements feature and the procedures on them. */
export const statementsDatabase = defineFeatureDatabase(
  'statements',
  [
    statementsSchema,
    madeAtSchema,
    quarantineSchema,
    invalidWalletSchema,
    unknownFieldsSchema,
    closedSchema,
    removedEventsSchema,
    readingsSchema,
    eventFormatSchema,
  ],
  comparison,
  events,
  inbox,
  listing,
  openWork,
  quarantine,
  readings,
  requests,
  transfer,
);
