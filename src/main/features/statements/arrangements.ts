/** @file How clerks arranged the columns of statements: remembered for each wallet of each profile, among the settings. */
import { type ColumnLayout, columnLayoutSchema } from '../../../shared/model/column-layout.ts';
import { jsonColumn } from '../../store/columns.ts';
import type { Store } from '../../store/store.ts';
import * as settings from '../settings/tables.ts';

/** What is remembered. */
export interface Arrangements {
  /** The arrangement of a wallet's columns; `null` without one, and for one that cannot be read. */
  read(profileId: string, walletId: number): Promise<ColumnLayout | null>;
  keep(profileId: string, walletId: number, layout: ColumnLayout): Promise<void>;
}

const keptSchema = jsonColumn(columnLayoutSchema);

/** Creates the access to what is remembered. */
export function createArrangements(store: Store): Arrangements {
  const nameOf = (profileId: string, walletId: number) => `statement columns ${profileId} ${walletId}`;
  return {
    async read(profileId, walletId) {
      const kept = await store.run(settings.read, { name: nameOf(profileId, walletId) });
      return kept === null ? null : (keptSchema.safeParse(kept.value).data ?? null);
    },
    async keep(profileId, walletId, layout) {
      const name = nameOf(profileId, walletId);
      await store.run(settings.write, { name, value: JSON.stringify(layout) });
    },
  };
}
