/** @file Finds statements whose file is stored. */
import { PaydeskError } from '../../../shared/errors.ts';
import type { Store } from '../../storage/store/store.ts';
import * as procedures from './database/transfer.ts';

/** Returns a stored statement. Rejects with `statement-not-stored`, or with the error of the store. */
export async function findStoredStatement(store: Store, profileId: string, id: number) {
  const { item, ...statement } = await store.run(procedures.getStoredItem, { profileId, id });
  if (item === null) throw new PaydeskError('statement-not-stored', 'The statement is not stored');
  return { ...statement, item, profileId };
}

export type StoredStatement = Awaited<ReturnType<typeof findStoredStatement>>;

/** Returns a stored statement with rows. Rejects with `arguments-invalid` for a PDF too. */
export async function findStoredRows(store: Store, profileId: string, id: number): Promise<StoredStatement> {
  const statement = await findStoredStatement(store, profileId, id);
  if (statement.format !== 'csv') throw new PaydeskError('arguments-invalid', 'A PDF has no rows');
  return statement;
}
