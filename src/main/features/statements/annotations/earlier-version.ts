/** @file The earlier version of a statement that was fetched again and differs. */

import type { Source } from '../../../statement-engine/process/methods/fields.ts';
import type { RememberedReading } from '../../../statement-engine/read/file-shape.ts';
import type { Store } from '../../../storage/store/store.ts';
import * as tables from '../database/listing.ts';
import * as transferTables from '../database/transfer.ts';
import type { RememberedReadings } from '../requests/wallet-choices.ts';
import type { StatementStore } from '../statement-files.ts';

/** A stored file, and how the statement engine opens it. */
export interface EarlierVersion {
  readonly sha256: string;
  readonly source: Source;
  readonly remembered: RememberedReading | null;
}

/** Finds the earlier version of a statement; `null` without one, and when its file is the same. */
export async function findEarlierVersion(
  deps: {
    readonly store: Store;
    readonly statementStore: StatementStore;
    readonly remembered: RememberedReadings;
  },
  profileId: string,
  id: number,
): Promise<EarlierVersion | null> {
  const { earlierVersion } = await deps.store.run(tables.getStatement, { profileId, id });
  if (earlierVersion === null || earlierVersion.isIdentical) return null;
  const { item, walletId } = await deps.store.run(transferTables.getStoredItem, {
    profileId,
    id: earlierVersion.id,
  });
  const file = item === null ? undefined : (await deps.statementStore.listFiles()).get(item);
  if (file === undefined) return null;
  return {
    sha256: file.sha256,
    source: await deps.statementStore.grantSource(file.item),
    remembered: await deps.remembered.read(profileId, walletId),
  };
}
