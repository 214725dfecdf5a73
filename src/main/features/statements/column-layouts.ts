/** @file Stores the column layout of statements per profile and wallet, among the settings. */
import { type ColumnLayout, columnLayoutSchema } from '../../../shared/model/column-layout.ts';
import { jsonColumn } from '../../store/columns.ts';

/** Persistent storage of texts by name, shared by several features. */
export interface ChoiceStore {
  /** Returns `null` when nothing is stored under the name. */
  read(name: string): Promise<string | null>;
  keep(name: string, value: string): Promise<void>;
  /** Removes all entries whose names begin with `start`. */
  forget(start: string): Promise<void>;
}

interface ColumnLayouts {
  /** Returns the layout of a wallet; `null` when none is stored or the stored one is invalid. */
  read(profileId: string, walletId: number): Promise<ColumnLayout | null>;
  keep(profileId: string, walletId: number, layout: ColumnLayout): Promise<void>;
  /** Removes the layouts of all wallets of a profile. */
  forgetProfile(profileId: string): Promise<void>;
}

const storedLayoutSchema = jsonColumn(columnLayoutSchema);

export function createColumnLayouts(choices: ChoiceStore): ColumnLayouts {
  const prefixFor = (profileId: string) => `statement columns ${profileId} `;
  const nameFor = (profileId: string, walletId: number) => `${prefixFor(profileId)}${walletId}`;
  return {
    async read(profileId, walletId) {
      const storedText = await choices.read(nameFor(profileId, walletId));
      return storedText === null ? null : (storedLayoutSchema.safeParse(storedText).data ?? null);
    },
    async keep(profileId, walletId, layout) {
      await choices.keep(nameFor(profileId, walletId), JSON.stringify(layout));
    },
    forgetProfile: (profileId) => choices.forget(prefixFor(profileId)),
  };
}
