/** @file A stored statement as it came, with the name it has outside of Paydesk. */
import { PaydeskError } from '../../../shared/errors.ts';
import type { Store } from '../../store/store.ts';
import type { StatementShelf } from './shelf.ts';
import type { Statements } from './statements.ts';
import * as tables from './tables/requests.ts';
import * as transferTables from './tables/transfer.ts';

/** Reads a statement of the profile in view. Rejects with `statement-not-stored`, or as the shelf does. */
export async function readOriginal(
  parts: {
    readonly statements: Pick<Statements, 'profile'>;
    readonly store: Store;
    readonly shelf: StatementShelf;
  },
  id: number,
): Promise<{ name: string; bytes: Uint8Array }> {
  const profileId = parts.statements.profile().id;
  const { item, format, sha256 } = await parts.store.run(transferTables.storedItem, { profileId, id });
  if (item === null) throw new PaydeskError('statement-not-stored', 'The statement is not stored');
  const { wallet, since, till } = await parts.store.run(tables.get, { profileId, id });
  const name = `Statement ${wallet.id} ${since} to ${till}.${format}`;
  return { name, bytes: await parts.shelf.readAll(item, sha256) };
}
