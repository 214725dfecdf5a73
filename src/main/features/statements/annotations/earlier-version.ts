/** @file The earlier version of a statement that was fetched again and differs. */

import type { Source } from '../../../statement-engine/process/methods/fields.ts';
import type { RememberedInterpretation } from '../../../statement-engine/read/file-shape.ts';
import type { Store } from '../../../storage/store/store.ts';
import * as procedures from '../database/listing.ts';
import * as transferProcedures from '../database/transfer.ts';
import type { RememberedInterpretations } from '../requests/wallet-choices.ts';
import type { StatementFiles } from '../statement-files.ts';

/** A stored file, and how the statement engine opens it. */
export interface EarlierVersion {
  readonly sha256: string;
  readonly source: Source;
  readonly remembered: RememberedInterpretation | null;
}

/** Finds the earlier version of a statement; `null` without one, and when its file is the same. */
export async function findEarlierVersion(
  deps: {
    readonly store: Store;
    readonly statementFiles: StatementFiles;
    readonly remembered: RememberedInterpretations;
  },
  profileId: string,
  id: number,
): Promise<EarlierVersion | null> {
  const { earlierVersion } = await deps.store.run(procedures.getStatement, { profileId, id });
  if (earlierVersion === null || earlierVersion.isIdentical) return null;
  const { item, walletId } = await deps.store.run(transferProcedures.getStoredItem, {
    profileId,
    id: earlierVersion.id,
  });
  const file = item === null ? undefined : (await deps.statementFiles.listFiles()).get(item);
  if (file === undefined) return null;
  return {
    sha256: file.sha256,
    source: await deps.statementFiles.grantSource(file.item),
    remembered: await deps.remembered.read(profileId, walletId),
  };
}
