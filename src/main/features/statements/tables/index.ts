/** @file All tables and procedures of the statements feature, for the store. */
import type { TableSet } from '../../../store/procedure.ts';
import * as events from './events.ts';
import * as inbox from './inbox.ts';
import {
  closedSchema,
  invalidWalletSchema,
  madeAtSchema,
  quarantineSchema,
  readingsSchema,
  removedEventsSchema,
  unknownFieldsSchema,
} from './migrations.ts';
import { closeStatement, listOpenWork } from './open-work.ts';
import * as readings from './readings.ts';
import * as requests from './requests.ts';
import { statementsSchema } from './schema.ts';
import * as transfer from './transfer.ts';

/** Tables of the statements feature and the procedures on them. */
export const statementsTables: TableSet = {
  name: 'statements',
  migrations: [
    statementsSchema,
    madeAtSchema,
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
    requests.listStatements,
    requests.getStatement,
    requests.requestsToRepeat,
    requests.listCovering,
    requests.getOverview,
    requests.recover,
    events.ingestEvent,
    events.matchesRequest,
    events.quarantineEvent,
    events.listQuarantined,
    events.acceptQuarantined,
    events.discardEvent,
    inbox.listApprovedHosts,
    inbox.getInboxSettings,
    inbox.setFolder,
    transfer.beginDownload,
    transfer.endDownload,
    transfer.recordStoredFile,
    transfer.listStatementsWithoutFile,
    transfer.adoptFile,
    transfer.getStoredItem,
    transfer.listStoredItems,
    transfer.listOtherStoredItems,
    transfer.forgetItems,
    transfer.listAllItems,
    readings.beginReading,
    readings.findReadable,
    readings.endReading,
    readings.breakReading,
    readings.allowReread,
    listOpenWork,
    closeStatement,
  ],
};
