/** @file All tables and procedures of the statements feature, for the store. */
import type { TableSet } from '../../../store/procedure.ts';
import * as events from './events.ts';
import * as inbox from './inbox.ts';
import {
  closedSchema,
  invalidWalletSchema,
  madeSchema,
  quarantineSchema,
  readingsSchema,
  removedEventsSchema,
  unknownFieldsSchema,
} from './migrations.ts';
import { closeStatement, openWork } from './open-work.ts';
import * as readings from './readings.ts';
import * as requests from './requests.ts';
import { statementsSchema } from './schema.ts';
import * as transfer from './transfer.ts';

/** Tables of the statements feature and the procedures on them. */
export const statementsTables: TableSet = {
  name: 'statements',
  migrations: [
    statementsSchema,
    madeSchema,
    quarantineSchema,
    invalidWalletSchema,
    unknownFieldsSchema,
    closedSchema,
    removedEventsSchema,
    readingsSchema,
  ],
  procedures: [
    requests.saveWallets,
    requests.knownWallets,
    requests.removeProfile,
    requests.beginRequest,
    requests.endRequest,
    requests.list,
    requests.get,
    requests.requestsToRepeat,
    requests.covering,
    requests.overview,
    requests.recover,
    events.takeEvent,
    events.fitsEvent,
    events.quarantineEvent,
    events.quarantine,
    events.takeQuarantined,
    events.discardEvent,
    inbox.agreedHosts,
    inbox.inbox,
    inbox.setFolder,
    transfer.beginDownload,
    transfer.endDownload,
    transfer.stored,
    transfer.withoutFile,
    transfer.adopt,
    transfer.storedItem,
    transfer.storedItems,
    transfer.otherStoredItems,
    transfer.forgetItems,
    transfer.allItems,
    readings.beginReading,
    readings.readable,
    readings.endReading,
    readings.breakReading,
    readings.readAgain,
    openWork,
    closeStatement,
  ],
};
