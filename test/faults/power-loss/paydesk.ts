/** @file Paydesk for the power-loss tests: signed in to a practice company, with a keychain that outlives the process. */

import type { DocumentRow } from '../../../src/shared/contract/documents.ts';
import type { Statement } from '../../../src/shared/model/statements/statements.ts';
import { profileOf, startTestApp, type TestApp } from '../../fakes/test-app.ts';
import type { Simulator } from '../../practice/simulator.ts';
import type { pathsIn } from './acknowledged.ts';

/** ID of the only profile. */
export const profileId = 'test-profile';

type Caller = Pick<TestApp, 'call'>;

/** Starts Paydesk and signs in. `PAYDESK_FILE_KEYCHAIN` is the path of the keychain's file. */
export async function openPaydesk(
  { data, inbox }: Pick<ReturnType<typeof pathsIn>, 'data' | 'inbox'>,
  company: Simulator,
): Promise<TestApp> {
  const storageHosts = [new URL(company.storage).host];
  const paydesk = await startTestApp({
    dataFolder: data,
    managed: {
      profiles: [profileOf(company, { recipientUpdate: 'send-new', storageHosts })],
      inbox: { folder: inbox, usedFiles: 'keep' },
    },
    keychainEntry: new URL('../../fakes/platform/file-keychain.ts', import.meta.url),
  });
  const { apiKey } = company.credentials;
  await paydesk.call('session.signIn', { profileId, apiKey, keep: 'session' });
  return paydesk;
}

/** Returns the documents of all batches. */
export async function rowsOfAllBatches(paydesk: Caller): Promise<DocumentRow[]> {
  const { rows: batches } = await paydesk.call('documents.earlier', { offset: 0, limit: 200 });
  const rows: DocumentRow[] = [];
  for (const { id } of batches) {
    const list = await paydesk.call('documents.list', {
      batchId: id,
      filter: { group: null, text: '' },
      sort: { by: 'name', descending: false },
      offset: 0,
      limit: 200,
    });
    rows.push(...list.rows);
  }
  return rows;
}

/** Returns all requested statements. */
export async function statementsOf(paydesk: Caller): Promise<Statement[]> {
  return (await paydesk.call('statements.list', { state: null, offset: 0, limit: 200 })).rows;
}
