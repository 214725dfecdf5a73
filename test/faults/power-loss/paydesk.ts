/** @file Paydesk for a loss of power: signed in to a practice company, with a keychain that outlives it. */
import type { Simulator } from '../../../src/main/simulator/simulator.ts';
import type { DocumentRow } from '../../../src/shared/contract/documents.ts';
import type { Statement } from '../../../src/shared/model/statements.ts';
import { profileOf, startTestApp, type TestApp } from '../../fakes/test-app.ts';
import type { placesIn } from './acknowledged.ts';

/** The one profile. */
export const profileId = 'test-profile';

type Asked = Pick<TestApp, 'call'>;

/** Starts Paydesk and signs in. The keychain's file is that of `PAYDESK_FILE_KEYCHAIN`. */
export async function openPaydesk(
  { data, inbox }: Pick<ReturnType<typeof placesIn>, 'data' | 'inbox'>,
  company: Simulator,
): Promise<TestApp> {
  const storageHosts = [new URL(company.storage).host];
  const paydesk = await startTestApp({
    dataFolder: data,
    managed: {
      profiles: [profileOf(company, { recipientUpdate: 'send-new', storageHosts })],
      inbox: { folder: inbox, usedFiles: 'keep' },
    },
    keychainEntry: new URL('../../fakes/file-keychain.ts', import.meta.url),
  });
  const { apiKey } = company.credentials;
  await paydesk.call('session.signIn', { profileId, apiKey, keep: 'session' });
  return paydesk;
}

/** The documents of all batches. */
export async function rowsOfAllBatches(paydesk: Asked): Promise<DocumentRow[]> {
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

/** All statements that were asked for. */
export async function statementsOf(paydesk: Asked): Promise<Statement[]> {
  return (await paydesk.call('statements.list', { state: null, offset: 0, limit: 200 })).rows;
}
